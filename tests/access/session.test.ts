import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createUser, setPassword } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { digest } from '#server/platform/security/token'
import { statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { envelopeStatus, startApp, type App } from '../support/app'
import { cheapHash } from '../support/password'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = Date.parse('2026-11-21T08:00:00Z')
const right = { username: 'li', password: 'caliper-demo' }

let app: App
let clock = start
let userId = 0
let passwordHash: string | undefined

beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock })
  passwordHash ??= await cheapHash(right.password)
  const li = { username: 'li', nickName: 'Li', passwordHash, roleKeys: ['approver', 'viewer'] }
  userId = await createUser(app.store, li, clock)
})
afterEach(() => app.close())

async function signIn() {
  const answer = await app.anyone.post('/login', right)
  return app.callerWith(answer['token'] as string)
}
const refresh = (token: string | undefined) => app.anyone.post('//refreshtoken', { token })
const entries = async () => app.store.db.select().from(app.store.t.loginLogs)

describe('an old token is refused at once (S5, S7, S14, S15, S16, S17)', () => {
  const { on, off } = statuses
  const events: [after: string, code: number, happen: (token: string) => Promise<unknown>][] = [
    ['a refresh', 401, (token) => refresh(token)],
    ['signing out', 401, (token) => app.callerWith(token).post('/logout', {})],
    [
      'a change of the password in another session',
      401,
      async () =>
        (await signIn()).put('/user/pwd/set', { oldPassword: right.password, newPassword: 'twelve green apples' }),
    ],
    [
      'a reset of the password',
      401,
      async () => setPassword(app.store, userId, await hashPassword('another one'), clock),
    ],
    [
      'a change of the role acted as',
      401,
      (token) => app.callerWith(token).put('/user/acting-role', { roleKey: 'viewer' }),
    ],
    [
      'disabling the user',
      401,
      () =>
        app.store.tx((db) =>
          db.update(app.store.t.users).set({ status: off }).where(eq(app.store.t.users.userId, userId)),
        ),
    ],
    [
      'removing the roles of the user',
      401,
      () => app.store.tx((db) => db.delete(app.store.t.userRoles).where(eq(app.store.t.userRoles.userId, userId))),
    ],
    [
      'disabling all roles of the user, and enabling them again',
      401,
      async () => {
        const admin = await app.signedIn(ALL_PERMISSIONS)
        const held = await app.store.db
          .select()
          .from(app.store.t.userRoles)
          .where(eq(app.store.t.userRoles.userId, userId))
        for (const status of [off, on]) {
          for (const { roleId } of held) await admin.put('/role-status', { roleId, status })
        }
      },
    ],
    [
      'an administrator has ended the session',
      401,
      async () => {
        const admin = await app.signedIn(ALL_PERMISSIONS)
        const { list } = (await admin.get('/sys-session?username=li')).data
        await admin.delete('/sys-session', { ids: list.map((one: { sessionId: number }) => one.sessionId) })
      },
    ],
    ['12 hours', 6401, async () => (clock += 12 * HOUR)],
    ['the clock is set back by a year', 6401, async () => (clock -= 365 * 24 * HOUR)],
    ['30 minutes without use', 6401, async () => (clock += 30 * MINUTE)],
  ]
  const uses: [what: string, use: (token: string) => Promise<{ code: number }>][] = [
    ['to read', (token) => app.callerWith(token).get('/role')],
    ['to write', (token) => app.callerWith(token).put('/role-status', { roleId: 2, status: on })],
    ['to be refreshed', refresh],
  ]
  for (const [after, code, happen] of events) {
    test.each(uses)(`after ${after}: %s`, async (_, use) => {
      const { token } = await signIn()
      await happen(token!)
      expect((await use(token!)).code).toBe(code)
    })
  }
})

test('a session that is over is known as such for 30 days, whoever signs in meanwhile', async () => {
  const { get } = await signIn()
  for (const [days, code] of [
    [1, 6401],
    [30, 6401],
    [31, 401],
  ] as const) {
    clock = start + days * 24 * HOUR
    await signIn()
    expect([days, (await get('/getinfo')).code]).toEqual([days, code])
  }
})

