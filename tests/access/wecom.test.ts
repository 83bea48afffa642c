import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { WecomSettings } from '#server/env'
import { revokeIn } from '#server/access/session/end'
import { createUser } from '#server/access/user/queries'
import { createQrSignIns } from '#server/platform/security/qr-sign-in'
import { memoryState } from '#server/platform/store/shared-state'
import { statuses } from '#shared/constants'
import type { WecomQrCode } from '#shared/access/wecom'
import { startApp, type App } from '../support/app'
import { isPostgres } from '../support/store'
import { failing, startFakeWecom } from '../support/fake-wecom'
import { cheapHash } from '../support/password'
import { until } from '../support/until'

const MINUTE = 60_000
const start = Date.parse('2026-11-21T08:00:00Z')
const PASSWORD = 'wheel of many spokes'

let wecom: ReturnType<typeof startFakeWecom>
let app: App
let clock = start
let li = 0
let passwordHash: string | undefined

async function begin(changed: Partial<WecomSettings> = {}) {
  const settings = { wecom: { ...wecom.settings, ...changed }, publicUrl: 'https://qc.example' }
  app = await startApp({ settings, now: () => clock })
  passwordHash ??= await cheapHash(PASSWORD)
  li = await createUser(app.store, { username: 'li', nickName: 'Li', passwordHash, roleKeys: ['viewer'] }, clock)
  await bind(li, 'li.jian')
}
async function beginAnew(changed: Partial<WecomSettings>) {
  await app.close()
  await begin(changed)
}
beforeEach(() => {
  clock = start
  wecom = startFakeWecom()
  return begin()
})
afterEach(async () => {
  await app.close()
  await wecom.stop()
})

const bind = (userId: number, memberId: string) =>
  app.store.tx((db) => db.insert(app.store.t.bindings).values({ userId, corpId: 'corp', memberId, boundAt: clock }))
const bindings = async () => {
  const { db, t } = app.store
  return Object.fromEntries((await db.select().from(t.bindings)).map(({ userId, memberId }) => [userId, memberId]))
}
const lastEntry = async () => {
  const { db, t } = app.store
  const [entry] = await db.select().from(t.loginLogs).orderBy(desc(t.loginLogs.id)).limit(1)
  if (!entry) return undefined
  const { event, reason, method, userId, status } = entry
  return { event, reason, method, userId, status }
}

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** A computer that asks for a QR code: to bind the account of `token` by, or to sign in with. It keeps its cookie. */
async function computer(token?: string) {
  const caller = app.callerWith(token)
  const path = token ? '/user/messenger/crop-qrcode' : '/wechat/crop-qrcode'
  const asked = await caller.send('GET', path, { headers: { 'user-agent': agent } })
  const qr = asked.data as WecomQrCode
  const setCookie = asked.headers.get('set-cookie') ?? ''
  const cookie = setCookie.split(';')[0]!
  let kept = cookie
  async function send(method: string, path: string, body?: object) {
    const answer = await caller.send(method, path, { ...(body && { body }), headers: { cookie: kept } })
    kept = answer.headers.get('set-cookie')?.split(';')[0] ?? kept
    return answer
  }
  const propose = (code: string, state = qr.state) => send('POST', '/user/messenger/proposal', { code, state })
  const agree = (password = PASSWORD) => send('POST', '/user/messenger', { state: qr.state, password })
  return {
    ...qr,
    setCookie,
    cookie,
    send,
    state: qr.state,
    view: async () => (await send('GET', `/wechat/crop-qrcode/${qr.state}`)).data,
    login: (code: string, state = qr.state) => send('POST', '/wechat/crop-qrcode/login', { code, state }),
    propose,
    agree,
    bind: async (code: string) => {
      const proposed = await propose(code)
      return proposed.code === 200 ? agree() : proposed
    },
  }
}
const phoneAnswers = (body: object) => app.anyone.post('/wechat/crop-qrcode/confirm', body)

/** What others do at the worst moment: after all was looked at, and before it is written. */
function beforeNextWrite(change: () => Promise<unknown>) {
  const tx = app.store.tx
  app.store.tx = async (work) => {
    app.store.tx = tx
    await change()
    return tx(work)
  }
}
const disable = (userId: number) =>
  app.store.tx((db) =>
    db.update(app.store.t.users).set({ status: statuses.off }).where(eq(app.store.t.users.userId, userId)),
  )
/** By the user, whose session stays open. */
const changePassword = (userId: number) =>
  app.store.tx((db) =>
    db
      .update(app.store.t.credentials)
      .set({ passwordHash: 'another' })
      .where(eq(app.store.t.credentials.userId, userId)),
  )
const unbind = (userId: number) =>
  app.store.tx((db) => db.delete(app.store.t.bindings).where(eq(app.store.t.bindings.userId, userId)))

/** One attempt from the QR code to the answer, by a member with a fresh code. */
const signIn = async (memberId = 'li.jian') => (await computer()).login(wecom.codeOf(memberId))

