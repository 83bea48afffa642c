import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { signInReasons } from '#shared/constants'
import { eq } from 'drizzle-orm'
import { readSettings, type Settings } from '#server/env'
import { createUser } from '#server/access/user/queries'
import { noteSignIn, type SignInEntry } from '#server/access/login/sign-in-log'
import { pruneLogs } from '#server/access/operation-log/retention'
import { startApp } from '../support/app'
import { cheapHash } from '../support/password'

const noon = new Date(2026, 10, 21, 12).getTime() // in the zone of the server, as the filters read it
const HOUR = 3_600_000
let clock = noon
const app = await startApp({ now: () => clock })
const boss = await app.signedIn('*:*:*')
const user = await app.signedIn()
afterAll(app.close)

const device = {
  address: '10.1.2.3',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}
const wang = { event: 'sign-in', reason: 'done', method: 'password', userId: 900, username: 'Wang', device } as const

async function note(entry: Partial<SignInEntry>, at: number) {
  await noteSignIn(app.store, { ...wang, ...entry }, at)
}
beforeAll(async () => {
  await note({}, noon - 48 * HOUR)
  await note({ reason: 'wrong-password' }, noon - 24 * HOUR)
  await note({ reason: 'unknown-user', userId: null, username: '' }, noon - 2 * HOUR)
  await note({ event: 'sign-out', device: { address: '::1', userAgent: '' } }, noon - HOUR)
  await note({ userId: user.userId, username: user.roleKey, reason: 'wrong-password' }, noon - 3 * HOUR)
})

type Row = { username: string; msg: string; loginTime: string }
const rows = async (query: string): Promise<Row[]> => (await boss.get(`/sys-login-log?${query}`)).data.list

