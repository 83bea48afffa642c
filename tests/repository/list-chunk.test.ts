import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listsInOneChunk } from '#server/commands/build-lists'
import type { Metafile } from '../../server/commands/build-styles'

const root = join(import.meta.dir, '../..')

/** The client as the build bundles it, in memory. */
async function bundled(...plugins: Bun.BunPlugin[]): Promise<Metafile> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, 'client/index.html')],
    splitting: true,
    minify: true,
    minChunkSize: 2_048,
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

test('what lists share is one chunk, so that the page of a list is few files', async () => {
  const apart = await bundled()
  const together = await bundled(listsInOneChunk(apart))
  for (const list of ['client/pages/access/role/RolePage.tsx', 'client/pages/access/post/PostPage.tsx']) {
    expect(chunksOf(apart, list)).toBeGreaterThan(20)
    expect(chunksOf(together, list)).toBeLessThan(9)
  }
})