describe('a token that was replaced and is brought again', () => {
  const oldOnes: [what: string, afterMs: number, code: number][] = [
    ['within ten seconds is taken for another window of the browser', 10_000, 200],
    ['later ends the session it was of, the new token included', 10_001, 401],
  ]
  test.each(oldOnes)('%s', async (_, afterMs, code) => {
    const { token } = await signIn()
    const { token: fresh } = await refresh(token)
    clock += afterMs
    expect((await refresh(token)).code).toBe(401)
    expect((await app.callerWith(fresh as string).get('/getinfo')).code).toBe(code)
  })

  test('ends that session alone, and the sign-in log says so', async () => {
    const other = await signIn()
    const { token } = await signIn()
    await refresh(token)
    clock += MINUTE
    await refresh(token)
    await refresh(token)
    expect((await other.get('/getinfo')).code).toBe(200)
    expect((await entries()).filter(({ event }) => event === 'replay')).toMatchObject([
      { reason: 'token-replayed', status: statuses.off, userId, username: 'li' },
    ])
  })

  test('to read ends it as well, so that a thief who was quicker with the swap is thrown out', async () => {
    const victim = await signIn()
    const { token: thiefs } = await refresh(victim.token)
    clock += 9_000
    expect((await victim.get('/getinfo')).code).toBe(401)
    expect((await app.callerWith(thiefs as string).get('/getinfo')).code).toBe(200)
    clock += 2_000
    expect((await victim.get('/getinfo')).code).toBe(401)
    expect((await app.callerWith(thiefs as string).get('/getinfo')).code).toBe(401)
  })

  test('is known among the last hundred of a session; swapping without end does not fill the disk', async () => {
    let { token } = await signIn()
    for (let round = 0; round < 120; round += 1) {
      clock += 1
      token = (await refresh(token))['token'] as string
    }
    expect((await app.store.db.select().from(app.store.t.tokens)).length).toBeWithin(100, 102)
    expect((await app.callerWith(token).get('/getinfo')).code).toBe(200)
  })

  test('refreshing all the time does not outlive the absolute end', async () => {
    let { token } = await signIn()
    const codes: number[] = []
    for (; clock < start + 13 * HOUR; clock += 20 * MINUTE) {
      const answer = await refresh(token)
      codes.push(answer.code)
      if (answer.code === 200) token = answer['token'] as string
    }
    expect(codes.indexOf(6401)).toBe(36)
  })
})

