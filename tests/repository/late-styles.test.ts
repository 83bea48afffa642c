import { expect, test } from 'bun:test'
import { join, normalize } from 'node:path'
import { moreTexts } from '#shared/i18n/texts/more'
import { FRAME, QC, sheetsOf, type Metafile } from '../../server/commands/build-styles'

const root = join(import.meta.dir, '../..')
const PAGE = 'client/index.html'

const built = await Bun.build({ entrypoints: [join(root, PAGE)], splitting: true, metafile: true, root })
const metafile: Metafile = built.metafile!
const sourceOf = (file: string) => Bun.file(join(root, file)).text()

/** The files that `file` imports without being asked to fetch anything later, itself included. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
    if (kind === 'import-statement') importedBy(path, seen)
  }
  return seen
}

type Fetch = { from: string; target: string; brings: 'all' | 'more' | 'none' }

/** These fetch the styles of dialogs and later pages beside the code, or all styles. */
const WITH_MORE = /\b(withMore|withWords|dialogPart|adminPart|profilePart|toolsPart)\b/
const WITH_ALL = /\bqcPart\b/

/** What a file fetches later, and with which styles. */
async function fetchesOf(from: string): Promise<Fetch[]> {
  if (!/^client\/.*\.tsx?$/.test(from)) return []
  const source = await sourceOf(from)
  return [...source.matchAll(/(?:const|export|^|[,{[(])[^;,{[]*?import\('(\.[^']+)'\)/gm)].flatMap(([call, path]) => {
    const base = normalize(join(from, '..', path!))
    const target = [`${base}.tsx`, `${base}.ts`].find((file) => file in metafile.inputs)
    const brings = WITH_ALL.test(call) ? 'all' : WITH_MORE.test(call) ? 'more' : 'none'
    return target ? [{ from, target, brings }] : []
  })
}

/** The keys of texts in a file, and those that begin as a key that is put together there. */
async function saidBy(file: string): Promise<string[]> {
  if (!/^(client|shared\/(?!i18n\/))/.test(file)) return []
  const source = await sourceOf(file)
  const beginnings = [...source.matchAll(/`(\w+\.[\w.]*)\$\{/g)].map(([, beginning]) => beginning!)
  const begun = Object.keys(moreTexts).filter((key) => beginnings.some((beginning) => key.startsWith(beginning)))
  return [...[...source.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!), ...begun]
}

test('what the frame, the dashboard and lists fetch later brings the styles and words that it alone needs', async () => {
  const frame = new Set([PAGE, ...FRAME].flatMap((file) => sheetsOf(metafile, file)))
  const bare: string[] = []
  const unsaid: string[] = []
  const seen = new Set<string>()

  /** All that is drawn before anything has fetched the later styles. */
  async function visit(files: Iterable<string>) {
    for (const file of files) {
      if (seen.has(file)) continue
      seen.add(file)
      unsaid.push(
        ...(await saidBy(file)).filter((key) => Object.hasOwn(moreTexts, key)).map((key) => `${file}: ${key}`),
      )
      for (const { from, target, brings } of await fetchesOf(file)) {
        if (brings === 'all') continue
        const isLate = (sheet: string) => !frame.has(sheet) && (brings === 'none' || QC.test(sheet))
        const late = sheetsOf(metafile, target).filter(isLate)
        if (late.length > 0) bare.push(`${from} fetches ${target} without ${late.join()}`)
        else if (brings === 'none') await visit(importedBy(target))
      }
    }
  }
  await visit([PAGE, ...FRAME].flatMap((file) => [...importedBy(file)]))
  expect(seen.size).toBeGreaterThan(200)
  expect(bare).toEqual([])
  expect(unsaid).toEqual([])
})