describe('the sign-in log', () => {
  test('has the fields that the family reads, the outcome in words, and nothing of what was typed (S69, S100)', async () => {
    const [row] = await rows('username=wang&ipaddr=10.1&pageSize=1')
    expect(row).toEqual({
      id: expect.any(Number),
      event: 'sign-in',
      status: '1',
      reason: 'wrong-password',
      method: 'password',
      userId: 900,
      username: 'Wang',
      ipaddr: '10.1.2.3',
      loginLocation: '',
      browser: 'Chrome 131',
      os: 'Windows',
      platform: 'desktop',
      loginTime: new Date(noon - 24 * HOUR).toISOString(),
      msg: 'Sign-in: wrong password',
      remark: '',
    } as never)
  })

  test('is read in the language of who reads it', async () => {
    const headers = { 'accept-language': 'zh-CN' }
    const { data } = await boss.send('GET', '/sys-login-log?username=wang&pageSize=1', { headers })
    expect(data.list[0].msg).toBe('退出：成功')
  })

  test.each(signInReasons.map((reason) => [reason]))('says %s in words of its own', async (reason) => {
    await note({ reason, username: `why-${reason}` }, noon)
    const [row] = await rows(`username=why-${reason}`)
    expect(row!.msg).toMatch(/^Sign-in: [a-zA-Z ]{4,}$/)
  })

  describe('is filtered and sorted', () => {
    const day = '2026-11-2'
    test.each([
      ['username=WANG', 3],
      ['username=wang&status=2', 2],
      ['username=wang&status=1', 1],
      ['username=wang&ipaddr=%3A%3A1', 1],
      ['username=wang&loginLocation=Shanghai', 3],
      [`username=wang&beginTime=${day}0&endTime=${day}0`, 1],
      [`username=wang&beginTime=${day}0`, 2],
      [`username=wang&endTime=${day}0`, 2],
      [`username=wang&beginTime=${day}1 11:00:00&endTime=${day}1 11:00:00`, 1],
      [`username=wang&beginTime=${day}1 11:00:01`, 0],
      [`username=wang&endTime=${day}1 10:59:59`, 2],
      [`username=wang&beginTime=${new Date(noon - 24 * HOUR).toISOString()}`, 2],
      ['username=wang&beginTime=&endTime=&status=', 3],
      ['username=_', 0],
    ])('%s finds %i', async (query, hits) => {
      const { data } = await boss.get(`/sys-login-log?${query.replaceAll(' ', '%20')}`)
      expect([data.count, data.list.length]).toEqual([hits, hits])
    })

    test.each([
      ['', ['11', '12', '12']],
      ['createdAtOrder=asc', ['12', '12', '11']],
      ['createdAtOrder=desc', ['11', '12', '12']],
      ['loginTimeOrder=asc&pageSize=2', ['12', '12']],
      // any other order would sort the whole log, while everybody waits
      ['ipaddrOrder=asc&usernameOrder=asc', ['11', '12', '12']],
      ['statusOrder=asc&pageSize=1', ['11']],
      ['statusOrder=asc&loginTimeOrder=asc', ['12', '12', '11']],
    ])('%s', async (query, hours) => {
      const found = await rows(`username=wang&${query}`)
      expect(found.map(({ loginTime }) => String(new Date(loginTime).getHours()))).toEqual(hours)
    })

    test.each(['2026-02-30', '2026-11-21 24:00:00', '2026-11-21T08:00', 'next-week', '1', 'x'.repeat(41)])(
      'a time written as %s is refused at its field (S43)',
      async (text) => {
        const { code, errors } = await boss.get(`/sys-login-log?beginTime=${encodeURIComponent(text)}`)
        expect([code, Object.keys(errors!)]).toEqual([400, ['beginTime']])
      },
    )
  })

  test('gives one entry by its id, 404 where there is none', async () => {
    const [row] = (await boss.get('/sys-login-log?username=wang')).data.list
    expect((await boss.get(`/sys-login-log/${row.id}`)).data).toEqual(row)
    expect((await boss.get('/sys-login-log/2147483647')).code).toBe(404)
  })

  test('is for who holds its permission (S28, S30)', async () => {
    for (const path of ['/sys-login-log', '/sys-login-log/1']) {
      expect((await user.get(path)).code).toBe(403)
      expect((await app.anyone.get(path)).code).toBe(401)
    }
  })

  test('cannot be changed (S71)', async () => {
    for (const method of ['POST', 'PUT']) {
      expect((await boss.send(method, '/sys-login-log', { body: { ids: [1] } })).code).toBe(404)
    }
  })

  test('entries are deleted by who may, all or none, which leaves an entry in the operation log (S71)', async () => {
    await note({ username: 'short-lived' }, noon)
    await note({ username: 'short-lived' }, noon + 1)
    const { data } = await boss.get('/sys-login-log?username=short-lived')
    const ids = data.list.map(({ id }: { id: number }) => id)
    expect((await user.delete('/sys-login-log', { ids })).code).toBe(403)
    expect((await boss.delete('/sys-login-log', { ids: [...ids, 2147483647] })).code).toBe(404)
    expect((await boss.get('/sys-login-log?username=short-lived')).data.count).toBe(2)
    expect(await boss.delete('/sys-login-log', { ids })).toMatchObject({ code: 200, data: ids })
    expect((await boss.get('/sys-login-log?username=short-lived')).data.count).toBe(0)
    const { data: log } = await boss.get('/sys-opera-log?stem=login-log&status=2')
    expect(log.list).toMatchObject([
      { title: 'Sign-in log', action: 'delete', record: ids.join(), operName: boss.roleKey },
    ])
    const { data: entry } = await boss.get(`/sys-opera-log/${log.list[0].id}`)
    const [oldest, newest] = [new Date(noon).toISOString(), new Date(noon + 1).toISOString()]
    expect(entry.before).toEqual({ count: 2, oldest, newest })
  })

  test('is exported as it is filtered and sorted, by who may (S66)', async () => {
    const path = '/api/v1/sys-login-log/export?username=wang&createdAtOrder=asc'
    const read = (token: string) =>
      app.app.request(path, { headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } })
    const lines = (await (await read(boss.token)).text()).trim().split('\r\n')
    expect(lines[0]).toBe('No.,Time,User name,Message,Outcome,Method,Address,Browser,System')
    expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual([
      'Sign-in: done',
      'Sign-in: wrong password',
      'Sign-out: done',
    ])
    expect(await (await read(user.token)).json()).toMatchObject({ code: 403 })
  })
})