describe('a swap whose answer got lost is sent again with its key (S15)', () => {
  const key = 'a-key-of-random-bits'
  const swap = (token: string | undefined, swapKey = key) =>
    app.anyone.send('POST', '//refreshtoken', { body: { token }, headers: { 'x-swap-key': swapKey } })
  const readBy = (token: string | undefined, swapKey = key) =>
    app.callerWith(token).send('GET', '/getinfo', { headers: { 'x-swap-key': swapKey } })
  const replays = async () => (await entries()).filter(({ event }) => event === 'replay').length
  /** The token of a swap that nobody has heard the answer to, and the one that it answered. */
  async function swapped() {
    const { token } = await signIn()
    const fresh = (await swap(token))['token'] as string
    return { token: token!, fresh }
  }

  test('and brings the same token for 30 seconds, which goes on with the session', async () => {
    const { token, fresh } = await swapped()
    for (const afterMs of [0, 15_000, 15_000]) {
      clock += afterMs
      expect(await swap(token)).toMatchObject({ code: 200, token: fresh, expire: expect.any(String) })
    }
    expect((await readBy(fresh)).code).toBe(200)
    expect((await swap(fresh))['token']).not.toBe(fresh)
    expect(await replays()).toBe(0)
  })

  test('what else is sent under the old token meanwhile is refused, and is no replay', async () => {
    const { token, fresh } = await swapped()
    clock += 20_000
    expect((await readBy(token)).code).toBe(401)
    expect((await swap(token))['token']).toBe(fresh)
    expect((await readBy(fresh)).code).toBe(200)
    expect(await replays()).toBe(0)
  })

  test('sent ten times at once, it answers one token', async () => {
    const { token } = await signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => swap(token)))
    const tokens = new Set(answers.map((answer) => answer['token'] as string))
    expect(tokens.size).toBe(1)
    for (const fresh of tokens) expect((await readBy(fresh)).code).toBe(200)
  })

  const tooLate: [what: string, happen: (fresh: string) => Promise<unknown>][] = [
    ['30 seconds', async () => (clock += 30_001)],
    [
      'a request with the new token',
      async (fresh) => {
        await readBy(fresh)
        clock += 10_001
      },
    ],
    [
      'a request with the new token that is no sign of work',
      async (fresh) => {
        await app.callerWith(fresh).send('GET', '/getinfo', { headers: { 'x-idle': '1' } })
        clock += 10_001
      },
    ],
    [
      'a swap of the new token',
      async (fresh) => {
        await refresh(fresh)
        clock += 10_001
      },
    ],
  ]
  const uses: [what: string, use: (token: string) => Promise<{ code: number }>][] = [
    ['the swap', (token) => swap(token)],
    ['a request', (token) => readBy(token)],
  ]
  for (const [after, happen] of tooLate) {
    test.each(uses)(`after ${after} it is too late: %s with the old token ends the session`, async (_, use) => {
      const { token, fresh } = await swapped()
      await happen(fresh)
      expect((await use(token)).code).toBe(401)
      expect((await readBy(fresh)).code).toBe(401)
      expect(await replays()).toBe(1)
    })
  }

  test('once the new token is used, nobody gets it again, also at once', async () => {
    const { token, fresh } = await swapped()
    expect((await readBy(fresh)).code).toBe(200)
    expect((await swap(token)).code).toBe(401)
    expect((await readBy(fresh)).code).toBe(200)
    expect(await replays()).toBe(0)
  })

  const strangers: [what: string, headers: Record<string, string>][] = [
    ['no key', {}],
    ['another key', { 'x-swap-key': 'a-key-that-was-guessed' }],
    ['something too short for a key', { 'x-swap-key': 'a' }],
  ]
  test.each(strangers)(
    'a copy of the old token with %s gets nothing, and ends the session as ever',
    async (_, headers) => {
      const { token, fresh } = await swapped()
      const guess = () => app.anyone.send('POST', '//refreshtoken', { body: { token }, headers })
      expect(await guess()).toMatchObject({ code: 401, data: null })
      clock += 10_001
      expect((await guess()).code).toBe(401)
      expect((await readBy(fresh)).code).toBe(401)
      expect(await replays()).toBe(1)
    },
  )

  test('the key alone gets nothing, with no token and with that of another session', async () => {
    const { fresh } = await swapped()
    const other = await signIn()
    expect((await swap('x'.repeat(43))).code).toBe(401)
    expect((await swap(other.token))['token']).not.toBe(fresh)
  })

  test('a session that was ended meanwhile answers nothing', async () => {
    const { token, fresh } = await swapped()
    await app.store.tx((db) => db.update(app.store.t.users).set({ status: statuses.off }))
    expect((await swap(token)).code).toBe(401)
    await app.store.tx((db) => db.update(app.store.t.users).set({ status: statuses.on }))
    expect((await swap(token))['token']).toBe(fresh)
    await app.store.tx((db) => db.update(app.store.t.sessions).set({ revokedAt: clock }))
    expect((await swap(token)).code).toBe(401)
  })

  test('the database holds hashes of the tokens alone, and nothing of the key (S12)', async () => {
    const { token, fresh } = await swapped()
    const rows = await app.store.db.select().from(app.store.t.tokens)
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(digest(fresh))
    for (const secret of [token, fresh, key]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('the answer to a change of the role acted as is brought by a swap with its key', async () => {
    const { token } = await signIn()
    const sent = { body: { roleKey: 'viewer' }, headers: { 'x-swap-key': key } }
    const answer = await app.callerWith(token).send('PUT', '/user/acting-role', sent)
    const { token: fresh } = await swap(token)
    expect(fresh).toBe(answer['token'])
    expect((await readBy(fresh as string)).data.roles).toEqual(['viewer'])
  })
})

describe('acting as one of several roles (spec: changing role)', () => {
  const setActingRole = async (roleKey: string) => {
    const { token } = await signIn()
    const answer = await app.callerWith(token).put('/user/acting-role', { roleKey })
    return app.callerWith(answer['token'] as string)
  }
  const rows: [what: string, roleKey: string, roles: string[], canAdd: number][] = [
    ['the stronger one keeps what it may', 'approver', ['approver'], 400],
    ['the weaker one may no more than that role', 'viewer', ['viewer'], 403],
    ['all of them may what any of them may', '*', ['approver', 'viewer'], 400],
  ]
  test.each(rows)('%s', async (_, roleKey, roles, canAdd) => {
    const li = await setActingRole(roleKey)
    const { data } = await li.get('/getinfo')
    expect(data).toMatchObject({ roles, actingRole: roleKey })
    expect(data.ownRoles.map((own: { roleKey: string }) => own.roleKey)).toEqual(['approver', 'viewer'])
    expect((await li.post('/role', {})).code).toBe(canAdd)
  })

  test('the menu follows the role', async () => {
    const { t } = app.store
    const [display] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, 'display'))
    await app.store.tx((db) => db.insert(t.userRoles).values({ userId, roleId: display!.roleId }))
    expect((await (await setActingRole('*')).get('/menurole')).data).not.toBeEmpty()
    const menu = (await (await setActingRole('display')).get('/menurole')).data
    // other front ends of the API family have no wall
    expect(menu).toMatchObject(envelopeStatus === '200' ? [] : [{ children: [{ path: '/caliper/bigscreen' }] }])
  })

  test('a session ends for good when its role is disabled; one that acts as all of them goes on (S7)', async () => {
    const boss = await app.signedIn(ALL_PERMISSIONS)
    const [viewer, all] = [await setActingRole('viewer'), await setActingRole('*')]
    const { list } = (await boss.get('/role?pageSize=100')).data
    const { roleId } = list.find((role: { roleKey: string }) => role.roleKey === 'viewer')
    for (const status of ['1', '2']) {
      expect((await boss.put('/role-status', { roleId, status })).code).toBe(200)
      expect([(await viewer.get('/getinfo')).code, (await all.get('/getinfo')).code]).toEqual([401, 200])
    }
  })

  test('a role that is not theirs is refused, and so are the "role-token" strings of older clients (S13)', async () => {
    const li = await signIn()
    expect((await li.put('/user/acting-role', { roleKey: 'admin' })).code).toBe(400)
    expect((await li.get('/getinfo')).data.roles).toEqual(['approver', 'viewer'])
    expect((await app.callerWith('viewer-token').get('/getinfo')).code).toBe(401)
  })

  test('a role that is taken away while it is acted as ends the access', async () => {
    const li = await setActingRole('viewer')
    const { t } = app.store
    const [viewer] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, 'viewer'))
    await app.store.tx((db) => db.delete(t.userRoles).where(eq(t.userRoles.roleId, viewer!.roleId)))
    expect((await li.get('/getinfo')).code).toBe(401)
  })

  test('a refresh goes on as the same role', async () => {
    const li = await setActingRole('viewer')
    const { token } = await refresh(li.token)
    expect((await app.callerWith(token as string).get('/getinfo')).data.roles).toEqual(['viewer'])
  })
})

