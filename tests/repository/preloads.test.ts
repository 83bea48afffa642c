import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spreadPreloads } from '#server/commands/build-preloads'

const folder = await mkdtemp(join(tmpdir(), 'caliper-build-'))
afterAll(() => rm(folder, { recursive: true }))

/** A product of a first chunk, a shell, two pages that share a kit, and a dialog of one of them. */
const sources: Record<string, string> = {
  'index.html': '<!doctype html><script type="module" src="./main.ts"></script>',
  'main.ts': "console.log('main'); export const shell = () => import('./shell'); globalThis.open = shell",
  'shell.ts': "console.log('shell'); export const pages = [() => import('./one'), () => import('./two')]",
  'kit.ts': "console.log('kit'); export const kit = 1",
  'one.ts': "import { kit } from './kit'; console.log('one', kit); export const form = () => import('./dialog')",
  'two.ts': "import { kit } from './kit'; console.log('two', kit)",
  'dialog.ts': "import { kit } from './kit'; console.log('dialog', kit)",
}

/** What of the product each of its chunks has preloads for. Chunks go by the first word they log. */
async function preloads(): Promise<Record<string, string[]>> {
  for (const [name, source] of Object.entries(sources)) await Bun.write(join(folder, name), source)
  const outdir = join(folder, 'site')
  await Bun.build({
    entrypoints: [join(folder, 'index.html')],
    outdir,
    splitting: true,
    minify: true,
    publicPath: '/',
    naming: { entry: '[name].[ext]', chunk: 'assets/[name]-[hash].[ext]' },
  })
  await spreadPreloads(outdir)
  const assets = join(outdir, 'assets')
  const chunks = await Array.fromAsync(new Bun.Glob('*.js').scan(assets))
  const codes = await Promise.all(
    chunks.map(async (name) => ({ name, code: await Bun.file(join(assets, name)).text() })),
  )
  const nameOf = (code: string) => /console\.log\("(\w+)"/.exec(code)?.[1] ?? ''
  const names = new Map(codes.map(({ name, code }) => [`/assets/${name}`, nameOf(code)]))
  return Object.fromEntries(
    codes.map(({ code }) => [
      nameOf(code),
      [...code.matchAll(/\["([^"]+\.js)"[^\]]*\]/g)].map(([, path]) => names.get(path!) ?? path!).sort(),
    ]),
  )
}

test('each chunk knows what its own pages and dialogs import, less what is there already', async () => {
  const known = await preloads()
  expect(known.main).toEqual(['shell'])
  expect(known.shell).toEqual(['kit', 'one', 'two'])
  expect(known.one).toEqual(['dialog'])
  expect(known.two).toEqual([])
})

test('a build without a table of preloads is refused', async () => {
  const outdir = join(folder, 'other')
  await Bun.write(join(outdir, 'assets/index-abcd1234.js'), 'console.log(1)')
  await expect(spreadPreloads(outdir)).rejects.toThrow('table of preloads')
})

const QC = /^client\/(pages\/qc\/(?!wall\/)|ui\/qc\/)/
/** What these fetch has no words and styles of its own. */
const LIGHT = ['client/shell/menu/MenuEntry.tsx']

test('what is drawn of quality control outside of it brings its words and styles', async () => {
  const bare: string[] = []
  for await (const file of new Bun.Glob('client/**/*.{ts,tsx}').scan('.')) {
    if (QC.test(file) || LIGHT.includes(file)) continue
    const source = await Bun.file(file).text()
    for (const [line, before] of source.matchAll(/(.*)import\('[^']*\/(?:qc-[\w-]+|qr-code-info|qc)\/[^']*'\)/g)) {
      if (!before!.includes('qcPart(() => ') && !/shared/.test(line)) bare.push(`${file}: ${line.trim()}`)
    }
  }
  expect(bare).toEqual([])
})