describe('the QR code', () => {
  test('leads the phone through WeCom back to us, for three minutes, and binds its state to this browser (S9, S20)', async () => {
    const { appId, agentId, redirectUri, state, expire, url, loginUrl, setCookie } = await computer()
    expect({ appId, agentId, redirectUri }).toEqual({
      appId: 'corp',
      agentId: '7',
      redirectUri: 'https://qc.example/auth-redirect',
    })
    expect(expire).toBe(new Date(start + 3 * MINUTE).toISOString())
    expect(state).toMatch(/^[a-z0-9]{32,128}$/i) // what WeCom carries, and at least 128 random bits
    const common = { appid: 'corp', agentid: '7', redirect_uri: redirectUri, state }
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      ...common,
      response_type: 'code',
      scope: 'snsapi_base',
    })
    expect(url).toStartWith('https://wecom.example/authorize?appid=corp&redirect_uri=')
    expect(url).toEndWith('&agentid=7#wechat_redirect') // as documented: WeCom's own examples have it last
    expect(Object.fromEntries(new URL(loginUrl).searchParams)).toEqual({
      ...common,
      login_type: 'CorpApp',
      lang: 'en',
    })
    expect(setCookie).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
  })

  test('keeps the cookie of a browser that has one, so that two of its tabs do not disturb each other', async () => {
    const first = await computer()
    const again = await first.send('GET', '/wechat/crop-qrcode')
    expect(again.headers.get('set-cookie')).toStartWith(`${first.cookie};`)
    expect(again.data.state).not.toBe(first.state)
  })

  test.each([
    ['that is none', () => 'x'],
    ['of our form', () => 'a'.repeat(43)],
    ['of our form with a seal', () => `${'a'.repeat(43)}.${'b'.repeat(43)}`],
    ['whose seal is of another one', ({ cookie }: { cookie: string }) => `${'a'.repeat(43)}.${cookie.split('.')[1]}`],
  ])('takes no cookie from somebody else: one %s gives way to a new one (S9)', async (_, plant) => {
    const planted = `caliper-qr=${plant(await computer())}`
    const asked = await app.anyone.send('GET', '/wechat/crop-qrcode', { headers: { cookie: planted } })
    const given = asked.headers.get('set-cookie')?.split(';')[0]
    expect(given).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}$/)
    expect(given).not.toBe(planted)
  })

  test.each([
    ['well', 'li.jian', 200],
    ['badly', 'xin.ren', 400],
  ])('has done its work with an attempt that ends %s: the browser gets a new cookie (S9)', async (_, member, code) => {
    const desk = await computer()
    const other = (await desk.send('GET', '/wechat/crop-qrcode')).data.state as string
    const answer = await desk.login(wecom.codeOf(member))
    expect(answer.code).toBe(code)
    const given = answer.headers.get('set-cookie')?.split(';')[0]
    expect(given).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}$/)
    expect(given).not.toBe(desk.cookie)
    expect((await app.anyone.get(`/wechat/crop-qrcode/${other}`)).data.status).toBe('gone')
  })

  test('has over HTTPS a cookie that no other host can set: Secure, __Host- (S9)', async () => {
    await app.close()
    app = await startApp({ settings: { wecom: wecom.settings, publicUrl: 'https://qc.example', https: true } })
    const desk = await computer()
    const form = /^__Host-caliper-qr=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    expect(desk.setCookie).toMatch(form)
    expect(await desk.view()).toMatchObject({ isOwn: true })
    const plain = desk.cookie.replace('__Host-', '')
    const { data } = await app.anyone.send('GET', `/wechat/crop-qrcode/${desk.state}`, { headers: { cookie: plain } })
    expect(data.isOwn).toBe(false)
  })

  test('is refused clearly where WeCom is not set up', async () => {
    await app.close()
    app = await startApp()
    const refused = await Promise.all([
      app.anyone.get('/wechat/crop-qrcode'),
      app.anyone.post('/wechat/crop-qrcode/login', { code: 'x', state: 'x' }),
    ])
    for (const { code, msg } of refused) expect([code, msg]).toEqual([404, 'Signing in with WeCom is not set up'])
    const { data } = await (await app.signedIn()).get('/user/messenger')
    expect(data).toEqual({ isEnabled: false, memberId: null, boundAt: null })
  })
})

describe('signing in', () => {
  test('by the phone: it sees which computer asks, confirms, and the computer gets the token', async () => {
    const desk = await computer()
    const { data: seen } = await app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)
    expect(seen).toEqual({
      status: 'waiting',
      isOwn: false,
      code: null,
      purpose: 'sign-in',
      account: null,
      asked: {
        address: 'unknown',
        browser: 'Chrome 131',
        os: expect.stringContaining('Windows'),
        at: new Date(start).toISOString(),
      },
    })
    const code = wecom.codeOf('li.jian')
    const confirmed = await phoneAnswers({ state: desk.state, code })
    expect([confirmed.code, confirmed.data, confirmed['token']]).toEqual([200, null, undefined])
    expect((await app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)).data).toMatchObject({
      status: 'confirmed',
      isOwn: false,
      code: null,
    })
    expect(await desk.view()).toMatchObject({ status: 'confirmed', isOwn: true, code })
    const { token } = await desk.login(code)
    expect((await app.callerWith(token as string).get('/getinfo')).data).toMatchObject({ userName: 'li' })
    const done = { event: 'sign-in', reason: 'done', method: 'wecom', userId: li, status: statuses.on } as const
    expect(await lastEntry()).toEqual(done)
    expect((await desk.view()).status).toBe('gone')
  })

  test('by WeCom’s own page on the same computer needs no phone', async () => {
    const { code, token } = await signIn()
    expect([code, typeof token]).toEqual([200, 'string'])
  })

  test.each([
    ['in capitals', { userid: 'LI.JIAN' }],
    ['in the older spelling of the field', { UserId: 'li.jian', DeviceId: 'x' }],
  ])('with the member’s name %s', async (_, owner) => {
    expect((await (await computer()).login(wecom.codeOf('', owner))).code).toBe(200)
  })

  test('ten computers at once ask for one access token', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200))
    expect(wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(1)
    expect(wecom.calls.filter((call) => call === 'getuserinfo')).toHaveLength(10)
  })

  test('the access token is asked for anew five minutes before its end, and after a restart', async () => {
    const tokensAsked = () => wecom.calls.filter((call) => call === 'gettoken').length
    await signIn()
    clock += 114 * MINUTE
    await signIn()
    expect(tokensAsked()).toBe(1)
    clock += 2 * MINUTE
    await signIn()
    expect(tokensAsked()).toBe(2)
    await beginAnew({})
    expect((await signIn()).code).toBe(200)
    expect(tokensAsked()).toBe(3)
  })

  test('an access token that WeCom takes back in between is renewed once, and the code still works', async () => {
    await signIn()
    wecom.expireTokens()
    const answers = await Promise.all([signIn(), signIn(), signIn()])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(2)
  })

  test('one who hears late that the token has expired takes the one that others have fetched meanwhile', async () => {
    await signIn()
    wecom.expireTokens()
    const { promise: othersAreIn, resolve } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    wecom.next('getuserinfo', async (request) => {
      asked.resolve()
      await othersAreIn
      return failing.errcode(42001)(request)
    })
    const late = signIn()
    await asked.promise
    expect((await signIn()).code).toBe(200)
    resolve()
    expect((await late).code).toBe(200)
    expect(wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(2)
  })
})