describe('the sign-in log holds every attempt with its reason, never what was typed (S69, S100)', () => {
  const { users, userRoles } = { users: 'users', userRoles: 'userRoles' } as const
  const attempts: [what: string, input: object, change: typeof users | typeof userRoles | undefined, entry: object][] =
    [
      ['a right one', right, undefined, { reason: 'done', status: '2', username: 'li' }],
      ['a wrong password', { ...right, password: 'secret-1' }, undefined, { reason: 'wrong-password', username: 'li' }],
      [
        'a password in place of the name',
        { username: 'secret-2', password: 'x' },
        undefined,
        { reason: 'unknown-user', username: '', userId: null },
      ],
      ['a disabled user', right, users, { reason: 'disabled', username: 'li' }],
      ['a user without a role', right, userRoles, { reason: 'no-role', username: 'li' }],
    ]
  test.each(attempts)('%s', async (_, input, change, entry) => {
    const { t } = app.store
    if (change === 'users') await app.store.tx((db) => db.update(t.users).set({ status: statuses.off }))
    if (change === 'userRoles') await app.store.tx((db) => db.delete(t.userRoles).where(eq(t.userRoles.userId, userId)))
    await app.anyone.send('POST', '/login', { body: input, headers: { 'user-agent': 'Scanner/1.0' } })
    const written = await entries()
    expect(written).toMatchObject([
      { event: 'sign-in', method: 'password', status: statuses.off, userAgent: 'Scanner/1.0', ...entry },
    ])
    expect(JSON.stringify(written)).not.toContain('secret')
  })

  test('signing out', async () => {
    const li = await signIn()
    await li.post('/logout', {})
    expect((await entries()).at(-1)).toMatchObject({ event: 'sign-out', reason: 'done', status: '2', username: 'li' })
  })

  test('what is refused before the password is looked at does not fill it', async () => {
    for (let round = 0; round < 60; round += 1) await app.anyone.post('/login', { ...right, password: 'wrong' })
    const reasons = (await entries()).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'wrong-password')).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'throttled').length).toBeWithin(1, 22)
  })
})

