import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { readSettings } from '#server/env'
import { loadSite } from '#server/platform/http/static'

const folder = await mkdtemp(join(tmpdir(), 'caliper-static-'))
afterAll(() => rm(folder, { recursive: true }))

const signInHtml = (lang: string) => `<!doctype html><html lang="${lang}"><div class="login-ways" hidden></div></html>`
const script = 'console.log("caliper")\n'.repeat(20)
const written: Record<string, string | Uint8Array> = {
  'site/index.html': '<!doctype html><html lang="zh-CN"><title>Caliper</title></html>',
  'site/sign-in.zh.html': signInHtml('zh-CN'),
  'site/sign-in.en.html': signInHtml('en'),
  'site/assets/index-abcd1234.js': script,
  'site/assets/index-abcd1234.js.br': brotliCompressSync(script),
  'site/assets/index-abcd1234.js.gz': gzipSync(script),
  'site/assets/index-abcd1234.js.map': '{}',
  'site/service-worker.js': 'void 0',
  'site/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site/.env': 'SECRET=1',
  'package.json': '{}',
}
for (const [name, content] of Object.entries(written)) await Bun.write(join(folder, name), content)

const plain = readSettings({ CALIPER_LOCALE: 'zh-CN' })
const siteWith = (change: Partial<typeof plain>) => loadSite(join(folder, 'site'), { ...plain, ...change })
const site = await siteWith({})
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
    ['the service worker', '/service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ])('%s', async (_what, path, type, caching) => {
    const { status, headers } = await ask(path)
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
  ])('not %s (S55)', async (_what, path) => {
    expect((await ask(path)).status).toBe(404)
  })

  test('nothing to a method that would change something (S56)', async () => {
    const { status, headers } = await ask('/', {}, 'POST')
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
    const response = await ask(SCRIPT, { 'accept-encoding': accepted })
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      encoding,
      'accept-encoding',
    ])
    const body = await response.bytes()
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? ((plain: Uint8Array) => plain)
    expect(Buffer.from(unpack(body)).toString()).toBe(script)
  })

  test('each has a tag of its own, and a known tag is not sent again', async () => {
    const answers = await Promise.all(
      ['br', 'gzip', ''].map((accepted) => ask(SCRIPT, { 'accept-encoding': accepted })),
    )
    const tags = answers.map(({ headers }) => headers.get('etag')!)
    expect(new Set(tags).size).toBe(3)

    const again = await ask(SCRIPT, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${tags[0]}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tags[0]!])
    expect(again.headers.get('content-encoding')).toBeNull()
    expect((await ask(SCRIPT, { 'accept-encoding': 'br', 'if-none-match': tags[1]! })).status).toBe(200)
  })
})