test('forty people behind one address sign in one after the other: nobody waits', async () => {
  for (let i = 0; i < 40; i++) expect((await signIn()).code).toBe(200)
})

describe('the state (S9)', () => {
  const badState = { code: 400, msg: 'This QR code has expired or was used; refresh it and try again' }
  const told = ({ code, msg }: { code: number; msg: string }) => ({ code, msg })

  test.each<[what: string, use: (desk: Awaited<ReturnType<typeof computer>>, code: string) => Promise<unknown>]>([
    ['that nobody issued', (desk, code) => desk.login(code, 'f'.repeat(48))],
    ['from another browser', async (desk, code) => (await computer()).login(code, desk.state)],
    ['without a cookie', (desk, code) => app.anyone.post('/wechat/crop-qrcode/login', { code, state: desk.state })],
    [
      'with a cookie that is not ours',
      (desk, code) =>
        app.anyone.send('POST', '/wechat/crop-qrcode/login', {
          body: { code, state: desk.state },
          headers: { cookie: 'caliper-qr=x' },
        }),
    ],
    [
      'that was used',
      async (desk, code) => {
        expect((await desk.login(wecom.codeOf('li.jian'))).code).toBe(200)
        return desk.login(code)
      },
    ],
    [
      'that was used in vain',
      async (desk, code) => {
        expect((await desk.login('invented')).msg).toStartWith('WeCom did not confirm')
        return desk.login(code)
      },
    ],
    [
      'after three minutes',
      (desk, code) => {
        clock += 3 * MINUTE
        return desk.login(code)
      },
    ],
    [
      'that the phone has refused',
      async (desk, code) => {
        await phoneAnswers({ state: desk.state, isRefused: true })
        expect(await desk.view()).toMatchObject({ status: 'refused', code: null })
        return desk.login(code)
      },
    ],
    [
      'with another code than the phone handed over',
      async (desk, code) => {
        await phoneAnswers({ state: desk.state, code: wecom.codeOf('li.jian') })
        return desk.login(code)
      },
    ],
    [
      'that the phone was asked about for binding',
      async (_, code) => (await computer((await app.signedIn()).token)).login(code),
    ],
  ])('%s is refused, always with the same words, and WeCom is not asked', async (_, use) => {
    const desk = await computer()
    const before = wecom.calls.length
    const code = wecom.codeOf('li.jian')
    const answer = (await use(desk, code)) as { code: number; msg: string; token?: string }
    expect(told(answer)).toEqual(badState)
    expect(answer.token).toBeUndefined()
    expect(await lastEntry()).toMatchObject({ reason: 'wecom-refused', userId: null, status: statuses.off })
    expect(wecom.calls.slice(before).filter((call) => call === 'getuserinfo').length).toBeLessThanOrEqual(1)
    // The code was not spent, but for the rows that spend one of their own.
    expect((await (await computer()).login(code)).code).toBe(200)
  })

  test('that a stranger tries in vain stays good for the browser that asked', async () => {
    const desk = await computer()
    expect((await (await computer()).login(wecom.codeOf('li.jian'), desk.state)).code).toBe(400)
    expect((await desk.login(wecom.codeOf('li.jian'))).code).toBe(200)
  })

  test('tried ten times at once gives one token', async () => {
    const desk = await computer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.login(wecom.codeOf('li.jian'))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(9)
  })

  test('is confirmed once: the first answer counts', async () => {
    const desk = await computer()
    const first = wecom.codeOf('li.jian')
    expect((await phoneAnswers({ state: desk.state, code: first })).code).toBe(200)
    expect(told(await phoneAnswers({ state: desk.state, code: 'another' }))).toEqual(badState)
    expect(told(await phoneAnswers({ state: desk.state, isRefused: true }))).toEqual(badState)
    expect(await desk.view()).toMatchObject({ status: 'confirmed', code: first })
  })

  test.each([
    ['no code', {}],
    ['a code with a blank', { code: 'a b' }],
    ['a code that is too long', { code: 'x'.repeat(513) }],
  ])('is not confirmed by %s', async (_, body) => {
    const desk = await computer()
    expect(Object.keys((await phoneAnswers({ state: desk.state, ...body })).errors ?? {})).toEqual(['code'])
    expect((await desk.view()).status).toBe('waiting')
  })

  describe('among many (S27)', () => {
    let qr = createQrSignIns(memoryState())
    beforeEach(() => (qr = createQrSignIns(memoryState())))
    const ask = (nonce: string, address = '10.0.0.1', at = start) =>
      qr.issue({ nonce, asked: { address, userAgent: '', at } })
    const askTimes = (times: number, address = '10.0.0.1') =>
      Array.fromAsync({ length: times }, (_, i) => ask(`${address} ${i}`, address))
    const isOpen = async ({ state }: { state?: string }, at = start) =>
      (await qr.view(state!, '', at)).status === 'waiting'

    test('a browser that asks on and on loses its own oldest alone', async () => {
      const neighbour = await ask('neighbour')
      const mine = await Array.fromAsync({ length: 400 }, () => ask('mine'))
      expect((await Promise.all(mine.map((one) => isOpen(one)))).lastIndexOf(false)).toBe(394)
      expect(await isOpen(neighbour)).toBe(true)
    })

    test.each([
      ['a network', '10.0.0.1'],
      ['an IPv6 subscriber', '2001:db8:1:2:ffff::1'],
    ])('%s waits beyond 300, and loses nothing', async (_, address) => {
      const near = address.includes(':') ? '2001:db8:1:2::1' : address
      const given = [await ask('first', near), ...(await askTimes(299, address))]
      expect(await ask('stranger', address, start + MINUTE)).toEqual({ waitMs: 2 * MINUTE })
      expect((await Promise.all(given.map((one) => isOpen(one)))).every(Boolean)).toBe(true)
      expect(await isOpen(await ask('first', near))).toBe(true) // instead of its own
      expect(await isOpen(given[0]!)).toBe(false)
      expect(await isOpen(await ask('elsewhere', '10.9.9.9'))).toBe(true)
      const later = start + 3 * MINUTE
      expect(await isOpen(await ask('stranger', address, later), later)).toBe(true)
    })

    test('a network that asks for 5000 leaves those of others alone', async () => {
      const mine = await ask('mine')
      await askTimes(5_000, '10.0.0.2')
      expect(await isOpen(mine)).toBe(true)
    })

    test('a clock that is set back by a day keeps nobody waiting', async () => {
      await askTimes(300)
      const before = start - 1440 * MINUTE
      expect(await isOpen(await ask('mine', '10.0.0.1', before), before)).toBe(true)
    })

    test('who must wait hears how long', async () => {
      for (let i = 0; i < 300; i++) await app.anyone.get('/wechat/crop-qrcode')
      const { code, headers } = await app.anyone.get('/wechat/crop-qrcode')
      expect([code, headers.get('retry-after')]).toEqual([429, '180'])
    })
  })
})

