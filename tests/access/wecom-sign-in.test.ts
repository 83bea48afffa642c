import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { MINUTE_MS } from '#shared/durations'
import { failing } from '../support/fake-wecom'
import { start, wecomBench } from '../support/wecom'

const { here, clock, beginAnew, restart, lastEntry, computer, phoneAnswers, beforeNextWrite, disable, signIn } =
  wecomBench()

const unbind = (userId: number) =>
  here.app.store.tx((db) => db.delete(here.app.store.t.bindings).where(eq(here.app.store.t.bindings.userId, userId)))

describe('signing in', () => {
  test('by the phone: it sees which computer asks, confirms, and the computer gets the token', async () => {
    const desk = await computer()
    const { data: seen } = await here.app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)
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
    const code = here.wecom.codeOf('li.jian')
    const confirmed = await phoneAnswers({ state: desk.state, code })
    expect([confirmed.code, confirmed.data, confirmed['token']]).toEqual([200, null, undefined])
    expect((await here.app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)).data).toMatchObject({
      status: 'confirmed',
      isOwn: false,
      code: null,
    })
    expect(await desk.view()).toMatchObject({ status: 'confirmed', isOwn: true, code })
    const { token } = await desk.login(code)
    expect((await here.app.callerWith(token as string).get('/getinfo')).data).toMatchObject({ userName: 'li' })
    const done = { event: 'sign-in', reason: 'done', method: 'wecom', userId: here.li, status: statuses.on } as const
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
    expect((await (await computer()).login(here.wecom.codeOf('', owner))).code).toBe(200)
  })

  test('ten computers at once ask for one access token', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200))
    expect(here.wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(1)
    expect(here.wecom.calls.filter((call) => call === 'getuserinfo')).toHaveLength(10)
  })

  test('the access token is asked for anew five minutes before its end, and after a restart', async () => {
    const tokensAsked = () => here.wecom.calls.filter((call) => call === 'gettoken').length
    await signIn()
    clock.later(114 * MINUTE_MS)
    await signIn()
    expect(tokensAsked()).toBe(1)
    clock.later(2 * MINUTE_MS)
    await signIn()
    expect(tokensAsked()).toBe(2)
    await beginAnew({})
    expect((await signIn()).code).toBe(200)
    expect(tokensAsked()).toBe(3)
  })

  test('an access token that WeCom takes back in between is renewed once, and the code still works', async () => {
    await signIn()
    here.wecom.expireTokens()
    const answers = await Promise.all([signIn(), signIn(), signIn()])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(here.wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(2)
  })

  test('one who hears late that the token has expired takes the one that others have fetched meanwhile', async () => {
    await signIn()
    here.wecom.expireTokens()
    const { promise: othersAreIn, resolve } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    here.wecom.next('getuserinfo', async (request) => {
      asked.resolve()
      await othersAreIn
      return failing.errcode(42001)(request)
    })
    const late = signIn()
    await asked.promise
    expect((await signIn()).code).toBe(200)
    resolve()
    expect((await late).code).toBe(200)
    expect(here.wecom.calls.filter((call) => call === 'gettoken')).toHaveLength(2)
  })
})

test('forty people behind one address sign in one after the other: nobody waits', async () => {
  for (let i = 0; i < 40; i++) expect((await signIn()).code).toBe(200)
})

describe('somebody who is not let in', () => {
  const users = () => here.app.store.db.select().from(here.app.store.t.users)
  const outsider = { openid: 'o-1', external_userid: 'wm-1' }
  test.each<[who: string, owner: object, prepare: () => unknown, words: RegExp, reason: string]>([
    ['a member without a binding', { userid: 'xin.ren' }, () => {}, /bind it on your profile page/, 'wecom-not-bound'],
    ['an outsider', outsider, () => {}, /not a member of the company/, 'wecom-refused'],
    ['a member of a linked company', { userid: 'corp2/li.jian' }, () => {}, /not a member/, 'wecom-refused'],
    [
      'a member bound to a disabled user',
      { userid: 'li.jian' },
      () => here.app.store.tx((db) => db.update(here.app.store.t.users).set({ status: statuses.off })),
      /may not sign in at present/,
      'disabled',
    ],
    [
      'a member bound to a user whose only role is disabled',
      { userid: 'li.jian' },
      () => here.app.store.tx((db) => db.update(here.app.store.t.roles).set({ status: statuses.off })),
      /may not sign in at present/,
      'no-role',
    ],
    [
      'a member who was bound in another company',
      { userid: 'li.jian' },
      () => here.app.store.tx((db) => db.update(here.app.store.t.bindings).set({ corpId: 'other' })),
      /bind it on your profile page/,
      'wecom-not-bound',
    ],
  ])('%s hears why and what to do, and no account is made', async (_, owner, prepare, words, reason) => {
    await prepare()
    const before = await users()
    const answer = await (await computer()).login(here.wecom.codeOf('', owner))
    expect([answer.code, answer['token']]).toEqual([400, undefined])
    expect(answer.msg).toMatch(words)
    expect(await lastEntry()).toMatchObject({ reason, method: 'wecom', status: statuses.off })
    expect(await users()).toEqual(before)
  })

  test.each<[what: string, change: () => Promise<unknown>, words: RegExp, reason: string]>([
    ['unbound', () => unbind(here.li), /bind it on your profile page/, 'wecom-not-bound'],
    ['disabled', () => disable(here.li), /may not sign in at present/, 'disabled'],
  ])('a member whose user is %s in the last moment hears the same', async (_, change, words, reason) => {
    beforeNextWrite(change)
    const answer = await signIn()
    expect([answer.code, answer['token']]).toEqual([400, undefined])
    expect(answer.msg).toMatch(words)
    expect(await lastEntry()).toMatchObject({ event: 'sign-in', reason, status: statuses.off })
    expect(await here.app.store.db.select().from(here.app.store.t.sessions)).toEqual([])
  })

  test('who tries on and on must wait, and fills the sign-in log no further (S22, S27)', async () => {
    const codes: number[] = []
    for (let i = 0; i < 40; i++)
      codes.push((await here.app.anyone.post('/wechat/crop-qrcode/login', { code: 'x', state: 'x' })).code)
    expect(codes.filter((code) => code === 400)).toHaveLength(30)
    expect(codes.at(-1)).toBe(429)
    expect(await here.app.store.db.select().from(here.app.store.t.loginLogs)).toHaveLength(30)
    expect((await signIn()).headers.get('retry-after')).toBe('5')
    clock.later(MINUTE_MS)
    expect((await signIn()).code).toBe(200)
  })
})

test('nonsense from many networks does not fill the sign-in log (S22, S27)', async () => {
  const settings = { wecom: here.wecom.settings, publicUrl: 'https://qc.example', trustedProxies: ['unknown'] }
  await restart({ settings, now: clock.now })
  const body = { state: 'a'.repeat(48), code: 'nonsense' }
  for (let i = 0; i < 350; i++) {
    const headers = { 'x-forwarded-for': `2001:db8:1:${i.toString(16)}::1` }
    expect((await here.app.anyone.send('POST', '/wechat/crop-qrcode/login', { body, headers })).code).toBe(400)
  }
  expect(await here.app.store.db.select().from(here.app.store.t.loginLogs)).toHaveLength(300)
})
