import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { seedDemo } from '#seed/index'
import { startApp, type App } from '../support/app'
import { openTestStore } from '../support/store'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 20, 8)
const given = 'given by the boss'
const person = { username: 'li.na', nickName: '李娜', password: given }
const roles = 'viewer'

let clock: number
let app: App
let boss: Awaited<ReturnType<App['signedIn']>>
beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock, settings: { sessionMaxMs: 10_000 * HOUR, sessionIdleMs: 10_000 * HOUR } })
  boss = await app.signedIn('*:*:*')
})
afterEach(() => app.close())

const signIn = (password = given, language = 'en') =>
  app.anyone.send('POST', '/login', {
    body: { username: person.username, password },
    headers: { 'accept-language': language },
  })
const expired =
  'This password was set by an administrator and expired after 72 hours. Ask an administrator for a new one'

async function byHand() {
  const [viewer] = (await boss.get(`/role?roleKey=${roles}`)).data.list
  const { data: userId } = await boss.post('/sys-user', { ...person, roleIds: [viewer.roleId] })
  return userId as number
}
async function byReset() {
  const userId = await byHand()
  clock += 200 * HOUR
  expect((await boss.put('/user/pwd/reset', { userId, password: given })).code).toBe(200)
}
async function bySheet() {
  const body = new FormData()
  body.append(
    'file',
    new Blob([`username,nickName,password,roles\n${person.username},李娜,${given},${roles}\n`]),
    'users.csv',
  )
  const headers = { authorization: `Bearer ${boss.token}` }
  const answer = await app.app.request('/api/v1/sys-user/import?dryRun=0', { method: 'POST', body, headers })
  expect(await answer.json()).toMatchObject({ code: 200 })
}

describe.each([
  ['of a new user', byHand],
  ['after a reset', byReset],
  ['from a sheet', bySheet],
])('a password that an administrator gives, %s', (_, give) => {
  test('signs in within 72 hours, and not after them (S6)', async () => {
    await give()
    clock += 72 * HOUR - 1
    expect(await signIn()).toMatchObject({ code: 200, mustChangePassword: true })
    clock += 1
    expect(await signIn()).toMatchObject({ code: 400, msg: expired })
    expect((await signIn(given, 'zh-CN')).msg).toContain('超过 72 小时')
    const { loginLogs } = app.store.t
    const [last] = await app.store.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
    expect(last).toMatchObject({ event: 'sign-in', reason: 'password-expired', username: person.username })
  })
})

test('one that is wrong is answered as ever: nobody learns by it that one has expired (S2)', async () => {
  await byHand()
  clock += 100 * HOUR
  expect((await signIn('not the password')).msg).toBe(
    (await app.anyone.post('/login', { ...person, username: 'nobody' })).msg,
  )
})

test('is good for ever once its user has chosen another', async () => {
  await byHand()
  const own = 'chosen by myself'
  const { token } = await signIn()
  const li = app.callerWith(token as string)
  expect((await li.put('/user/pwd/set', { oldPassword: given, newPassword: own })).code).toBe(200)
  clock += 10_000 * HOUR
  expect((await signIn(own)).code).toBe(200)
})

test('lasts as long as the settings say, from the next sign-in on', async () => {
  await byHand()
  await boss.put('/set-config', [{ configKey: 'sys_login_initialHours', configValue: '8' }])
  clock += 8 * HOUR
  expect((await signIn()).msg).toContain('expired after 8 hours')
  await boss.put('/set-config', [{ configKey: 'sys_login_initialHours', configValue: '9' }])
  expect((await signIn()).code).toBe(200)
  for (const configValue of ['0', '8761', 'never']) {
    const refused = await boss.put('/set-config', [{ configKey: 'sys_login_initialHours', configValue }])
    expect(refused).toMatchObject({ code: 400, errors: { sys_login_initialHours: expect.any(String) } })
  }
})

test('accounts of a demo work for ever, also after somebody was given another password there', async () => {
  const store = await openTestStore()
  const password = 'caliper-demo-2026'
  await seedDemo(store, () => password)
  const demo = await startApp({ store, now: () => clock })
  clock = Date.now() + 10_000 * HOUR
  const can = async (username: string) => (await demo.anyone.post('/login', { username, password })).code
  for (const username of ['admin', 'inspector', 'wangjianguo'])
    expect([username, await can(username)]).toEqual([username, 200])
  const { token } = (await demo.anyone.post('/login', { username: 'admin', password })) as unknown as { token: string }
  const admin = demo.callerWith(token)
  const [inspector] = (await admin.get('/sys-user?username=inspector')).data.list
  await admin.put('/user/pwd/reset', { userId: inspector.userId, password: given })
  await seedDemo(store, () => password) // it is started again
  clock += 10_000 * HOUR
  expect(await demo.anyone.post('/login', { username: 'inspector', password })).not.toHaveProperty('mustChangePassword')
  expect(await can('inspector')).toBe(200)
  await demo.close()
})
