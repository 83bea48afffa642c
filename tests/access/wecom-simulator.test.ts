import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#seed/index'
import { readSettings, type Settings } from '#server/env'
import { startServer, type Running } from '#server/main'
import { sendEmail } from '#server/qc/notification/channels/email'
import { createSimulator } from '#server/commands/simulator/index'
import type { Envelope } from '#shared/envelope'
import type { Messenger, Proposal, WecomQrCode, QrState } from '#shared/access/wecom'
import { startApp } from '../support/app'
import { openTestStore } from '../support/store'

const site = await mkdtemp(join(tmpdir(), 'caliper-site-'))
await Bun.write(join(site, 'index.html'), '<title>Caliper</title>')
afterAll(() => rm(site, { recursive: true }))

const addressOf = (port: number) => `http://127.0.0.1:${port}`
const addressesAt = (port: number) => ({ phone: addressOf(port), computer: addressOf(port) })

/** A server that listens, as the demo and `serve --ephemeral` start it. */
async function start(changed: Partial<Settings> = {}) {
  const mode = changed.mode ?? 'ephemeral'
  const settings = { ...readSettings({}, { mode, port: 0, logRequests: false, captcha: 'never' }), ...changed }
  const running = await startServer({
    settings,
    site,
    ...(mode !== 'production' && { addressesAt }),
    loadSimulator: async () => createSimulator,
    async open() {
      const store = await openTestStore()
      await seedDemo(store, () => 'caliper-demo')
      return store
    },
  })
  await running.ready
  return { ...running, url: addressOf(running.port) }
}

let server: Running
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.stop())

