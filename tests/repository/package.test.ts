import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundle, driverAddon } from '#server/commands/package-product'
import { filesIn, packSite, unpackSite } from '#server/platform/http/site-files'
import { migrationsOf } from '#server/platform/store/migrations'

const root = resolve(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'caliper-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

const written: Record<string, string> = {
  'site/index.html': '<!doctype html><title>质量</title>',
  'site/assets/index-abcd1234.js': 'console.log("caliper")',
  'site/empty.txt': '',
}
for (const [name, content] of Object.entries(written)) await Bun.write(join(folder, name), content)
const files = await filesIn(join(folder, 'site'))

test('the built client goes into one piece and comes out of it as it was', async () => {
  const unpacked = await unpackSite(packSite(files))
  expect([...unpacked.keys()].toSorted()).toEqual([...files.keys()].toSorted())
  for (const [name, { body, digest }] of files) {
    const found = unpacked.get(name)!
    expect(found.digest).toBe(digest)
    expect(await new Response(found.body).bytes()).toEqual(body)
  }
})

test('the executable holds all that the sources have beside them, and finds nothing by where they lie', async () => {
  const pack = join(folder, 'pack')
  await Bun.write(pack, packSite(files))
  const { success, outputs } = await Bun.build(bundle(pack))
  expect(success).toBe(true)
  const code = (await Promise.all(outputs.filter(({ kind }) => kind !== 'asset').map((output) => output.text()))).join()
  for (const { name, hash } of [...migrationsOf('sqlite'), ...migrationsOf('postgres')]) {
    expect([name, code.includes(hash)]).toEqual([name, true])
  }
  const assets = outputs.filter(({ kind }) => kind === 'asset')
  const sizes = assets.map(({ size }) => size)
  for (const path of [pack, driverAddon()]) expect(sizes).toContain(Bun.file(path).size)
  expect(code).not.toContain(root)
  expect(code).not.toContain('getPrebuildPath') // the driver's own way to its addon, which leads into its package
})