// Told before any question to the database.
describe.skipIf(isPostgres)('a WeCom that fails', () => {
  const away = [503, 'WeCom does not answer at present. Try again later, or sign in with your password']
  const refused = [400, 'WeCom did not confirm this; refresh the QR code and try again']
  const twice = <Thing>(thing: Thing): [Thing, Thing] => [thing, thing]

  test.each<[what: string, call: string, behaviours: (typeof failing.slow)[]]>([
    ['answers 500 once', 'getuserinfo', [failing.broken]],
    ['answers 502 and then 500', 'getuserinfo', [failing.badGateway, failing.broken]],
    ['asks for patience twice', 'getuserinfo', twice(failing.busy)],
    ['answers 500 once when asked for a token', 'gettoken', [failing.broken]],
    ['says once that the token is unknown', 'getuserinfo', [failing.errcode(40014)]],
    ['says once that the token has expired', 'getuserinfo', [failing.errcode(42001)]],
    ['says once that the credential is not valid', 'getuserinfo', [failing.errcode(40001)]],
  ])('and %s lets one in nevertheless', async (_, call, behaviours) => {
    wecom.next(call, ...behaviours)
    expect((await signIn()).code).toBe(200)
  })

  test.each<[what: string, behaviour: typeof failing.slow, calls: number]>([
    ['answers 500 for ever', failing.broken, 3],
    ['asks for patience for ever', failing.busy, 3],
    ['answers half of a JSON object', failing.malformed, 1],
    ['answers null', failing.noObject, 1],
    ['leaves out errcode', failing.noErrcode, 1],
    ['answers a page', failing.html, 1],
    ['answers 100 kB', failing.oversized, 1],
    ['answers without end', failing.endless, 1],
    ['leads elsewhere', failing.redirect, 1],
    ['does not know the call', failing.missing, 1],
    ['refuses for a reason of its own', failing.errcode(60020), 1],
  ])(
    'and %s is away: said so with 503, in the log too, after a bounded number of calls',
    async (_, behaviour, calls) => {
      for (const call of ['getuserinfo', 'gettoken']) {
        await beginAnew({})
        const before = wecom.calls.length
        wecom.always(call, behaviour)
        const { code, msg } = await signIn()
        expect([code, msg]).toEqual(away)
        expect(await lastEntry()).toMatchObject({ reason: 'wecom-away', userId: null, status: statuses.off })
        expect(wecom.calls.slice(before).filter((called) => called === call)).toHaveLength(calls)
      }
      expect(wecom.calls).not.toContain('elsewhere')
    },
  )

  test.each([
    ['each call', { callMs: 100, totalMs: 10_000, pausesMs: [1, 1] }, 3],
    ['all of them together', { callMs: 10_000, totalMs: 500, pausesMs: [1, 1] }, 1],
  ])('and never answers is away after the time for %s', async (_, patience, calls) => {
    await beginAnew({ patience })
    wecom.always('gettoken', failing.slow)
    const { code, msg } = await signIn()
    expect([code, msg]).toEqual(away)
    expect(wecom.calls.filter((called) => called === 'gettoken')).toHaveLength(calls)
  })

  test('and cannot be reached is away', async () => {
    await wecom.stop()
    expect((await signIn()).code).toBe(503)
  })

  test('and does not take the secret is away, and the next attempt asks again', async () => {
    await beginAnew({ secret: 'an old one' })
    expect((await signIn()).code).toBe(503)
    expect((await signIn()).code).toBe(503)
    expect(wecom.calls).toEqual(['gettoken', 'gettoken'])
  })

  test('and does not take a token for good is away after one renewal', async () => {
    wecom.always('getuserinfo', failing.errcode(42001))
    expect((await signIn()).code).toBe(503)
    expect(wecom.calls).toEqual(['gettoken', 'getuserinfo', 'gettoken', 'getuserinfo'])
  })

  test.each<[what: string, code: () => string | Promise<string>]>([
    ['a code that nobody gave out', () => 'invented'],
    [
      'a code that was used',
      async () => {
        const code = wecom.codeOf('li.jian')
        await (await computer()).login(code)
        return code
      },
    ],
  ])('refuses %s', async (_, codeOf) => {
    const { code, msg } = await (await computer()).login(await codeOf())
    expect([code, msg]).toEqual(refused)
    expect(await lastEntry()).toMatchObject({ reason: 'wecom-refused', userId: null })
  })

  test('refuses a code that has expired', async () => {
    wecom.next('getuserinfo', failing.errcode(40029))
    const { code, msg } = await signIn()
    expect([code, msg]).toEqual(refused)
  })

  test('leaves no trace of secret, token, code or state in the log (S100)', async () => {
    const written: string[] = []
    const spy = spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    const secrets: string[] = [wecom.secret]
    try {
      for (const behaviour of [failing.broken, failing.html, failing.errcode(60020), failing.redirect]) {
        const desk = await computer()
        const code = wecom.codeOf('li.jian')
        secrets.push(desk.state, code, desk.cookie.split('=')[1]!)
        wecom.always('getuserinfo', behaviour)
        await desk.login(code)
      }
      await until(() => written.join('').split('"event":"wecom"').length > 4) // lines are written at the end of the turn
    } finally {
      spy.mockRestore()
    }
    const lines = written.join('')
    expect(lines.match(/"event":"wecom"/g)).toHaveLength(4)
    expect(lines).toContain('"errcode":60020')
    for (const secret of [...secrets, ...wecom.tokens]) expect(lines).not.toContain(secret)
  })
})