type Sent = { method?: string; body?: object; cookie?: string; token?: string | undefined }
async function api<Data>(path: string, { method, body, cookie, token }: Sent = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Envelope<Data> & { token?: string }
  return { ...answer, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const open = (address: string, language = 'zh-CN') =>
  fetch(address, { headers: { 'accept-language': language }, redirect: 'manual' })

/** Opens the simulator's page as a phone would, chooses somebody, and answers where that leads. */
async function choose(address: string, name: string) {
  const page = await (await open(address)).text()
  const fields = new URLSearchParams()
  for (const [, field, value] of page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    fields.set(field!, value!)
  const memberId = page.match(new RegExp(`value="([^"]+)">\\s*<b[^>]*>${name}`))?.[1]
  fields.set('member', memberId!)
  const body = { method: 'POST', body: fields, redirect: 'manual' } as const
  const response = await fetch(`${server.url}/simulator/choose`, body)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location')!, address)
}

const askForCode = async (address = '/wechat/crop-qrcode', token?: string) => {
  const { data, cookie } = await api<WecomQrCode>(address, { token })
  return { ...data!, cookie }
}

describe('with the simulator', () => {
  test('a phone scans, chooses a colleague and confirms; the computer signs in as that one, and only it', async () => {
    const { url, state, cookie } = await askForCode()
    const back = await choose(url, '检验员小李')
    expect(back.origin + back.pathname).toBe(`${server.url}/auth-redirect`)
    expect(back.searchParams.get('state')).toBe(state)
    const code = back.searchParams.get('code')!
    await api('/wechat/crop-qrcode/confirm', { body: { code, state } })

    const { data } = await api<QrState>(`/wechat/crop-qrcode/${state}`, { cookie })
    expect(data).toMatchObject({ status: 'confirmed', isOwn: true, code })
    const { token } = await api('/wechat/crop-qrcode/login', { body: { code, state }, cookie })
    const { data: me } = await api<{ userName: string }>('/getinfo', { token })
    expect(me?.userName).toBe('inspector')
    expect((await api('/wechat/crop-qrcode/login', { body: { code, state }, cookie })).code).toBe(400)
  })

  test('the page for computers does the same', async () => {
    const { loginUrl, state, cookie } = await askForCode()
    const code = (await choose(loginUrl, '访客')).searchParams.get('code')!
    const { token } = await api('/wechat/crop-qrcode/login', { body: { code, state }, cookie })
    expect((await api<{ userName: string }>('/getinfo', { token })).data?.userName).toBe('viewer')
  })

  test('a colleague without an account hears what to do', async () => {
    const { loginUrl, state, cookie } = await askForCode()
    const code = (await choose(loginUrl, '新同事小陈')).searchParams.get('code')!
    const { code: outcome, msg } = await api('/wechat/crop-qrcode/login', { body: { code, state }, cookie })
    expect(outcome).toBe(400)
    expect(msg).toContain('sign in with your password and bind it')
  })

  test('an account is unbound, and bound again to another colleague', async () => {
    const password = 'caliper-demo'
    const { token } = await api('/login', { body: { username: 'viewer', password } })
    expect((await api('/user/messenger', { method: 'DELETE', body: { password }, token })).code).toBe(200)
    const { url, state, cookie: before } = await askForCode('/user/messenger/crop-qrcode', token)
    const code = (await choose(url, '新同事小陈')).searchParams.get('code')!
    const sent = { body: { code, state }, cookie: before, token }
    const { data, cookie } = await api<Proposal>('/user/messenger/proposal', sent)
    expect(data?.memberId).toBe('xin.ren')
    expect((await api('/user/messenger', { body: { state, password }, cookie, token })).code).toBe(200)
    expect((await api<Messenger>('/user/messenger', { token })).data).toMatchObject({ memberId: 'xin.ren' })
  })
})

describe('the simulator’s page', () => {
  test.each([
    ['zh-CN', '', 'zh-CN', '企业微信模拟器', '检验员'],
    ['en', '', 'en', 'WeCom simulator', 'Inspector'],
    ['zh-CN', 'en', 'en', 'WeCom simulator', 'Inspector'],
    ['en', 'zh', 'zh-CN', '企业微信模拟器', '检验员'],
  ])(
    'to a browser in %s, by a link in "%s", says what it is and who there is, without script, style or frames of others',
    async (language, asked, lang, title, role) => {
      const { url } = await askForCode()
      const response = await open(asked ? url.replace('#', `&lang=${asked}#`) : url, language)
      const page = await response.text()
      expect(response.status).toBe(200)
      expect(page).toContain(`<html lang="${lang}">`)
      expect(page).toContain(`<h1>${title}</h1>`)
      const other = lang === 'en' ? /lang=zh"\s*>切换到中文<\/a/ : /lang=en"\s*>Switch to English<\/a/
      expect(page).toMatch(other)
      expect(page).toContain(`<span>${role}</span>`)
      expect(page).not.toMatch(/<script|<style| style=| on\w+=/)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=UTF-8',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect((await open(`${server.url}/simulator/style.css`)).headers.get('content-type')).toStartWith('text/css')
    },
  )

  test.each([
    ['another origin', { redirect_uri: 'https://evil.example/auth-redirect' }],
    ['another page of ours', { redirect_uri: 'SELF/login' }],
    ['an address that only begins like ours', { redirect_uri: 'SELF.evil.example/auth-redirect' }],
    ['no address', { redirect_uri: '' }],
    ['another company', { appid: 'other' }],
    ['another application', { agentid: '1' }],
    ['a state that WeCom would not carry', { state: 'a"><b>' }],
    ['no state', { state: '' }],
    ['another scope', { scope: 'snsapi_privateinfo' }],
    ['another type of answer', { response_type: 'token' }],
  ])('refuses a link with %s (S57)', async (_, changed) => {
    const link = new URL((await askForCode()).url)
    for (const [name, value] of Object.entries(changed)) link.searchParams.set(name, value.replace('SELF', server.url))
    const response = await open(String(link))
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).not.toContain('<b>')
  })

  test.each([
    ['nobody', {}],
    ['somebody unknown', { member: 'nobody', state: 'a'.repeat(48) }],
    ['a state that is none', { member: 'li.jian', state: '../x' }],
    ['no state', { member: 'li.jian' }],
  ])('does not go on with %s', async (_, fields) => {
    const body = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const
    expect((await fetch(`${server.url}/simulator/choose`, body)).status).toBe(400)
  })

  test('leads nowhere but to our own page, whatever is sent', async () => {
    const fields = { member: 'li.jian', state: 'abc', redirect_uri: 'https://evil.example', next: '//evil.example' }
    const body = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const
    const location = (await fetch(`${server.url}/simulator/choose`, body)).headers.get('location')!
    expect(location).toStartWith('/auth-redirect?code=')
  })
})

const SELF = 'http://127.0.0.1:1'

describe('the simulator’s server API', () => {
  let clock = 0
  let simulator: ReturnType<typeof createSimulator>
  beforeEach(() => {
    clock = Date.parse('2026-11-21T08:00:00Z')
    const place = { ownUrl: SELF, publicUrl: SELF, computerUrl: SELF, https: false }
    simulator = createSimulator({ ...place, now: () => clock })
  })
  const call = async (path: string, query: Record<string, string>) => {
    const address = `http://127.0.0.1:1/simulator/cgi-bin/${path}?${new URLSearchParams(query)}`
    return (await simulator.fetch(new Request(address))).json()
  }
  const token = async () => {
    const { corpId, secret } = simulator.wecom
    return (await call('gettoken', { corpid: corpId, corpsecret: secret })) as { access_token: string }
  }
  async function code(): Promise<string> {
    const body = new URLSearchParams({ member: 'li.jian', state: 'abc' })
    const chosen = await simulator.fetch(new Request('http://127.0.0.1:1/simulator/choose', { method: 'POST', body }))
    return new URL(chosen.headers.get('location')!, SELF).searchParams.get('code')!
  }

  test('knows its secret, which is another in each process, and gives the same token until it ends', async () => {
    const { corpId, secret } = simulator.wecom
    expect(await call('gettoken', { corpid: corpId, corpsecret: 'x' })).toEqual({
      errcode: 40001,
      errmsg: 'invalid credential',
    })
    expect(await call('gettoken', { corpid: 'x', corpsecret: secret })).toMatchObject({ errcode: 40013 })
    const first = await token()
    expect(first).toMatchObject({ errcode: 0, errmsg: 'ok', expires_in: 7200 })
    clock += 7_199_000
    expect((await token()).access_token).toBe(first.access_token)
    clock += 1_000
    expect((await token()).access_token).not.toBe(first.access_token)
    const place = { ownUrl: SELF, publicUrl: SELF, computerUrl: SELF, https: false }
    expect(createSimulator(place).wecom.secret).not.toBe(secret)
  })

  test('keeps messages to its members and mails, and shows them on a page', async () => {
    const { access_token } = await token()
    const send = async (touser: string) => {
      const message = { touser, msgtype: 'text', agentid: 1000001, text: { content: 'NG record\nQC-1 <b>' } }
      const address = `${SELF}/simulator/cgi-bin/message/send?access_token=${access_token}`
      const sent = await simulator.fetch(new Request(address, { method: 'POST', body: JSON.stringify(message) }))
      return sent.json()
    }
    expect(await send('li.jian')).toMatchObject({ errcode: 0 })
    expect(await send('nobody')).toMatchObject({ errcode: 81013 })
    const smtp = await simulator.startMail()
    const mail = { id: 'one', title: '记录不合格：QC-2', notices: [] }
    expect(await sendEmail(smtp, 'admin@caliper.example', mail)).toEqual({ isSent: true })
    const page = await (await simulator.fetch(new Request(`${SELF}/simulator/messages?lang=en`))).text()
    expect(page).toMatch(/admin@caliper\.example[^]*记录不合格：QC-2[^]*检验员小李[^]*NG record[^]*QC-1 &lt;b&gt;/)
    await simulator.stopMail()
  })

  test('tells who has a code, once', async () => {
    const { access_token } = await token()
    const query = { access_token, code: await code() }
    expect(await call('auth/getuserinfo', query)).toEqual({ errcode: 0, errmsg: 'ok', userid: 'li.jian' })
    expect(await call('auth/getuserinfo', query)).toEqual({ errcode: 40029, errmsg: 'invalid code' })
    expect(await call('auth/getuserinfo', { access_token, code: 'x' })).toMatchObject({ errcode: 40029 })
  })

  test('and within five minutes', async () => {
    const { access_token } = await token()
    const late = await code()
    clock += 5 * 60_000
    expect(await call('auth/getuserinfo', { access_token, code: late })).toMatchObject({ errcode: 40029 })
  })

  test.each([
    ['a body that is no form', { body: '{', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 400],
    ['a body of a megabyte', { body: 'x'.repeat(1_000_000), headers: { 'content-length': '1000000' } }, 413],
  ])('takes %s for what it is', async (_, sent, status) => {
    const request = new Request('http://127.0.0.1:1/simulator/choose', { method: 'POST', ...sent })
    expect((await simulator.fetch(request)).status).toBe(status)
  })

  test('tells an unknown token from an expired one', async () => {
    const { access_token } = await token()
    expect(await call('auth/getuserinfo', { code: 'x' })).toMatchObject({ errcode: 40014 })
    expect(await call('auth/getuserinfo', { access_token: 'x', code: 'x' })).toMatchObject({ errcode: 40014 })
    clock += 7_200_000
    expect(await call('auth/getuserinfo', { access_token, code: 'x' })).toMatchObject({ errcode: 42001 })
  })
})

describe('a demo that is open to a network', () => {
  const place = { ownUrl: SELF, publicUrl: 'http://192.0.2.7:3000', computerUrl: 'http://localhost:3000', https: false }

  test('leads phones to its address there, and stays at localhost on the computer that runs it', async () => {
    const { wecom, fetch } = createSimulator(place)
    expect(wecom.authorizeUrl).toStartWith('http://192.0.2.7:3000/simulator/')
    expect(wecom.loginUrl).toStartWith('http://localhost:3000/simulator/')
    const body = new URLSearchParams({ member: 'li.jian', state: 'abc' })
    const chosen = await fetch(new Request('http://localhost:3000/simulator/choose', { method: 'POST', body }))
    expect(chosen.headers.get('location')).toStartWith('/auth-redirect?')
  })

  test.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['192.0.2.7', 403],
    ['10.1.2.3', 403],
    ['fe80::1', 403],
  ])(
    'shows a QR code to a computer at %s with %i: nobody on the network gets past the passwords',
    async (address, code) => {
      const { wecom } = createSimulator(place)
      const app = await startApp({ settings: { wecom, publicUrl: place.publicUrl } })
      const headers = { 'accept-language': 'en' }
      const response = await app.app.request('/api/v1/wechat/crop-qrcode', { headers }, { address })
      const answer = (await response.json()) as Envelope
      expect(answer.code).toBe(code)
      if (code !== 200) expect(answer.msg).toContain('only on the computer that runs the demo')
      await app.close()
    },
  )
})

describe('where there is no simulator', () => {
  let other: Running | undefined
  afterEach(() => other?.stop())

  test.each([
    ['production', { mode: 'production' }],
    ['development', { mode: 'development' }],
    ['a demo that has it off', { mode: 'demo', wecomSimulator: false }],
  ] as const)('in %s, its addresses are 404 and no QR code is given', async (_, changed) => {
    other = await start(changed)
    for (const path of ['', '/', '/cgi-bin/gettoken', '/connect/oauth2/authorize', '/choose', '/style.css']) {
      const { status, headers } = await fetch(`${other.url}/simulator${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect((await fetch(`${other.url}/api/v1/wechat/crop-qrcode`)).status).toBe(404)
  })

  test('production refuses to start with it', () => {
    expect(() => readSettings({ CALIPER_WECOM_SIMULATOR: 'on' })).toThrow(/lets anybody sign in as anyone/)
  })
})

test('a proxy that the environment names for the world outside does not stand between server and simulator', async () => {
  const source = `
    const { createSimulator } = await import('./server/commands/simulator/index.ts')
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('reached') })
    const url = 'http://127.0.0.1:' + server.port
    createSimulator({ ownUrl: url, publicUrl: url, computerUrl: url, https: false })
    console.log(await (await fetch(url)).text())
    await server.stop(true)`
  const proxy = {
    HTTP_PROXY: 'http://127.0.0.1:9',
    http_proxy: 'http://127.0.0.1:9',
    NO_PROXY: '',
    no_proxy: 'a.example',
  }
  const cwd = join(import.meta.dir, '../..')
  const { stdout } = Bun.spawnSync([process.execPath, '-e', source], { cwd, env: { ...process.env, ...proxy } })
  expect(stdout.toString()).toBe('reached\n')
})