describe('headers', () => {
  test('a page takes nothing from elsewhere, runs nothing inline and is not framed (S52, S53)', async () => {
    const { headers } = await ask('/')
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
  ])('%s is not sniffed, framed or named to others, and says nothing of the server', async (_what, path) => {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers.get(name)).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('behind HTTPS, browsers are told to insist on it (S62)', async () => {
    const secure = await siteWith({ https: true })
    expect((await secure(new Request('http://localhost/'))).headers.get('strict-transport-security')).toContain(
      'max-age=31536000',
    )
  })
})

describe('which page is sent', () => {
  const token = 'Admin-Token=whatever'
  const sentTo = async (path: string, headers: Record<string, string>, change: Partial<typeof plain> = {}) =>
    (await (await siteWith(change))(new Request(`http://localhost${path}`, { headers }))).text()
  const application = String(written['site/index.html'])
  const signIn = signInHtml('zh-CN')

  test.each<[who: string, path: string, headers: Record<string, string>, page: string]>([
    ['who has a token gets the application', '/admin/sys-role', { cookie: token }, application],
    ['the token is not looked at, and may stand anywhere', '/', { cookie: `size=small; ${token}` }, application],
    ['who has none gets the sign-in page, at any page', '/admin/sys-role?status=2', {}, signIn],
    ['an empty one is none', '/', { cookie: 'Admin-Token=' }, signIn],
    ['nor is one of a longer name', '/', { cookie: 'X-Admin-Token=1; Admin-Tokens=1' }, signIn],
    ['the set-up page needs no session', '/setup', {}, application],
    ['nor does the way back from WeCom', '/auth-redirect?code=1', {}, application],
    ['nor does a screen on the wall', '/wall', {}, application],
    ['nor does the application by its name, which a service worker keeps', '/index.html', {}, application],
  ])('%s', async (_who, path, headers, page) => {
    expect(await sentTo(path, headers)).toBe(page)
  })

  test.each<
    [what: string, path: string, headers: Record<string, string>, locale: 'zh-CN' | 'en-US' | 'auto', html: string]
  >([
    ['that of the installation', '/', {}, 'en-US', '<html lang="en" data-locale="en-US">'],
    [
      'that of the browser',
      '/',
      { 'accept-language': 'de-DE,en-GB;q=0.9' },
      'auto',
      '<html lang="en" data-locale="auto">',
    ],
    [
      'Chinese where there is none',
      '/',
      { 'accept-language': 'de-DE' },
      'auto',
      '<html lang="zh-CN" data-locale="auto">',
    ],
    ['the chosen one', '/', { cookie: 'look=system.14.zh' }, 'en-US', '<html lang="zh-CN" data-locale="en-US">'],
    [
      'the one in the address',
      '/?lang=en-US',
      { cookie: 'look=light.14.zh' },
      'zh-CN',
      '<html lang="en" data-theme="light">',
    ],
    [
      'beside theme and size of text',
      '/',
      { cookie: 'look=dark.16.en' },
      'zh-CN',
      '<html lang="en" data-theme="dark" data-font-size="16">',
    ],
    ['nonsense is passed over', '/', { cookie: 'look="><script>.99.xx' }, 'zh-CN', '<html lang="zh-CN">'],
  ])('in a language: %s', async (_what, path, headers, locale, html) => {
    expect(await sentTo(path, headers, { locale })).toContain(html)
  })

  test('the application gets theme and size of text too, in every encoding', async () => {
    const headers = { cookie: `${token}; look=dark.16.`, 'accept-encoding': 'br' }
    const packed = await ask('/', headers)
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await packed.bytes()).toString()).toContain('data-theme="dark" data-font-size="16"')
    expect(packed.headers.get('etag')).not.toBe((await ask('/', { cookie: token })).headers.get('etag'))
  })

  test('a page depends on cookies and language: caches are told', async () => {
    expect((await ask('/')).headers.get('vary')).toBe('accept-encoding, cookie, accept-language')
    expect((await ask('/', { cookie: token })).headers.get('etag')).not.toBe((await ask('/')).headers.get('etag'))
  })

  test('the tabs of the QR code stand in the page where the server knows WeCom', async () => {
    expect(await sentTo('/', {}, { wecomSimulator: true })).toContain('<div class="login-ways">')
  })
})

test('a client that was never built is said in one sentence', async () => {
  await expect(loadSite(join(folder, 'nowhere'), plain)).rejects.toThrow('run: bun run build')
})

test('the file by which WeCom verifies the domain is at the root under its exact name, for anyone to read', async () => {
  const { wecomFile } = readSettings({ CALIPER_WECOM_VERIFY: 'WW_verify_Ab12Cd34.txt' })
  const answer = await siteWith({ https: true, wecomFile })
  const at = (path: string, method = 'GET') => answer(new Request(`https://caliper.example${path}`, { method }))
  const file = await at('/WW_verify_Ab12Cd34.txt')
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'Ab12Cd34',
  ])
  expect((await at('/WW_verify_Ab12Cd34.txt', 'HEAD')).status).toBe(200)
  expect((await at('/WW_verify_Ab12Cd34.txt', 'POST')).status).toBe(405)
  for (const other of ['/WW_verify_Ab12Cd35.txt', '/ww_verify_ab12cd34.txt', '/x/WW_verify_Ab12Cd34.txt']) {
    expect((await at(other)).status).toBe(404)
  }
})