describe('the server monitor', () => {
  const monitor = async (language = 'en') => {
    const { token } = await app.signedIn('sysTools:serverMonitor:list')
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    return (await (await app.app.request('/api/v1/server-monitor', { headers })).json()).wecom
  }

  test('shows the last error code of WeCom with its meaning, and the address that WeCom refuses', async () => {
    expect(await monitor()).toEqual({ lastFault: null })
    wecom.next('getuserinfo', () =>
      Response.json({
        errcode: 60020,
        errmsg: 'not allow to access from your ip, hint: [1], from ip: 203.0.113.7, more',
      }),
    )
    await signIn()
    expect(await monitor()).toEqual({
      lastFault: {
        at: new Date(start).toISOString(),
        code: 60020,
        text: expect.stringMatching(/not a trusted IP.*WeCom sees the address 203\.0\.113\.7\./),
      },
    })
    expect((await monitor('zh-CN')).lastFault.text).toMatch(/企业可信 IP.*203\.0\.113\.7/)
  })

  test.each([
    ['gettoken', failing.errcode(40001), 40001, /CALIPER_WECOM_SECRET/],
    ['getuserinfo', failing.errcode(50002), 50002, /may not see the application/],
    ['getuserinfo', failing.errcode(99999), 99999, /refused the call auth\/getuserinfo/],
    ['getuserinfo', failing.redirect, null, /did not answer .*redirect/],
  ])('of %s', async (call, behaviour, code, meaning) => {
    wecom.always(call, behaviour)
    await signIn()
    expect((await monitor()).lastFault).toMatchObject({ code, text: expect.stringMatching(meaning) })
  })

  test('keeps no fault of a code that has expired', async () => {
    wecom.next('getuserinfo', failing.errcode(40029))
    await signIn()
    expect(await monitor()).toEqual({ lastFault: null })
  })

  test('says nothing where WeCom is not set up', async () => {
    await app.close()
    app = await startApp()
    expect(await monitor()).toBeNull()
  })
})

describe('somebody who is not let in', () => {
  const users = () => app.store.db.select().from(app.store.t.users)
  const outsider = { openid: 'o-1', external_userid: 'wm-1' }
  test.each<[who: string, owner: object, prepare: () => unknown, words: RegExp, reason: string]>([
    ['a member without a binding', { userid: 'xin.ren' }, () => {}, /bind it on your profile page/, 'wecom-not-bound'],
    ['an outsider', outsider, () => {}, /not a member of the company/, 'wecom-refused'],
    ['a member of a linked company', { userid: 'corp2/li.jian' }, () => {}, /not a member/, 'wecom-refused'],
    [
      'a member bound to a disabled user',
      { userid: 'li.jian' },
      () => app.store.tx((db) => db.update(app.store.t.users).set({ status: statuses.off })),
      /may not sign in at present/,
      'disabled',
    ],
    [
      'a member bound to a user whose only role is disabled',
      { userid: 'li.jian' },
      () => app.store.tx((db) => db.update(app.store.t.roles).set({ status: statuses.off })),
      /may not sign in at present/,
      'no-role',
    ],
    [
      'a member who was bound in another company',
      { userid: 'li.jian' },
      () => app.store.tx((db) => db.update(app.store.t.bindings).set({ corpId: 'other' })),
      /bind it on your profile page/,
      'wecom-not-bound',
    ],
  ])('%s hears why and what to do, and no account is made', async (_, owner, prepare, words, reason) => {
    await prepare()
    const before = await users()
    const answer = await (await computer()).login(wecom.codeOf('', owner))
    expect([answer.code, answer['token']]).toEqual([400, undefined])
    expect(answer.msg).toMatch(words)
    expect(await lastEntry()).toMatchObject({ reason, method: 'wecom', status: statuses.off })
    expect(await users()).toEqual(before)
  })

  test.each<[what: string, change: () => Promise<unknown>, words: RegExp, reason: string]>([
    ['unbound', () => unbind(li), /bind it on your profile page/, 'wecom-not-bound'],
    ['disabled', () => disable(li), /may not sign in at present/, 'disabled'],
  ])('a member whose user is %s in the last moment hears the same', async (_, change, words, reason) => {
    beforeNextWrite(change)
    const answer = await signIn()
    expect([answer.code, answer['token']]).toEqual([400, undefined])
    expect(answer.msg).toMatch(words)
    expect(await lastEntry()).toMatchObject({ event: 'sign-in', reason, status: statuses.off })
    expect(await app.store.db.select().from(app.store.t.sessions)).toEqual([])
  })

  test('who tries on and on must wait, and fills the sign-in log no further (S22, S27)', async () => {
    const codes: number[] = []
    for (let i = 0; i < 40; i++)
      codes.push((await app.anyone.post('/wechat/crop-qrcode/login', { code: 'x', state: 'x' })).code)
    expect(codes.filter((code) => code === 400)).toHaveLength(30)
    expect(codes.at(-1)).toBe(429)
    expect(await app.store.db.select().from(app.store.t.loginLogs)).toHaveLength(30)
    expect((await signIn()).headers.get('retry-after')).toBe('5')
    clock += MINUTE
    expect((await signIn()).code).toBe(200)
  })
})

