import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { zh } from '#shared/i18n/zh'
import { zhEntry } from '#shared/i18n/zh-entry'
import type { Metafile } from '../server/commands/build-styles'

const root = join(import.meta.dir, '..')

/** The client's own files that the first chunk is made of. */
async function entryFiles(): Promise<string[]> {
  const built = await Bun.build({
    entrypoints: [join(root, 'client/index.html')],
    splitting: true,
    metafile: true,
    root,
  })
  const { inputs }: Metafile = built.metafile!
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !/^client\/.*\.(tsx?|html)$/.test(file)) return
    seen.add(file)
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === 'import-statement') visit(path)
  }
  visit('client/index.html')
  return [...seen]
}

test('every word that the first chunk says comes with it', async () => {
  const files = await entryFiles()
  expect(files).toContain('client/pages/login/LoginForm.tsx')
  expect(files).not.toContain('client/shell/Shell.tsx')
  const late: string[] = []
  for (const file of files) {
    const source = await Bun.file(join(root, file)).text()
    const words = [...source.matchAll(/'([\w.-]+)'/g)].flatMap(([, word]) => word ?? [])
    late.push(...words.filter((word) => word in zh && !(word in zhEntry)).map((word) => `${file}: ${word}`))
  }
  expect(late).toEqual([])
})
