import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ownSessionFigures } from '#server/access/session/list'
import { createUser } from '#server/access/user/queries'
import { watchedRows } from '#server/admin/watch/queries'
import { describeAgent } from '#server/platform/security/user-agent'
import { startApp, type App } from '../support/app'
import { signInAs } from '../support/sign-in'

const start = Date.parse('2026-11-21T08:00:00Z')
const MINUTE = 60_000
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

let clock = start
let app: App
beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock })
})
afterEach(() => app.close())

const life = { sessionIdleMs: 30 * MINUTE, sessionMaxMs: 720 * MINUTE }

/** Another session of a user, opened now. */
async function anotherOf(userId: number, { address = '10.0.0.7', userAgent = chrome } = {}) {
  const device = { address, userAgent }
  const { token } = await signInAs(app.store, userId, clock, life, device)
  return app.callerWith(token)
}

/** Has all sessions of a user used last at `at`. */
const usedAt = (userId: number, at: number) =>
  app.store.tx((db) => {
    const { sessions } = app.store.t
    return db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.userId, userId))
  })

/** Gives the own role of a caller a data scope; theirs is their own rows until then. */
const setScope = ({ roleKey }: { roleKey: string }, dataScope: string) =>
  app.store.tx((db) => {
    const { roles } = app.store.t
    return db.update(roles).set({ dataScope }).where(eq(roles.roleKey, roleKey))
  })

type Row = { sessionId: number; isCurrent: boolean; username: string; [field: string]: unknown }
const own = async (caller: { get: App['anyone']['get'] }): Promise<Row[]> => (await caller.get('/user/session')).data
const listed = async (caller: { get: App['anyone']['get'] }, query = ''): Promise<Row[]> =>
  (await caller.get(`/sys-session${query}`)).data.list
const idOf = async (caller: App['anyone']) => (await own(caller)).find(({ isCurrent }) => isCurrent)!.sessionId

describe('own sessions (S17)', () => {
  test('are listed with device and address, the one used last first, the asking one marked', async () => {
    const user = await app.signedIn()
    clock += MINUTE
    await anotherOf(user.userId)
    clock += MINUTE
    const phone = await anotherOf(user.userId, { userAgent: safari, address: '2001:db8::1' })
    expect(await own(phone)).toEqual([
      {
        sessionId: expect.any(Number),
        isCurrent: true,
        signedInAt: '2026-11-21T08:02:00.000Z',
        lastSeenAt: '2026-11-21T08:02:00.000Z',
        endsAt: '2026-11-21T20:02:00.000Z',
        address: '2001:db8::1',
        browser: 'Safari 17.4',
        os: 'iOS 17.4',
        method: 'password',
        actingRole: null,
        actingRoleEn: null,
      },
      expect.objectContaining({ isCurrent: false, browser: 'Chrome 131', os: 'Windows', address: '10.0.0.7' }),
      expect.objectContaining({ isCurrent: false, browser: '', os: '', address: '127.0.0.1' }),
    ])
  })

  test('name the one role that is acted as', async () => {
    const passwordHash = await Bun.password.hash('x')
    const roleKeys = ['inspector', 'viewer']
    const userId = await createUser(app.store, { username: 'two', nickName: '', passwordHash, roleKeys }, clock)
    const two = await anotherOf(userId)
    const { token } = await two.put('/user/acting-role', { roleKey: 'inspector' })
    expect(await own(app.callerWith(token as string))).toMatchObject([
      { isCurrent: true, actingRole: '检验员', actingRoleEn: 'Inspector' },
    ])
  })

  test('show no session that is over: ended, idle too long, or past its end (S16)', async () => {
    const user = await app.signedIn()
    const ended = await anotherOf(user.userId)
    await ended.post('/logout', {})
    expect(await own(user)).toHaveLength(1)
    clock += 30 * MINUTE
    const next = await anotherOf(user.userId)
    expect(await own(next)).toMatchObject([{ isCurrent: true }])
    clock = start + 12 * 60 * MINUTE // the end of the first one
    await usedAt(user.userId, clock)
    expect(await own(next)).toMatchObject([{ isCurrent: true }])
    clock -= 1
    expect(await own(next)).toHaveLength(2)
  })

  test('can be ended, one or several; they are out on the next request, and their tokens are not renewed', async () => {
    const user = await app.signedIn()
    const [second, third] = [await anotherOf(user.userId), await anotherOf(user.userId)]
    const ids = [await idOf(second), await idOf(third)]
    const answer = await user.delete('/user/session', { ids })
    expect([answer.code, answer.data.toSorted()]).toEqual([200, ids])
    for (const caller of [second, third]) {
      expect((await caller.get('/getinfo')).code).toBe(401)
      expect((await app.anyone.post('//refreshtoken', { token: caller.token })).code).toBe(401)
    }
    expect(await own(user)).toHaveLength(1)
  })

  test('of others are not there: neither listed nor ended (S36, S40)', async () => {
    const user = await app.signedIn()
    const other = await app.signedIn()
    const ids = [await idOf(other)]
    expect((await user.delete('/user/session', { ids })).code).toBe(404)
    expect((await user.delete('/user/session', { ids: [...ids, 2_147_483_647] })).code).toBe(404)
    expect((await user.delete('/user/session', { ids: [...ids, await idOf(user)] })).data).not.toContain(ids[0])
    expect((await other.get('/getinfo')).code).toBe(200)
  })

  test('ending the own one is signing out', async () => {
    const user = await app.signedIn()
    expect((await user.delete('/user/session', { ids: [await idOf(user)] })).code).toBe(200)
    expect((await user.get('/getinfo')).code).toBe(401)
  })

  test('that are over already are 404', async () => {
    const user = await app.signedIn()
    const second = await anotherOf(user.userId)
    const ids = [await idOf(second)]
    await user.delete('/user/session', { ids })
    expect((await user.delete('/user/session', { ids })).code).toBe(404)
  })
})