describe('the own sign-in log', () => {
  test('tells of every attempt on the own account, the newest first, and of no other (S40)', async () => {
    const { data } = await user.get('/user/login-log')
    expect(data.list.map(({ username, msg }: Row) => [username, msg])).toEqual([
      [user.roleKey, 'Sign-in: done'],
      [user.roleKey, 'Sign-in: wrong password'],
    ])
    expect(data.count).toBe(2)
  })

  test.each([
    ['status=1', 1],
    ['status=2', 1],
    [`userId=900`, 2],
    ['username=Wang', 2],
    ['endTime=2026-11-20', 0],
    ['pageSize=1&pageIndex=2', 1],
  ])('?%s finds %i', async (query, hits) => {
    const { data } = await user.get(`/user/login-log?${query}`)
    expect(data.list).toHaveLength(hits)
    for (const { username } of data.list) expect(username).toBe(user.roleKey)
  })
})

describe('entries are forgotten after CALIPER_LOGIN_LOG_DAYS, by the nightly job, which leaves an entry (S71)', () => {
  const day = 86_400_000
  test.each<[string, Partial<Settings>, keptDays: number[]]>([
    ['by default after 400 days', {}, [399, 1]],
    ['after 30 days', { loginLogMs: 30 * day }, [1]],
  ])('%s', async (_, settings, keptDays) => {
    const own = await startApp({ settings, now: () => noon })
    try {
      for (const age of [800, 401, 399, 1]) await noteSignIn(own.store, wang, noon - age * day)
      await own.signedIn()
      await pruneLogs(own.store, noon, readSettings({}, settings))
      const { loginLogs, operations } = own.store.t
      const left = await own.store.db.select().from(loginLogs).where(eq(loginLogs.userId, wang.userId))
      expect(left.map(({ at }) => (noon - at) / day).toSorted((a, b) => b - a)).toEqual(keptDays)
      const [trace] = await own.store.db.select().from(operations)
      expect(trace).toMatchObject({ action: 'clean', stem: 'login-log', username: '(server)' })
      expect(JSON.parse(trace!.before).count).toBe(4 - keptDays.length)
    } finally {
      await own.close()
    }
  })
})

test('every way a sign-in ends is written down with its reason, and never what was typed (S69, S100)', async () => {
  const passwordHash = await cheapHash('a password of mine')
  const account = { username: 'Zhao', nickName: '', passwordHash, roleKeys: ['viewer'] }
  const userId = await createUser(app.store, account, noon)
  clock += 60_000
  const typed = 'my secret in the wrong field'
  await app.anyone.post('/login', { username: typed, password: typed })
  await app.anyone.post('/login', { username: ' ZHAO ', password: typed })
  const zhao = await app.signIn('zhao', 'a password of mine')
  await zhao.post('/logout', {})
  const { data } = await boss.get(`/sys-login-log?idOrder=asc&beginTime=${new Date(clock).toISOString()}`)
  expect(data.list).toMatchObject([
    { event: 'sign-in', status: '1', userId: null, username: '', reason: 'unknown-user' },
    { event: 'sign-in', status: '1', userId, username: 'Zhao', reason: 'wrong-password' },
    { event: 'sign-in', status: '2', userId, username: 'Zhao', reason: 'done' },
    { event: 'sign-out', status: '2', userId, username: 'Zhao', reason: 'done' },
  ])
  expect(JSON.stringify(await app.store.db.select().from(app.store.t.loginLogs))).not.toContain('secret')
})
