import { expect, test } from 'bun:test'
import { join, normalize } from 'node:path'
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

type Fetch = { from: string; target: string; isStyled: boolean }

/** These fetch the styles of dialogs and later pages beside the code. */
const WITH_STYLES = /\b(withMoreStyles|withWords|dialogPart|qcPart|adminPart|profilePart|toolsPart)\b/

/** What a file fetches later, and whether with styles. */
async function fetchesOf(from: string): Promise<Fetch[]> {
  if (!/^client\/.*\.tsx?$/.test(from)) return []
  const source = await sourceOf(from)
  return [...source.matchAll(/(?:const|export|^|[,{[(])[^;,{[]*?import\('(\.[^']+)'\)/gm)].flatMap(([call, path]) => {
    const base = normalize(join(from, '..', path!))
    const target = [`${base}.tsx`, `${base}.ts`].find((file) => file in metafile.inputs)
    return target ? [{ from, target, isStyled: WITH_STYLES.test(call) }] : []
  })
}

test('what the frame, the dashboard and lists fetch later brings the styles that it alone needs', async () => {
  const frame = new Set([PAGE, ...FRAME].flatMap((file) => sheetsOf(metafile, file)))
  const bare: string[] = []
  const seen = new Set<string>()

  /** All that is drawn before anything has fetched the later styles. */
  async function visit(files: Iterable<string>) {
    for (const file of files) {
      if (seen.has(file)) continue
      seen.add(file)
      for (const { from, target, isStyled } of await fetchesOf(file)) {
        if (isStyled) continue
        const late = sheetsOf(metafile, target).filter((sheet) => !frame.has(sheet) && !QC.test(sheet))
        if (late.length > 0) bare.push(`${from} fetches ${target} without ${late.join()}`)
        else await visit(importedBy(target))
      }
    }
  }
  await visit([PAGE, ...FRAME].flatMap((file) => [...importedBy(file)]))
  expect(seen.size).toBeGreaterThan(200)
  expect(bare).toEqual([])
})