describe('the sessions of everybody (S17)', () => {
  test('are listed for who may see them, the one used last first, without a token or its hash (S12)', async () => {
    const user = await app.signedIn()
    clock += MINUTE
    const boss = await app.signedIn('admin:sysSession:list')
    await setScope(boss, '1')
    const rows = await listed(boss)
    expect(rows).toEqual([
      expect.objectContaining({ userId: boss.userId, username: boss.roleKey, isCurrent: true, ipaddr: '127.0.0.1' }),
      expect.objectContaining({ userId: user.userId, username: user.roleKey, isCurrent: false }),
    ])
    expect(JSON.stringify(rows)).not.toMatch(/token|hash/i)
  })

  test('show no session that is over', async () => {
    const boss = await app.signedIn('*:*:*')
    const gone = await app.signedIn()
    await gone.post('/logout', {})
    const idle = await app.signedIn()
    expect(await listed(boss)).toHaveLength(2)
    clock += 30 * MINUTE
    await usedAt(boss.userId, clock)
    const answer = await boss.get('/sys-session')
    expect([answer.data.count, answer.data.list.length]).toEqual([1, 1])
    expect((await idle.get('/getinfo')).code).toBe(6401)
  })

  test('show and count no session that was used two days from now, before the clock was set back (S16)', async () => {
    const boss = await app.signedIn('*:*:*')
    const user = await app.signedIn()
    await usedAt(user.userId, clock + 2 * 24 * 60 * MINUTE)
    expect((await user.get('/getinfo')).code).toBe(6401)
    const { data } = await boss.get('/sys-session')
    expect([data.count, data.list.length]).toEqual([1, 1])
    expect((await ownSessionFigures(app.store, user.userId, clock, life)).open).toBe(0)
    expect((await watchedRows(app.store, life, clock)).sessions).toBe(1)
  })

  describe('can be filtered and sorted', () => {
    test.each([
      ['?username=TESTER-2', ['tester-2']],
      ['?username=tester&usernameOrder=desc', ['tester-3', 'tester-2', 'tester-1']],
      ['?username=%25', []],
      ['?username=OIL%20press', ['tester-3']],
      ['?username=r-3&ipaddr=10.0', ['tester-3']],
      ['?ipaddr=10.0.0', ['tester-3']],
      ['?username=tester-3&ipaddr=127', []],
      ['?signedInAtOrder=asc', ['tester-1', 'tester-2', 'tester-3']],
      ['?lastSeenAtOrder=asc', ['tester-2', 'tester-3', 'tester-1']],
      ['?lastSeenAtOrder=desc', ['tester-1', 'tester-3', 'tester-2']],
      ['?token_hashOrder=asc&pageSize=1', ['tester-1']],
      ['?pageSize=1&pageIndex=2', ['tester-3']],
    ])('%s', async (query, names) => {
      const boss = await app.signedIn('*:*:*')
      clock += MINUTE
      await app.signedIn()
      clock += MINUTE
      const third = await app.signedIn()
      const { sessions } = app.store.t
      await app.store.tx((db) =>
        db.update(sessions).set({ address: '10.0.0.7' }).where(eq(sessions.userId, third.userId)),
      )
      const { users } = app.store.t
      await app.store.tx((db) => db.update(users).set({ nickName: 'Oil Press' }).where(eq(users.userId, third.userId)))
      clock += MINUTE
      await usedAt(boss.userId, clock)
      expect((await listed(boss, query)).map(({ username }) => username)).toEqual(names)
    })

    test('and the total counts all hits of the filter', async () => {
      const boss = await app.signedIn('*:*:*')
      for (let made = 0; made < 3; made++) await app.signedIn()
      expect((await boss.get('/sys-session?username=TESTER&pageSize=2')).data).toMatchObject({
        count: 4,
        list: { length: 2 },
      })
    })
  })

  test('can be ended by who may: at once, and for good', async () => {
    const boss = await app.signedIn('admin:sysSession:list', 'admin:sysSession:remove')
    await setScope(boss, '1')
    const user = await app.signedIn()
    const colleague = await app.signedIn('admin:sysSession:list')
    const ids = [await idOf(user), await idOf(colleague)]
    expect((await boss.delete('/sys-session', { ids })).data.toSorted()).toEqual(ids)
    for (const caller of [user, colleague]) {
      expect((await caller.get('/getinfo')).code).toBe(401)
      expect((await app.anyone.post('//refreshtoken', { token: caller.token })).code).toBe(401)
    }
    expect((await boss.delete('/sys-session', { ids })).code).toBe(404)
  })

  describe('lie in the data scope where their users do (S33, S34)', () => {
    /** Two departments; the boss is in the first. */
    async function plant(kind: string) {
      const boss = await app.signedIn('admin:sysSession:list', 'admin:sysSession:remove', 'admin:sysUser:list')
      const [near, far] = [await app.signedIn(), await app.signedIn()]
      const { depts, users } = app.store.t
      const stamps = { createdAt: 0, updatedAt: 0 }
      await app.store.tx(async (db) => {
        for (const [at, callers] of [[boss, near], [far]].entries()) {
          const row = { parentId: 0, deptName: `D${at}`, deptPath: '', sort: 0, status: '2' as const, ...stamps }
          const [made] = await db.insert(depts).values(row).returning()
          const { deptId } = made!
          await db
            .update(depts)
            .set({ deptPath: `/0/${deptId}/` })
            .where(eq(depts.deptId, deptId))
          for (const { userId } of callers) await db.update(users).set({ deptId }).where(eq(users.userId, userId))
        }
      })
      await setScope(boss, kind)
      return { boss, near, far }
    }

    test.each([
      ['1', ['boss', 'near', 'far']],
      ['3', ['boss', 'near']],
      ['4', ['boss', 'near']],
      ['5', ['boss']],
      ['2', ['boss']], // none chosen; the own ones are always there
    ])('by kind %s: listed, counted and ended are those of %j', async (kind, seen) => {
      const { boss, ...others } = await plant(kind)
      const callers = { boss, ...others }
      const names = Object.fromEntries(Object.entries(callers).map(([name, { roleKey }]) => [roleKey, name]))
      const { data } = await boss.get('/sys-session')
      expect(data.list.map(({ username }: Row) => names[username]).toSorted()).toEqual(seen.toSorted())
      expect(data.count).toBe(seen.length)
      const figures = (await boss.get('/overview')).data
      expect(figures).toMatchObject({ openSessions: seen.length })
      expect(figures.users.total).toBe((await boss.get('/sys-user')).data.count)
      for (const [name, caller] of Object.entries(others)) {
        const { code } = await boss.delete('/sys-session', { ids: [await idOf(caller)] })
        expect([name, code]).toEqual([name, seen.includes(name) ? 200 : 404])
        expect((await caller.get('/getinfo')).code).toBe(seen.includes(name) ? 401 : 200)
      }
      expect((await boss.delete('/sys-session', { ids: [await idOf(boss)] })).code).toBe(200)
    })

    test.each([
      ['no more', '3', 200],
      ['everything', '1', 403],
    ])(
      'of a user of one’s department who sees %s (kind %s): ending them is answered %i (S36)',
      async (_, kind, expected) => {
        const { boss, near } = await plant('3')
        await setScope(near, kind)
        expect((await boss.delete('/sys-session', { ids: [await idOf(near)] })).code).toBe(expected)
        expect((await near.get('/getinfo')).code).toBe(expected === 200 ? 401 : 200)
      },
    )

    test('and none of several is ended where one lies outside', async () => {
      const { boss, near, far } = await plant('4')
      expect((await boss.delete('/sys-session', { ids: [await idOf(near), await idOf(far)] })).code).toBe(404)
      expect((await near.get('/getinfo')).code).toBe(200)
    })
  })

  test.each([
    ['admin:sysUser:list' as const, 'users'],
    ['admin:sysSession:list' as const, 'openSessions'],
    ['admin:sysRole:list' as const, 'roles'],
  ])('of the dashboard’s figures, %s shows %s alone (S30)', async (tag, figure) => {
    const { data } = await (await app.signedIn(tag)).get('/overview')
    expect(Object.keys(data).toSorted()).toEqual(['lastSignInAt', 'ownSessions', figure].toSorted())
  })

  test.each([
    ['GET', 'admin:sysSession:remove' as const, 200],
    ['DELETE', 'admin:sysSession:list' as const, 403],
    ['GET', 'admin:sysRole:list' as const, 403],
    ['DELETE', 'admin:sysRole:remove' as const, 403],
  ])('%s with %s alone is answered %i (S28, S30)', async (method, tag, code) => {
    const user = await app.signedIn(tag)
    const body = method === 'DELETE' ? { ids: [await idOf(user)] } : undefined
    expect((await user.send(method, '/sys-session', { body })).code).toBe(code)
  })
})

