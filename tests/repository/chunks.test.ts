import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { fewerChunks } from '#server/commands/build-chunks'
import type { Metafile } from '../../server/commands/build-styles'

const root = join(import.meta.dir, '../..')

/** The client as the build bundles it, in memory. */
async function bundled(...plugins: Bun.BunPlugin[]): Promise<Metafile> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, 'client/index.html')],
    splitting: true,
    minify: true,
    minChunkSize: 1_024,
    metafile: true,
    root,
    plugins,
  })
  return metafile!
}

/** How many chunks a page is made of, the first one included. */
function chunksOf({ outputs }: Metafile, source: string): number {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (!outputs[path] || seen.has(path)) return
    seen.add(path)
    for (const { path: imported, kind } of outputs[path].imports) if (kind === 'import-statement') visit(imported)
  }
  visit(Object.keys(outputs).find((path) => outputs[path]!.entryPoint === source && path.endsWith('.js'))!)
  return seen.size
}

const apart = await bundled()
const together = await bundled(fewerChunks(apart))

test('what lists share is one chunk, so that the page of a list is few files', () => {
  for (const list of ['client/pages/access/role/RolePage.tsx', 'client/pages/access/post/PostPage.tsx']) {
    expect(chunksOf(apart, list)).toBeGreaterThan(20)
    expect(chunksOf(together, list)).toBeLessThan(9)
  }
})

test('what every page fetches after it is drawn is one chunk and a stub', () => {
  const late = 'client/ui/qc/every-page.ts'
  expect(chunksOf(apart, late)).toBeGreaterThan(5)
  expect(chunksOf(together, late)).toBeLessThan(5)
})