describe('one’s own binding', () => {
  /** The user `wang`, signed in. */
  async function wang() {
    const hash = passwordHash!
    const user = { username: 'wang', nickName: 'Wang', passwordHash: hash, roleKeys: ['viewer'] }
    const userId = await createUser(app.store, user, clock)
    return { ...(await app.signIn('wang', PASSWORD)), userId }
  }

  test('is made by confirming in WeCom and with the password; then one signs in with it, until it is ended', async () => {
    const { token, userId, get, delete: remove } = await wang()
    expect((await get('/user/messenger')).data).toEqual({ isEnabled: true, memberId: null, boundAt: null })
    const desk = await computer(token)
    const { data: seen } = await app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)
    expect(seen).toMatchObject({ purpose: 'bind', account: { userName: 'wang', nickName: 'Wang' } })
    const code = wecom.codeOf('Wang.Shen')
    await phoneAnswers({ state: desk.state, code })
    expect(await desk.view()).toMatchObject({ status: 'confirmed', code })
    const proposed = await desk.propose(code)
    expect([proposed.code, proposed.data]).toEqual([
      200,
      { memberId: 'Wang.Shen', expire: new Date(start + 5 * MINUTE).toISOString() },
    ])
    expect(await bindings()).toEqual({ [li]: 'li.jian' }) // whoever confirmed, the operator has not agreed yet
    expect((await desk.agree()).code).toBe(200)
    expect(await lastEntry()).toEqual({ event: 'bind', reason: 'done', method: 'wecom', userId, status: statuses.on })
    expect((await get('/user/messenger')).data).toEqual({
      isEnabled: true,
      memberId: 'wang.shen',
      boundAt: new Date(start).toISOString(),
    })
    expect((await signIn('wang.shen')).code).toBe(200)

    expect((await remove('/user/messenger', { password: PASSWORD })).code).toBe(200)
    expect(await lastEntry()).toEqual({ event: 'unbind', reason: 'done', method: 'wecom', userId, status: statuses.on })
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
    expect((await signIn('wang.shen')).code).toBe(400)
    expect((await remove('/user/messenger', { password: PASSWORD })).code).toBe(409)
    const log = await get('/user/login-log')
    expect(log.data.list.map(({ event, msg }: { event: string; msg: string }) => [event, msg])).toEqual([
      ['unbind', 'No longer bound to WeCom: done'],
      ['sign-in', 'Sign-in: done'],
      ['bind', 'Bound to WeCom: done'],
      ['sign-in', 'Sign-in: done'],
    ])
  })

  test('is not made with a wrong password, which is said at its field and leaves the code good', async () => {
    const { token } = await wang()
    const desk = await computer(token)
    await desk.propose(wecom.codeOf('wang.shen'))
    expect(await desk.agree('wrong')).toMatchObject({ code: 403, errors: { password: 'Wrong password' } })
    expect((await desk.agree()).code).toBe(200)
    expect((await desk.agree()).code).toBe(400)
  })

  type Desk = Awaited<ReturnType<typeof computer>>
  test.each<[what: string, proceed: (desk: Desk, other: Desk) => Promise<{ code: number }>]>([
    ['before anybody has answered', (desk) => desk.agree()],
    [
      'with what was proposed for another attempt',
      async (desk, other) => (await other.propose(wecom.codeOf('a')), desk.agree()),
    ],
    [
      'from another browser than the member was proposed to',
      async (desk, other) => {
        await desk.propose(wecom.codeOf('wang.shen'))
        return other.send('POST', '/user/messenger', { state: desk.state, password: PASSWORD })
      },
    ],
    [
      'five minutes after the member was proposed',
      async (desk) => {
        await desk.propose(wecom.codeOf('wang.shen'))
        clock += 5 * MINUTE
        return desk.agree()
      },
    ],
  ])('is not made %s', async (_, proceed) => {
    const { token } = await wang()
    expect((await proceed(await computer(token), await computer(token))).code).toBe(400)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('is not made by somebody else who signs in at the same browser (S9)', async () => {
    const { token } = await wang()
    const me = await app.signedIn()
    const [first, second] = [await computer(token), await computer(token)]
    const at = (desk: Desk, path: string, body: object) =>
      me.send('POST', path, { body: { state: desk.state, ...body }, headers: { cookie: desk.cookie } })
    expect((await at(first, '/user/messenger/proposal', { code: wecom.codeOf('a') })).code).toBe(400)
    const { headers } = await second.propose(wecom.codeOf('a'))
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    const proved = { body: { state: second.state, password: PASSWORD }, headers: { cookie } }
    expect((await (await app.signIn('li', PASSWORD)).send('POST', '/user/messenger', proved)).code).toBe(400)
    expect((await app.callerWith(token).send('POST', '/user/messenger', proved)).code).toBe(200)
  })

  test.each<[what: string, change: (userId: number) => Promise<unknown>, code: number]>([
    ['the session is ended', (userId) => app.store.tx((db) => revokeIn(app.store, db, { userId }, clock)), 401],
    ['the password is changed', (userId) => changePassword(userId), 403],
    ['the user is disabled', (userId) => disable(userId), 401],
  ])('is not made when %s between proof and writing', async (_, change, code) => {
    const { token, userId } = await wang()
    const desk = await computer(token)
    await desk.propose(wecom.codeOf('wang.shen'))
    beforeNextWrite(() => change(userId))
    expect((await desk.agree()).code).toBe(code)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test.each([
    ['the session is ended', () => app.store.tx((db) => revokeIn(app.store, db, { userId: li }, clock)), 401],
    ['the password is changed', () => changePassword(li), 403],
  ])('is not ended when %s between proof and writing', async (_, change, code) => {
    const me = await app.signIn('li', PASSWORD)
    beforeNextWrite(change)
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(code)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('takes with it, when it is ended, the sessions that it has opened, and no others', async () => {
    const byPassword = await app.signIn('li', PASSWORD)
    const byWecom = app.callerWith((await signIn())['token'] as string)
    const me = app.callerWith((await signIn())['token'] as string)
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(200)
    const codes = await Promise.all([byPassword, byWecom, me].map(async ({ get }) => (await get('/getinfo')).code))
    expect(codes).toEqual([200, 401, 200])
  })

  test('is no way to keep WeCom busy: after ten codes that it refuses one waits (S27)', async () => {
    const { token } = await wang()
    const codes: number[] = []
    for (let i = 0; i < 11; i++) codes.push((await (await computer(token)).propose('invented')).code)
    expect(codes).toEqual([...Array<number>(10).fill(400), 429])
    expect(wecom.calls.filter((call) => call === 'getuserinfo')).toHaveLength(10)
  })

  test('is proposed as often as one likes, as long as WeCom knows the member', async () => {
    const { token } = await wang()
    const codes: number[] = []
    for (let i = 0; i < 12; i++) codes.push((await (await computer(token)).propose(wecom.codeOf('a'))).code)
    expect(codes).toEqual(Array(12).fill(200))
  })

  test('is not ended with a wrong password', async () => {
    const me = await app.signIn('li', PASSWORD)
    expect((await me.delete('/user/messenger', { password: 'wrong' })).code).toBe(403)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('is no way to guess a password: after five tries all wait, signing in as well (S22)', async () => {
    const me = await app.signIn('li', PASSWORD)
    const codes: number[] = []
    for (let i = 0; i < 6; i++) codes.push((await me.delete('/user/messenger', { password: `guess ${i}` })).code)
    expect(codes).toEqual([403, 403, 403, 403, 403, 429])
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(429)
    expect((await app.anyone.post('/login', { username: 'li', password: PASSWORD })).code).toBe(429)
  })

  test.each<[what: string, memberId: string, code: number, words: RegExp]>([
    ['to a member who is bound to somebody else', 'li.jian', 409, /bound to another account/],
    ['to such a member in other letters', 'LI.JIAN', 409, /bound to another account/],
  ])('%s is refused', async (_, memberId, expected, words) => {
    const { token } = await wang()
    const { code, msg } = await (await computer(token)).bind(wecom.codeOf(memberId))
    expect(code).toBe(expected)
    expect(msg).toMatch(words)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('is not made over one that is there', async () => {
    const { token } = await app.signIn('li', PASSWORD)
    const { code, msg } = await (await computer(token)).bind(wecom.codeOf('xin.ren'))
    expect([code, msg]).toEqual([409, 'Your account is already bound to WeCom. Unbind it first'])
  })

  test.each([
    ['a QR code that the phone was asked about for signing in', true],
    ['the QR code of another browser', false],
  ])('is not made with %s (S9)', async (_, isOwnBrowser) => {
    const { token } = await wang()
    const asked = await computer(isOwnBrowser ? undefined : token)
    const cookie = isOwnBrowser ? asked.cookie : (await computer(token)).cookie
    const body = { code: wecom.codeOf('wang.shen'), state: asked.state }
    const proposed = await app.callerWith(token).send('POST', '/user/messenger/proposal', { body, headers: { cookie } })
    expect(proposed.code).toBe(400)
    expect(wecom.calls).toEqual([])
  })

  test.each([
    ['is away', failing.broken, 503],
    ['refuses the code', failing.errcode(40029), 400],
  ])('is not made when WeCom %s', async (_, behaviour, expected) => {
    const { token } = await wang()
    wecom.always('getuserinfo', behaviour)
    expect((await (await computer(token)).bind(wecom.codeOf('wang.shen'))).code).toBe(expected)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('of two users who want the same member at once, one gets it', async () => {
    const second = await wang()
    const zhao = { username: 'zhao', nickName: 'Zhao', passwordHash: passwordHash!, roleKeys: ['viewer'] }
    await createUser(app.store, zhao, clock)
    const first = await app.signIn('zhao', PASSWORD)
    const desks = [await computer(first.token), await computer(second.token)]
    const answers = await Promise.all(desks.map((desk) => desk.bind(wecom.codeOf('xin.ren'))))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })
})

describe('a binding by an administrator', () => {
  type Caller = Awaited<ReturnType<App['signedIn']>>
  const put = (caller: Pick<Caller, 'put'>, userId: number, memberId: string) =>
    caller.put('/sys-user/messenger', { userId, memberId })
  /** What the user `li` holds. */
  const mayDo = [
    'admin:sysRole:list',
    'admin:sysRole:query',
    'qc:template:list',
    'qc:record:list',
    'qc:analysis:list',
    'qc:signal:list',
  ] as const

  /** Who holds `tags`, and whose data scope is everything. */
  async function clerkWith(...tags: Parameters<App['signedIn']>) {
    const clerk = await app.signedIn(...tags)
    const { roles } = app.store.t
    await app.store.tx((db) => db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleKey, clerk.roleKey)))
    return clerk
  }

  beforeEach(() => {
    const action = { menuType: 'F', title: 'Change users', permission: 'admin:sysUser:edit' } as const
    return app.store.tx((db) => db.insert(app.store.t.menus).values(action))
  })

  test('takes the place of the one there is, and an empty member ends it', async () => {
    const admin = await app.signedIn('*:*:*')
    expect((await put(admin, li, 'Li.New')).code).toBe(200)
    expect(await bindings()).toEqual({ [li]: 'li.new' })
    expect((await put(admin, li, '')).msg).toBe('No longer bound to WeCom')
    expect(await bindings()).toEqual({})
  })

  test.each([
    ['another', 'li.new', 'bind'],
    ['none', '', 'unbind'],
  ])(
    'to %s ends the sessions that the one before has opened, and stands in the user’s log',
    async (_, member, event) => {
      const admin = await app.signedIn('*:*:*')
      const byPassword = await app.signIn('li', PASSWORD)
      const byWecom = app.callerWith((await signIn())['token'] as string)
      expect((await put(admin, li, member)).code).toBe(200)
      expect((await byWecom.get('/getinfo')).code).toBe(401)
      expect((await byPassword.get('/getinfo')).code).toBe(200)
      const done = { reason: 'done', method: 'wecom', userId: li, status: statuses.on } as const
      expect(await lastEntry()).toEqual({ ...done, event: event as 'bind' })
    },
  )

  test('to the member who is bound already, or to none when none is, changes nothing', async () => {
    const admin = await app.signedIn('*:*:*')
    const byWecom = app.callerWith((await signIn())['token'] as string)
    expect((await put(admin, li, 'LI.JIAN')).code).toBe(200)
    expect((await put(admin, (await app.signedIn()).userId, '')).code).toBe(200)
    expect((await byWecom.get('/getinfo')).code).toBe(200)
    expect(await lastEntry()).toMatchObject({ event: 'sign-in' })
  })

  test('is told in the server’s log, with who has done it', async () => {
    await app.close()
    const settings = { wecom: wecom.settings, publicUrl: 'https://qc.example', mode: 'production' } as const
    app = await startApp({ settings, now: () => clock })
    const admin = await app.signedIn('*:*:*')
    const { userId } = await app.signedIn()
    const written: string[] = []
    const spy = spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    try {
      expect((await put(admin, userId, 'li.new')).code).toBe(200)
      await until(() => written.join('').includes('wecom-binding')) // lines are written at the end of the turn
    } finally {
      spy.mockRestore()
    }
    const line = written
      .join('')
      .split('\n')
      .find((text) => text.includes('wecom-binding'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ event: 'wecom-binding', by: admin.userId, userId })
  })

  test('is made by whoever has the right, for a user who may do no more than they', async () => {
    expect((await put(await clerkWith('admin:sysUser:edit', ...mayDo), li, 'li.new')).code).toBe(200)
    expect(await bindings()).toEqual({ [li]: 'li.new' })
  })

  test.each<[what: string, tags: Parameters<App['signedIn']>, memberId: string, code: number, words: RegExp]>([
    ['without the right', [...mayDo], 'a', 403, /“Change users”/],
    ['for a user who may do more', ['admin:sysUser:edit', 'admin:sysRole:list'], 'a', 403, /beyond your own/],
    ['ending that of a user who may do more', ['admin:sysUser:edit'], '', 403, /beyond your own/],
    ['to something that is no member', ['*:*:*'], 'no member', 400, /memberId/],
    ['to something that begins like none', ['*:*:*'], '.li', 400, /memberId/],
  ])('%s is refused (S36)', async (_, tags, memberId, expected, words) => {
    const { code, msg } = await put(await clerkWith(...tags), li, memberId)
    expect(code).toBe(expected)
    expect(msg).toMatch(words)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('for the holder of every permission takes every permission (S36)', async () => {
    const top = await app.signedIn('*:*:*')
    const other = await app.signedIn('*:*:*')
    const clerk = await clerkWith('admin:sysUser:edit', 'admin:sysRole:list', 'admin:sysRole:remove')
    expect((await put(clerk, top.userId, 'x')).msg).toMatch(/beyond your own/)
    expect((await put(other, top.userId, 'x')).code).toBe(200)
  })

  test('for a user whose rights are switched off at present counts them: they may be switched on again (S36)', async () => {
    const { t } = app.store
    const { roleKey, userId } = await app.signedIn('admin:sysRole:remove')
    await app.store.tx((db) => db.update(t.roles).set({ status: statuses.off }).where(eq(t.roles.roleKey, roleKey)))
    const clerk = await clerkWith('admin:sysUser:edit')
    expect((await put(clerk, userId, 'x')).msg).toMatch(/beyond your own/)
    const equal = await clerkWith('admin:sysUser:edit', 'admin:sysRole:list', 'admin:sysRole:remove')
    expect((await put(equal, userId, 'x')).code).toBe(200)
  })

  test('for a user outside the data scope is 404 (S34)', async () => {
    const clerk = await app.signedIn('admin:sysUser:edit', ...mayDo)
    expect((await put(clerk, li, 'li.new')).code).toBe(404)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('is no way around one’s own password', async () => {
    const admin = await app.signedIn('*:*:*')
    expect((await put(admin, admin.userId, 'x')).msg).toMatch(/on your profile page/)
  })

  test('is not made by a program, whatever its scopes', async () => {
    const admin = await app.signedIn('*:*:*')
    const { roleKey: username } = await clerkWith('admin:sysUser:edit', ...mayDo)
    const scopes = ['admin:sysUser:edit', ...mayDo]
    const { data } = await admin.post('/sys-token', { username, name: 'Directory', scopes })
    const program = app.callerWith(data.token)
    expect((await put(program, li, 'li.new')).msg).toMatch(/not open to programs/)
    expect((await put(program, li, '')).code).toBe(403)
    expect(await bindings()).toEqual({ [li]: 'li.jian' })
  })

  test('to a member of somebody else is 409, and of an unknown user 404', async () => {
    const admin = await app.signedIn('*:*:*')
    const clerk = await app.signedIn()
    expect((await put(admin, clerk.userId, 'Li.Jian')).code).toBe(409)
    expect((await put(admin, 2_000_000, 'x')).code).toBe(404)
  })

  test('ends with the user', async () => {
    await app.store.tx((db) => db.delete(app.store.t.users).where(eq(app.store.t.users.userId, li)))
    expect(await bindings()).toEqual({})
  })
})

test('nonsense from many networks does not fill the sign-in log (S22, S27)', async () => {
  await app.close()
  const settings = { wecom: wecom.settings, publicUrl: 'https://qc.example', trustedProxies: ['unknown'] }
  app = await startApp({ settings, now: () => clock })
  const body = { state: 'a'.repeat(48), code: 'nonsense' }
  for (let i = 0; i < 350; i++) {
    const headers = { 'x-forwarded-for': `2001:db8:1:${i.toString(16)}::1` }
    expect((await app.anyone.send('POST', '/wechat/crop-qrcode/login', { body, headers })).code).toBe(400)
  }
  expect(await app.store.db.select().from(app.store.t.loginLogs)).toHaveLength(300)
})