test('what names its user is refused under the token of another, and does nothing', async () => {
  const admin = await app.signedIn('*:*:*')
  const make = (user: number) =>
    admin.send('POST', '/post', { body: { postName: 'QC', postCode: 'qc' }, headers: { 'x-user': String(user) } })
  const refused = { code: 409, errors: { 'x-user': 'Another user is signed in now' } }
  expect(await make(userId)).toMatchObject(refused)
  expect((await admin.get('/post')).data.count).toBe(0)
  const { data } = await admin.get('/getinfo')
  expect((await make(data?.userId)).code).toBe(200)
})

test('a sign-in with the old password, under way while it is changed, opens nothing (S5)', async () => {
  const li = await signIn()
  const change = li.put('/user/pwd/set', { oldPassword: right.password, newPassword: 'twelve green apples' })
  const attempts = Promise.all(Array.from({ length: 5 }, () => app.anyone.post('/login', right)))
  expect((await change).code).toBe(200)
  for (const { token } of await attempts) {
    if (token) expect((await app.callerWith(token as string).get('/getinfo')).code).toBe(401)
  }
})

test('nobody ends the sessions of users who may do more than themselves; what is ended is in the log (S36, S69)', async () => {
  const admin = await app.signedIn(ALL_PERMISSIONS)
  const officer = await app.signedIn('admin:sysSession:list', 'admin:sysSession:remove')
  const { roles } = app.store.t
  await app.store.tx((db) => db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleKey, officer.roleKey)))
  const li = await signIn()
  const idsOf = async (userId: number) =>
    (await officer.get('/sys-session')).data.list
      .filter((one: { userId: number }) => one.userId === userId)
      .map((one: { sessionId: number }) => one.sessionId)
  const refused = await officer.delete('/sys-session', { ids: await idsOf(admin.userId) })
  expect({ code: refused.code, msg: refused.msg }).toEqual({
    code: 403,
    msg: 'You cannot end sessions of users with permissions or a data scope beyond your own',
  })
  expect((await admin.get('/getinfo')).code).toBe(200)
  expect((await admin.delete('/sys-session', { ids: await idsOf(userId) })).code).toBe(200)
  expect((await li.get('/getinfo')).code).toBe(401)
  expect((await entries()).at(-1)).toMatchObject({ event: 'ended', username: 'li', userId })
})
