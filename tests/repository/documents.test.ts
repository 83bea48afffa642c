import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const rooms = '{client,server,shared,seed,tests,drizzle}/**/*'
const files = await Array.fromAsync(new Glob(rooms).scan(root))

/** Files as documents name them: by their path, or the end of it. `<stem>` and other gaps are no file. */
const namedIn = (text: string) => [...text.matchAll(/`([\w./-]+\.(?:tsx?|css|sql))`/g)].map(([, name]) => name!)

const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`))

const documents = [...new Glob('*.md').scanSync(root), ...new Glob('docs/**/*.md').scanSync(root)].toSorted()

test.each(documents)('%s names no file that there is not', async (document) => {
  const named = namedIn(await Bun.file(join(root, document)).text())
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

/** "`server/access/trash/queries.ts`, `guard.ts` there": a bare name belongs to a folder that its line names. */
test('ARCHITECTURE.md names files of the folders it names', async () => {
  const lines = (await Bun.file(join(root, 'ARCHITECTURE.md')).text()).split('\n')
  const misplaced = lines.flatMap((line) => {
    const paths = [...line.matchAll(/`((?:client|server|shared|seed|tests)\/[\w./<>-]*)`/g)].map(([, path]) => path!)
    const folders = paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1))
    const isIn = (name: string) =>
      folders.some((folder) => files.some((file) => file.startsWith(folder) && `/${file}`.endsWith(`/${name}`)))
    return folders.length === 0 ? [] : namedIn(line).filter((name) => !paths.includes(name) && !isIn(name))
  })
  expect(misplaced).toEqual([])
})

test('every ADR has a number of its own, which its title repeats', async () => {
  const decisions = [...new Glob('*.md').scanSync(join(root, 'docs/adr'))].filter((name) => /^\d/.test(name)).toSorted()
  const numbers = decisions.map((name) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  for (const name of decisions) {
    const text = await Bun.file(join(root, 'docs/adr', name)).text()
    expect(text).toStartWith(`# ${Number(name.slice(0, 4))}. `)
  }
})
