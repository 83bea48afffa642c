import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { readSettings } from '#server/env'
import { loadSite } from '#server/platform/http/static'

const folder = await mkdtemp(join(tmpdir(), 'caliper-static-'))
afterAll(() => rm(folder, { recursive: true }))

const script = 'console.log("caliper")\n'.repeat(20)
const written: Record<string, string | Uint8Array> = {
  'site/index.html': '<!doctype html><html lang="zh-CN"><title>Caliper</title></html>',
  'site/assets/index-abcd1234.js': script,
  'site/assets/index-abcd1234.js.br': brotliCompressSync(script),
  'site/assets/index-abcd1234.js.gz': gzipSync(script),
  'site/assets/index-abcd1234.js.map': '{}',
  'site/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site/.env': 'SECRET=1',
  'package.json': '{}',
}
for (const [name, content] of Object.entries(written)) await Bun.write(join(folder, name), content)

const site = await loadSite(join(folder, 'site'), { https: false, locale: 'zh-CN', wecomFile: undefined })
const SCRIPT = '/assets/index-abcd1234.js'
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site(new Request(`http://localhost:3000${path}`, { method, headers }))

describe('what is served', () => {
  test.each([
    ['the page', '/', 'text/html; charset=utf-8', 'no-cache'],
    ['the page by its name', '/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['the page, at an address of the client', '/admin/sys-role?pageIndex=2', 'text/html; charset=utf-8', 'no-cache'],
    ['the page, at an address with Han characters', '/qc/%E8%AE%B0%E5%BD%95', 'text/html; charset=utf-8', 'no-cache'],
    ['a hashed file, for ever', SCRIPT, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['a file that keeps its name', '/logo.svg', 'image/svg+xml', 'no-cache'],
  ])('%s', (_what, path, type, caching) => {
    const { status, headers } = ask(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, caching])
  })

  test.each([
    ['a missing file', '/assets/index-00000000.js'],
    ['a source map', `${SCRIPT}.map`],
    ['a packed file by its own name', `${SCRIPT}.br`],
    ['a dot file', '/.env'],
    ['a dot file, encoded', '/%2eenv'],
    ['a file above the folder', '/../package.json'],
    ['a file above the folder, encoded', '/%2e%2e%2fpackage.json'],
    ['a file above the folder, encoded twice', '/%252e%252e%252fpackage.json'],
    ['a page, encoded twice', '/%2561dmin'],
    ['a file above the folder, with backslashes', '/..%5cpackage.json'],
    ['a path with a NUL', '/admin%00'],
    ['a path that is not UTF-8', '/%ff'],
    ['an empty segment', '//admin'],
    ['the API in another spelling', '/API/v1/getinfo'],
  ])('not %s (S55)', (_what, path) => {
    expect(ask(path).status).toBe(404)
  })

  test('nothing to a method that would change something (S56)', () => {
    const { status, headers } = ask('/', {}, 'POST')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('encodings', () => {
  test.each([
    ['brotli before gzip', 'gzip, deflate, br, zstd', 'br'],
    ['gzip when there is no brotli', 'gzip, deflate', 'gzip'],
    ['plain when nothing is named', '', null],
    ['plain for an unknown one', 'zstd', null],
    ['not what is named to refuse it', 'br;q=0, gzip;q=0.5', 'gzip'],
  ])('%s', async (_what, accepted, encoding) => {
    const response = ask(SCRIPT, { 'accept-encoding': accepted })
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      encoding,
      'accept-encoding',
    ])
    const body = await response.bytes()
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? ((plain: Uint8Array) => plain)
    expect(Buffer.from(unpack(body)).toString()).toBe(script)
  })

  test('each has a tag of its own, and a known tag is not sent again', async () => {
    const tags = ['br', 'gzip', ''].map((accepted) => ask(SCRIPT, { 'accept-encoding': accepted }).headers.get('etag')!)
    expect(new Set(tags).size).toBe(3)

    const again = ask(SCRIPT, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${tags[0]}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tags[0]!])
    expect(again.headers.get('content-encoding')).toBeNull()
    expect(ask(SCRIPT, { 'accept-encoding': 'br', 'if-none-match': tags[1]! }).status).toBe(200)
  })
})

describe('headers', () => {
  test('a page takes nothing from elsewhere, runs nothing inline and is not framed (S52, S53)', () => {
    const { headers } = ask('/')
    const policy = headers.get('content-security-policy')!
    const rules = Object.fromEntries(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    )
    expect(rules).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    })
    expect(policy).not.toMatch(/unsafe|\*|http/)
  })

  test.each([
    ['the page', '/'],
    ['a file', SCRIPT],
    ['a missing file', '/missing.js'],
  ])('%s is not sniffed, framed or named to others, and says nothing of the server', (_what, path) => {
    const { headers } = ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers.get(name)).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('behind HTTPS, browsers are told to insist on it (S62)', async () => {
    const secure = await loadSite(join(folder, 'site'), { https: true, locale: 'zh-CN', wecomFile: undefined })
    expect(secure(new Request('http://localhost/')).headers.get('strict-transport-security')).toContain(
      'max-age=31536000',
    )
  })
})

describe('the language of the pages before somebody chooses (CALIPER_LOCALE)', () => {
  const pageIn = async (locale: 'zh-CN' | 'en-US' | 'auto', encoding = 'identity') => {
    const answer = await loadSite(join(folder, 'site'), { https: false, locale, wecomFile: undefined })
    return answer(new Request('http://localhost/admin/sys-role', { headers: { 'accept-encoding': encoding } }))
  }

  test.each(['en-US', 'auto'] as const)('%s stands in the page, in every encoding', async (locale) => {
    const plain = await pageIn(locale)
    expect(await plain.text()).toContain(`<html lang="zh-CN" data-locale="${locale}">`)
    const packed = await pageIn(locale, 'br')
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await packed.bytes()).toString()).toContain(`data-locale="${locale}"`)
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  })

  test('Chinese needs no word, and the page is as it was built', async () => {
    expect(await (await pageIn('zh-CN')).text()).toBe(String(written['site/index.html']))
  })
})

test('a client that was never built is said in one sentence', async () => {
  await expect(
    loadSite(join(folder, 'nowhere'), { https: false, locale: 'zh-CN', wecomFile: undefined }),
  ).rejects.toThrow('run: bun run build')
})

test('the file by which WeCom verifies the domain is at the root under its exact name, for anyone to read', async () => {
  const { wecomFile } = readSettings({ CALIPER_WECOM_VERIFY: 'WW_verify_Ab12Cd34.txt' })
  const answer = await loadSite(join(folder, 'site'), { https: true, locale: 'zh-CN', wecomFile })
  const at = (path: string, method = 'GET') => answer(new Request(`https://caliper.example${path}`, { method }))
  const file = at('/WW_verify_Ab12Cd34.txt')
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'Ab12Cd34',
  ])
  expect(at('/WW_verify_Ab12Cd34.txt', 'HEAD').status).toBe(200)
  expect(at('/WW_verify_Ab12Cd34.txt', 'POST').status).toBe(405)
  for (const other of ['/WW_verify_Ab12Cd35.txt', '/ww_verify_ab12cd34.txt', '/x/WW_verify_Ab12Cd34.txt']) {
    expect(at(other).status).toBe(404)
  }
})
