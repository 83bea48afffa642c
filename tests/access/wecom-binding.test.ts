import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { revokeIn } from '#server/access/session/end'
import { statuses } from '#shared/constants'
import { MINUTE_MS } from '#shared/durations'
import type { App } from '../support/app'
import { failing } from '../support/fake-wecom'
import { until } from '../support/until'
import { PASSWORD, start, wecomBench } from '../support/wecom'

/** Which member of WeCom a user is: by themselves, and by an administrator. */
const { here, clock, restart, addUser, bindings, lastEntry, computer, phoneAnswers, beforeNextWrite, disable, signIn } =
  wecomBench()

/** By the user, whose session stays open. */
const changePassword = (userId: number) =>
  here.app.store.tx((db) =>
    db
      .update(here.app.store.t.credentials)
      .set({ passwordHash: 'another' })
      .where(eq(here.app.store.t.credentials.userId, userId)),
  )

describe('one’s own binding', () => {
  /** The user `wang`, signed in. */
  async function wang() {
    const userId = await addUser('wang', 'Wang')
    return { ...(await here.app.signIn('wang', PASSWORD)), userId }
  }

  test('is made by confirming in WeCom and with the password; then one signs in with it, until it is ended', async () => {
    const { token, userId, get, delete: remove } = await wang()
    expect((await get('/user/messenger')).data).toEqual({ isEnabled: true, memberId: null, boundAt: null })
    const desk = await computer(token)
    const { data: seen } = await here.app.anyone.get(`/wechat/crop-qrcode/${desk.state}`)
    expect(seen).toMatchObject({ purpose: 'bind', account: { userName: 'wang', nickName: 'Wang' } })
    const code = here.wecom.codeOf('Wang.Shen')
    await phoneAnswers({ state: desk.state, code })
    expect(await desk.view()).toMatchObject({ status: 'confirmed', code })
    const proposed = await desk.propose(code)
    expect([proposed.code, proposed.data]).toEqual([
      200,
      { memberId: 'Wang.Shen', expire: new Date(start + 5 * MINUTE_MS).toISOString() },
    ])
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' }) // whoever confirmed, the operator has not agreed yet
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
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
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
    await desk.propose(here.wecom.codeOf('wang.shen'))
    expect(await desk.agree('wrong')).toMatchObject({ code: 403, errors: { password: 'Wrong password' } })
    expect((await desk.agree()).code).toBe(200)
    expect((await desk.agree()).code).toBe(400)
  })

  type Desk = Awaited<ReturnType<typeof computer>>
  test.each<[what: string, proceed: (desk: Desk, other: Desk) => Promise<{ code: number }>]>([
    ['before anybody has answered', (desk) => desk.agree()],
    [
      'with what was proposed for another attempt',
      async (desk, other) => (await other.propose(here.wecom.codeOf('a')), desk.agree()),
    ],
    [
      'from another browser than the member was proposed to',
      async (desk, other) => {
        await desk.propose(here.wecom.codeOf('wang.shen'))
        return other.send('POST', '/user/messenger', { state: desk.state, password: PASSWORD })
      },
    ],
    [
      'five minutes after the member was proposed',
      async (desk) => {
        await desk.propose(here.wecom.codeOf('wang.shen'))
        clock.later(5 * MINUTE_MS)
        return desk.agree()
      },
    ],
  ])('is not made %s', async (_, proceed) => {
    const { token } = await wang()
    expect((await proceed(await computer(token), await computer(token))).code).toBe(400)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('is not made by somebody else who signs in at the same browser (S9)', async () => {
    const { token } = await wang()
    const me = await here.app.signedIn()
    const [first, second] = [await computer(token), await computer(token)]
    const at = (desk: Desk, path: string, body: object) =>
      me.send('POST', path, { body: { state: desk.state, ...body }, headers: { cookie: desk.cookie } })
    expect((await at(first, '/user/messenger/proposal', { code: here.wecom.codeOf('a') })).code).toBe(400)
    const { headers } = await second.propose(here.wecom.codeOf('a'))
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    const proved = { body: { state: second.state, password: PASSWORD }, headers: { cookie } }
    expect((await (await here.app.signIn('li', PASSWORD)).send('POST', '/user/messenger', proved)).code).toBe(400)
    expect((await here.app.callerWith(token).send('POST', '/user/messenger', proved)).code).toBe(200)
  })

  test.each<[what: string, change: (userId: number) => Promise<unknown>, code: number]>([
    [
      'the session is ended',
      (userId) => here.app.store.tx((db) => revokeIn(here.app.store, db, { userId }, clock.now())),
      401,
    ],
    ['the password is changed', (userId) => changePassword(userId), 403],
    ['the user is disabled', (userId) => disable(userId), 401],
  ])('is not made when %s between proof and writing', async (_, change, code) => {
    const { token, userId } = await wang()
    const desk = await computer(token)
    await desk.propose(here.wecom.codeOf('wang.shen'))
    beforeNextWrite(() => change(userId))
    expect((await desk.agree()).code).toBe(code)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test.each([
    [
      'the session is ended',
      () => here.app.store.tx((db) => revokeIn(here.app.store, db, { userId: here.li }, clock.now())),
      401,
    ],
    ['the password is changed', () => changePassword(here.li), 403],
  ])('is not ended when %s between proof and writing', async (_, change, code) => {
    const me = await here.app.signIn('li', PASSWORD)
    beforeNextWrite(change)
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(code)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('takes with it, when it is ended, the sessions that it has opened, and no others', async () => {
    const byPassword = await here.app.signIn('li', PASSWORD)
    const byWecom = here.app.callerWith((await signIn())['token'] as string)
    const me = here.app.callerWith((await signIn())['token'] as string)
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(200)
    const codes = await Promise.all([byPassword, byWecom, me].map(async ({ get }) => (await get('/getinfo')).code))
    expect(codes).toEqual([200, 401, 200])
  })

  test('is no way to keep WeCom busy: after ten codes that it refuses one waits (S27)', async () => {
    const { token } = await wang()
    const codes: number[] = []
    for (let i = 0; i < 11; i++) codes.push((await (await computer(token)).propose('invented')).code)
    expect(codes).toEqual([...Array<number>(10).fill(400), 429])
    expect(here.wecom.calls.filter((call) => call === 'getuserinfo')).toHaveLength(10)
  })

  test('is proposed as often as one likes, as long as WeCom knows the member', async () => {
    const { token } = await wang()
    const codes: number[] = []
    for (let i = 0; i < 12; i++) codes.push((await (await computer(token)).propose(here.wecom.codeOf('a'))).code)
    expect(codes).toEqual(Array(12).fill(200))
  })

  test('is not ended with a wrong password', async () => {
    const me = await here.app.signIn('li', PASSWORD)
    expect((await me.delete('/user/messenger', { password: 'wrong' })).code).toBe(403)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('is no way to guess a password: after five tries all wait, signing in as well (S22)', async () => {
    const me = await here.app.signIn('li', PASSWORD)
    const codes: number[] = []
    for (let i = 0; i < 6; i++) codes.push((await me.delete('/user/messenger', { password: `guess ${i}` })).code)
    expect(codes).toEqual([403, 403, 403, 403, 403, 429])
    expect((await me.delete('/user/messenger', { password: PASSWORD })).code).toBe(429)
    expect((await here.app.anyone.post('/login', { username: 'li', password: PASSWORD })).code).toBe(429)
  })

  test.each<[what: string, memberId: string, code: number, words: RegExp]>([
    ['to a member who is bound to somebody else', 'li.jian', 409, /bound to another account/],
    ['to such a member in other letters', 'LI.JIAN', 409, /bound to another account/],
  ])('%s is refused', async (_, memberId, expected, words) => {
    const { token } = await wang()
    const { code, msg } = await (await computer(token)).bind(here.wecom.codeOf(memberId))
    expect(code).toBe(expected)
    expect(msg).toMatch(words)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('is not made over one that is there', async () => {
    const { token } = await here.app.signIn('li', PASSWORD)
    const { code, msg } = await (await computer(token)).bind(here.wecom.codeOf('xin.ren'))
    expect([code, msg]).toEqual([409, 'Your account is already bound to WeCom. Unbind it first'])
  })

  test.each([
    ['a QR code that the phone was asked about for signing in', true],
    ['the QR code of another browser', false],
  ])('is not made with %s (S9)', async (_, isOwnBrowser) => {
    const { token } = await wang()
    const asked = await computer(isOwnBrowser ? undefined : token)
    const cookie = isOwnBrowser ? asked.cookie : (await computer(token)).cookie
    const body = { code: here.wecom.codeOf('wang.shen'), state: asked.state }
    const proposed = await here.app
      .callerWith(token)
      .send('POST', '/user/messenger/proposal', { body, headers: { cookie } })
    expect(proposed.code).toBe(400)
    expect(here.wecom.calls).toEqual([])
  })

  test.each([
    ['is away', failing.broken, 503],
    ['refuses the code', failing.errcode(40029), 400],
  ])('is not made when WeCom %s', async (_, behaviour, expected) => {
    const { token } = await wang()
    here.wecom.always('getuserinfo', behaviour)
    expect((await (await computer(token)).bind(here.wecom.codeOf('wang.shen'))).code).toBe(expected)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('of two users who want the same member at once, one gets it', async () => {
    const second = await wang()
    await addUser('zhao', 'Zhao')
    const first = await here.app.signIn('zhao', PASSWORD)
    const desks = [await computer(first.token), await computer(second.token)]
    const answers = await Promise.all(desks.map((desk) => desk.bind(here.wecom.codeOf('xin.ren'))))
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
    const clerk = await here.app.signedIn(...tags)
    const { roles } = here.app.store.t
    await here.app.store.tx((db) => db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleKey, clerk.roleKey)))
    return clerk
  }

  beforeEach(() => {
    const action = { menuType: 'F', title: 'Change users', permission: 'admin:sysUser:edit' } as const
    return here.app.store.tx((db) => db.insert(here.app.store.t.menus).values(action))
  })

  test('takes the place of the one there is, and an empty member ends it', async () => {
    const admin = await here.app.signedIn('*:*:*')
    expect((await put(admin, here.li, 'Li.New')).code).toBe(200)
    expect(await bindings()).toEqual({ [here.li]: 'li.new' })
    expect((await put(admin, here.li, '')).msg).toBe('No longer bound to WeCom')
    expect(await bindings()).toEqual({})
  })

  test.each([
    ['another', 'li.new', 'bind'],
    ['none', '', 'unbind'],
  ])(
    'to %s ends the sessions that the one before has opened, and stands in the user’s log',
    async (_, member, event) => {
      const admin = await here.app.signedIn('*:*:*')
      const byPassword = await here.app.signIn('li', PASSWORD)
      const byWecom = here.app.callerWith((await signIn())['token'] as string)
      expect((await put(admin, here.li, member)).code).toBe(200)
      expect((await byWecom.get('/getinfo')).code).toBe(401)
      expect((await byPassword.get('/getinfo')).code).toBe(200)
      const done = { reason: 'done', method: 'wecom', userId: here.li, status: statuses.on } as const
      expect(await lastEntry()).toEqual({ ...done, event: event as 'bind' })
    },
  )

  test('to the member who is bound already, or to none when none is, changes nothing', async () => {
    const admin = await here.app.signedIn('*:*:*')
    const byWecom = here.app.callerWith((await signIn())['token'] as string)
    expect((await put(admin, here.li, 'LI.JIAN')).code).toBe(200)
    expect((await put(admin, (await here.app.signedIn()).userId, '')).code).toBe(200)
    expect((await byWecom.get('/getinfo')).code).toBe(200)
    expect(await lastEntry()).toMatchObject({ event: 'sign-in' })
  })

  test('is told in the server’s log, with who has done it', async () => {
    const settings = { wecom: here.wecom.settings, publicUrl: 'https://qc.example', mode: 'production' } as const
    await restart({ settings, now: clock.now })
    const admin = await here.app.signedIn('*:*:*')
    const { userId } = await here.app.signedIn()
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
    expect((await put(await clerkWith('admin:sysUser:edit', ...mayDo), here.li, 'li.new')).code).toBe(200)
    expect(await bindings()).toEqual({ [here.li]: 'li.new' })
  })

  test.each<[what: string, tags: Parameters<App['signedIn']>, memberId: string, code: number, words: RegExp]>([
    ['without the right', [...mayDo], 'a', 403, /“Change users”/],
    ['for a user who may do more', ['admin:sysUser:edit', 'admin:sysRole:list'], 'a', 403, /beyond your own/],
    ['ending that of a user who may do more', ['admin:sysUser:edit'], '', 403, /beyond your own/],
    ['to something that is no member', ['*:*:*'], 'no member', 400, /memberId/],
    ['to something that begins like none', ['*:*:*'], '.li', 400, /memberId/],
  ])('%s is refused (S36)', async (_, tags, memberId, expected, words) => {
    const { code, msg } = await put(await clerkWith(...tags), here.li, memberId)
    expect(code).toBe(expected)
    expect(msg).toMatch(words)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('for the holder of every permission takes every permission (S36)', async () => {
    const top = await here.app.signedIn('*:*:*')
    const other = await here.app.signedIn('*:*:*')
    const clerk = await clerkWith('admin:sysUser:edit', 'admin:sysRole:list', 'admin:sysRole:remove')
    expect((await put(clerk, top.userId, 'x')).msg).toMatch(/beyond your own/)
    expect((await put(other, top.userId, 'x')).code).toBe(200)
  })

  test('for a user whose rights are switched off at present counts them: they may be switched on again (S36)', async () => {
    const { t } = here.app.store
    const { roleKey, userId } = await here.app.signedIn('admin:sysRole:remove')
    await here.app.store.tx((db) =>
      db.update(t.roles).set({ status: statuses.off }).where(eq(t.roles.roleKey, roleKey)),
    )
    const clerk = await clerkWith('admin:sysUser:edit')
    expect((await put(clerk, userId, 'x')).msg).toMatch(/beyond your own/)
    const equal = await clerkWith('admin:sysUser:edit', 'admin:sysRole:list', 'admin:sysRole:remove')
    expect((await put(equal, userId, 'x')).code).toBe(200)
  })

  test('for a user outside the data scope is 404 (S34)', async () => {
    const clerk = await here.app.signedIn('admin:sysUser:edit', ...mayDo)
    expect((await put(clerk, here.li, 'li.new')).code).toBe(404)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('is no way around one’s own password', async () => {
    const admin = await here.app.signedIn('*:*:*')
    expect((await put(admin, admin.userId, 'x')).msg).toMatch(/on your profile page/)
  })

  test('is not made by a program, whatever its scopes', async () => {
    const admin = await here.app.signedIn('*:*:*')
    const { roleKey: username } = await clerkWith('admin:sysUser:edit', ...mayDo)
    const scopes = ['admin:sysUser:edit', ...mayDo]
    const { data } = await admin.post('/sys-token', { username, name: 'Directory', scopes })
    const program = here.app.callerWith(data.token)
    expect((await put(program, here.li, 'li.new')).msg).toMatch(/not open to programs/)
    expect((await put(program, here.li, '')).code).toBe(403)
    expect(await bindings()).toEqual({ [here.li]: 'li.jian' })
  })

  test('to a member of somebody else is 409, and of an unknown user 404', async () => {
    const admin = await here.app.signedIn('*:*:*')
    const clerk = await here.app.signedIn()
    expect((await put(admin, clerk.userId, 'Li.Jian')).code).toBe(409)
    expect((await put(admin, 2_000_000, 'x')).code).toBe(404)
  })

  test('ends with the user', async () => {
    await here.app.store.tx((db) => db.delete(here.app.store.t.users).where(eq(here.app.store.t.users.userId, here.li)))
    expect(await bindings()).toEqual({})
  })
})