describe('a browser is told from what it says of itself', () => {
  test.each([
    [chrome, 'Chrome 131', 'Windows', 'desktop'],
    [safari, 'Safari 17.4', 'iOS 17.4', 'mobile'],
    [`${chrome} Edg/131.0.2903.86`, 'Microsoft Edge 131', 'Windows', 'desktop'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128', 'Linux', 'desktop'],
    [
      'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 wxwork/4.1.22 MicroMessenger/7.0.1',
      'WeCom 4.1',
      'Android 14',
      'mobile',
    ],
    [`${chrome} wxwork/4.1.22 (MicroMessenger/6.2) WindowsWechat`, 'WeCom 4.1', 'Windows', 'desktop'],
    ['', '', '', ''],
    [' \t', '', '', ''],
    ['curl/8.5.0', '', '', ''],
    ['<script>alert(1)</script>', '', '', ''],
  ])('%s', (userAgent, browser, os, platform) => {
    expect(describeAgent(userAgent)).toEqual({ browser, os, platform })
  })

  test('anything else, however odd or long, costs little and throws nothing (S51)', () => {
    const pieces = ['(', ')', ';', '/', ' ', '1.', '\u0000', 'Mozilla/5.0 (', 'Android ', 'CPU OS ', 'like ', 'wxwork/']
    const odd = pieces.flatMap((a) => pieces.map((b) => (a + b).repeat(2000)))
    for (const userAgent of odd) {
      for (const text of Object.values(describeAgent(userAgent))) expect(text.length).toBeLessThan(100)
    }
  })
})
