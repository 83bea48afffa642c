import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import { isResourceName } from '#shared/resource-names'
import { endpointsOf } from '#server/admin/api/endpoints'
import { noteOperation, writeOperation, type RequestContext } from '#server/access/operation-log/write'
import { pruneLogs } from '#server/access/operation-log/retention'
import { createUser } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { createRefusalLogLimit } from '#server/platform/security/log-limits'
import { settingKeys, settingOf } from '#shared/access/settings-catalogue'
import { rowsIn } from '../support/sheets'
import { text } from '#shared/i18n/catalogues'
import { startApp } from '../support/app'
import { isPostgres } from '../support/store'

const noon = new Date(2026, 10, 21, 12).getTime() // in the zone of the server, as the filters read it
const HOUR = 3_600_000
const DAY = 24 * HOUR
let clock = noon
const app = await startApp({ now: () => clock, settings: { sessionIdleMs: 30 * DAY, sessionMaxMs: 60 * DAY } })
const { store } = app
const { operations } = store.t
const boss = await app.signedIn('*:*:*')
const nobody = await app.signedIn()
afterAll(app.close)

type Caller = Pick<typeof app.anyone, 'token' | 'get' | 'post' | 'put' | 'delete' | 'send'>
type Row = typeof operations.$inferSelect

const lastId = async () => (await store.db.select().from(operations).orderBy(asc(operations.id))).at(-1)?.id ?? 0
/** The entries that `call` leaves. */
async function entriesOf(call: () => Promise<unknown>): Promise<Row[]> {
  const before = await lastId()
  await call()
  return store.db.select().from(operations).where(gt(operations.id, before)).orderBy(asc(operations.id))
}
const fields = (json: string) => (json === '' ? undefined : JSON.parse(json))

const patrol = { roleName: 'Patrol', roleKey: 'patrol', roleSort: 9, status: '2', remark: '' }
let roleId: number
let userId: number
let wang: Caller
const password = 'a password of mine'
beforeAll(async () => {
  const passwordHash = await hashPassword(password)
  userId = await createUser(store, { username: 'Wang', nickName: '', passwordHash, roleKeys: ['viewer'] }, noon)
  wang = await app.signIn('wang', password)
})

describe('every write leaves one entry: who, what, when, where, before and after (S69, S70)', () => {
  type Attempt = [
    name: string,
    call: () => Promise<{ code: number; data: any }>,
    entry: Partial<Row>,
    before: object | null,
    after: object | null,
  ]
  const calls: Attempt[] = [
    [
      'a role is created',
      async () => {
        const answer = await boss.post('/role', patrol)
        roleId = answer.data
        return answer
      },
      { action: 'create', stem: 'role', name: 'Patrol', requestMethod: 'POST', url: '/api/v1/role' },
      null,
      { roleKey: 'patrol' },
    ],
    [
      'it is renamed',
      () => boss.put(`/role/${roleId}`, { ...patrol, roleName: 'Patrols' }),
      { action: 'update', stem: 'role', name: 'Patrols', requestMethod: 'PUT' },
      { roleName: 'Patrol' },
      { roleName: 'Patrols' },
    ],
    [
      'it is disabled',
      () => boss.put('/role-status', { roleId, status: '1' }),
      { action: 'status', stem: 'role' },
      { status: '2' },
      { status: '1' },
    ],
    [
      'its data scope is changed',
      () => boss.put('/roledatascope', { roleId, dataScope: '3', deptIds: [] }),
      { stem: 'role', name: 'Patrols' },
      { dataScope: '' },
      { dataScope: '3' },
    ],
    [
      'it is deleted',
      () => boss.delete('/role', { ids: [roleId] }),
      { action: 'delete', stem: 'role', name: 'Patrols', requestMethod: 'DELETE' },
      { roleKey: 'patrol', status: '1' },
      null,
    ],
    [
      'it is brought back',
      () => boss.post('/role/restore', { ids: [roleId] }),
      { action: 'restore', stem: 'role', name: 'Patrols' },
      null,
      null,
    ],
    [
      'sessions of somebody are ended',
      async () => {
        await app.signIn('wang', password)
        const { data } = await boss.get('/sys-session?username=wang&signedInAtOrder=desc')
        return boss.delete('/sys-session', { ids: [data.list[0].sessionId] })
      },
      { action: 'end', stem: 'session', name: 'Wang' },
      null,
      null,
    ],
    [
      'a sheet is exported',
      async () => {
        const response = await exported('/role/export?roleName=Patrols')
        await response.text() // until then it is under way
        return { code: response.status, data: null }
      },
      { action: 'export', stem: 'role', requestMethod: 'GET', url: '/api/v1/role/export' },
      null,
      { roleName: 'Patrols' },
    ],
  ]
  test.each(calls)('%s', async (_, call, expected, before, after) => {
    const entries = await entriesOf(async () => expect((await call()).code).toBe(200))
    expect(entries).toHaveLength(1)
    const [entry] = entries
    expect(entry).toMatchObject({
      at: clock,
      userId: boss.userId,
      username: boss.roleKey,
      address: 'unknown',
      userAgent: '',
      status: '2',
      code: 200,
      message: '',
      ...expected,
    })
    expect(entry!.requestId).toMatch(/^[\w-]{36}$/)
    if (before) expect(fields(entry!.before)).toMatchObject(before)
    else expect(entry!.before).toBe('')
    if (!after) expect(entry!.after).toBe('')
    if (after) expect(fields(entry!.after)).toMatchObject(after)
    if (expected.action === 'update') expect(Object.keys(fields(entry!.after))).toEqual(Object.keys(after!)) // no more
  })

  test.each<[name: string, call: () => Promise<{ code: number }>, entry: Partial<Row>]>([
    [
      'the own record',
      () => wang.put('/sys-user/profile', { nickName: 'W', phone: '', email: '', sex: '1' }),
      { stem: 'profile' },
    ],
    ['the acting role', () => wang.put('/user/acting-role', { roleKey: 'viewer' }), { stem: 'operator' }],
  ])('of oneself: %s', async (_, call, expected) => {
    const entries = await entriesOf(async () => expect((await call()).code).toBe(200))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ username: 'Wang', userId, status: '2', action: 'update', ...expected })
  })

  test('the department of who did it is kept as it was called then', async () => {
    const deptId = (await boss.post('/dept', { deptName: 'Lab', parentId: 0, sort: 1, status: 2 })).data
    const { users } = store.t
    await store.tx((db) => db.update(users).set({ deptId }).where(eq(users.userId, boss.userId)))
    const entries = await entriesOf(() => boss.put('/role-status', { roleId, status: '2' }))
    expect(entries).toMatchObject([{ deptName: 'Lab' }])
  })

  test('the department in the language of whoever reads, on the page, in an entry and in a sheet', async () => {
    const names = { deptName: '计量室', deptNameEn: 'Metrology' }
    const deptId = (await boss.post('/dept', { ...names, parentId: 0, sort: 1, status: 2 })).data
    const operator = { ...contextOf().operator, deptId }
    const [entry] = await entriesOf(() => noteOperation(store, contextOf({ operator }), { action: 'update' }))
    expect(entry!.deptName).toBe('计量室')
    for (const [language, name] of [
      ['en', 'Metrology'],
      ['zh', '计量室'],
    ] as const) {
      const headers = { 'accept-language': language, authorization: `Bearer ${boss.token}` }
      const read = async (path: string) => (await app.app.request(`/api/v1/sys-opera-log${path}`, { headers })).text()
      const { list } = JSON.parse(await read('?pageSize=10')).data
      expect(list.find(({ id }: { id: number }) => id === entry!.id).deptName).toBe(name)
      expect(JSON.parse(await read(`/${entry!.id}`)).data.deptName).toBe(name)
      expect(await read('/export?format=csv')).toContain(`,${name},`)
    }
  })

  test('every sheet of a list that is taken out leaves one, under its own permission (S66, S69)', async () => {
    const sheets = endpointsOf(app.app).filter(
      ({ path, description }) => path.endsWith('/export') && description.file && !path.includes('analysis'), // which needs to know of what
    )
    expect(sheets.length).toBeGreaterThan(10)
    const entries = await entriesOf(async () => {
      for (const { path } of sheets) await (await exported(path.slice('/api/v1'.length))).text()
    })
    expect(entries.map(({ action, url }) => [action, url])).toEqual(sheets.map(({ path }) => ['export', path]))
    for (const { path, description } of sheets) {
      expect([path, description.permissions]).toEqual([path, [expect.stringMatching(/:export$/)]])
    }
  })

  test('reading leaves none, by GET or HEAD', async () => {
    const paths = ['/role', `/role/${roleId}`, '/sys-opera-log', '/sys-login-log', '/trash', '/getinfo', '/menurole']
    const entries = await entriesOf(async () => {
      for (const path of paths) expect((await boss.get(path)).code).toBe(200)
      const headers = { authorization: `Bearer ${boss.token}` }
      await app.app.request('/api/v1/role', { method: 'HEAD', headers })
      await app.app.request('/api/v1/role/export', { method: 'HEAD', headers })
    })
    expect(entries).toEqual([])
  })

  test.each<[name: string, caller: () => Caller, method: string, path: string, body: object | undefined]>([
    ['input that is not valid', () => boss, 'POST', '/role', { ...patrol, roleKey: '' }],
    ['reading a record that is not there', () => boss, 'GET', '/role/999999', undefined],
    ['an address that is not there', () => boss, 'PUT', '/nothing', {}],
    ['somebody who is not signed in', () => app.anyone, 'DELETE', '/role', { ids: [1] }],
  ])('%s leaves none', async (_, caller, method, path, body) => {
    expect(await entriesOf(() => caller().send(method, path, { body }))).toEqual([])
  })

  test('a write sent again is one write, and neither a second one nor a refusal', async () => {
    const sent = { body: { ...patrol, roleKey: 'again' }, headers: { 'idempotency-key': 'operation-log-0001' } }
    const entries = await entriesOf(async () => {
      for (let i = 0; i < 3; i++) expect((await boss.send('POST', '/role', sent)).code).toBe(200)
    })
    expect(entries).toMatchObject([{ action: 'create', name: 'Patrol' }])
  })

  test('what fails in its transaction leaves no entry that it was done', async () => {
    const { roles, menus } = store.t
    const [menu] = await store.db.select().from(menus)
    const before = await lastId()
    const failing = store.tx(async (db) => {
      await db.update(roles).set({ remark: 'changed' }).where(eq(roles.roleId, roleId))
      await writeOperation(store, db, contextOf(), { action: 'update' })
      await db.insert(menus).values(menu!) // its id is taken
    })
    await expect(failing).rejects.toThrow()
    expect(await lastId()).toBe(before)
  })
})

const contextOf = (change: Partial<RequestContext> = {}): RequestContext => ({
  operator: { userId, username: 'Wang', deptId: null } as RequestContext['operator'],
  device: { address: '10.1.2.3', userAgent: '' },
  now: clock,
  requestId: 'r-1',
  method: 'PUT',
  path: '/api/v1/role/1',
  resource: 'role',
  summary: 'Change a role',
  began: performance.now(),
  ...change,
})

describe('refused attempts (S69)', () => {
  test.each<
    [name: string, caller: () => Caller, method: string, path: string, body: object, code: number, told: RegExp]
  >([
    ['without the permission', () => nobody, 'DELETE', '/role', { ids: [1] }, 403, /Delete roles/],
    [
      'a role that stays as it is',
      () => boss,
      'PUT',
      '/role-status',
      { roleId: 1, status: '1' },
      403,
      /administrator/i,
    ],
    ['a key that is taken', () => boss, 'POST', '/role', { ...patrol, roleKey: 'ADMIN' }, 409, /ADMIN/],
    ['a role that is in use', () => boss, 'DELETE', '/role', { ids: ['viewer'] }, 409, /访客/],
  ])(
    '%s is written down with what was told, in the language of who reads it',
    async (_, caller, method, path, body, code, told) => {
      const [viewer] = await store.db.select().from(store.t.roles).where(eq(store.t.roles.roleKey, 'viewer'))
      const sent = JSON.stringify(body).replace('"viewer"', String(viewer!.roleId))
      const answer = () => caller().send(method, path, { body: JSON.parse(sent) })
      const entries = await entriesOf(async () => expect((await answer()).code).toBe(code))
      expect(entries).toMatchObject([{ action: 'refused', status: '1', code, stem: 'role', requestMethod: method }])
      const { data } = await boss.get(`/sys-opera-log/${entries[0]!.id}`)
      expect(data.jsonResult).toMatch(told)
      expect(data.status).toBe('1')
      const headers = { 'accept-language': 'zh' }
      const { data: inChinese } = await boss.send('GET', `/sys-opera-log/${entries[0]!.id}`, { headers })
      expect(inChinese.jsonResult).not.toBe(data.jsonResult)
      expect(inChinese.jsonResult).not.toMatch(/\{\w+\}/)
    },
  )

  test('reading what one may not read is one of them', async () => {
    expect(await entriesOf(() => nobody.get('/sys-opera-log'))).toMatchObject([
      { action: 'refused', requestMethod: 'GET' },
    ])
  })

  test.each<[name: string, caller: () => Caller, method: string, path: string, body: object, record: string]>([
    ['the records it was about', () => nobody, 'DELETE', '/role', { ids: [7, '8', null, 'x', {}] }, '7,8'],
    ['the user', () => nobody, 'PUT', '/user/pwd/reset', { userId: 31, password: 'x' }, '31'],
    ['the role', () => nobody, 'PUT', '/roledatascope', { roleId: '32', deptIds: [1] }, '32'],
    ['what stands in the address', () => nobody, 'PUT', '/role/33', { ...patrol, ids: [1] }, '33'],
    ['what is put in order', () => nobody, 'PUT', '/dept-order', { parentId: 1, order: [3, 2] }, '3,2'],
    ['no record when one is to be made', () => nobody, 'POST', '/sys-user', { roleId: 1, deptId: 2 }, ''],
    ['a record that is not there', () => boss, 'DELETE', '/role', { ids: [999_999] }, '999999'],
    ['one in the address that is not there', () => boss, 'PUT', '/role/999999', patrol, '999999'],
  ])('one tells %s', async (_, caller, method, path, body, record) => {
    const entries = await entriesOf(() => caller().send(method, path, { body }))
    expect(entries).toMatchObject([{ action: 'refused', status: '1', requestMethod: method, record }])
  })

  test('each operation that takes a right leaves one when it is refused, whatever it is (S69)', async () => {
    clock += HOUR
    const stranger = await app.signedIn()
    const guarded = endpointsOf(app.app).filter(({ description }) => description.permissions && !description.isByKey)
    expect(guarded.length).toBeGreaterThan(150)
    const entries = await entriesOf(async () => {
      for (const { method, path } of guarded) await stranger.send(method, `/${path.replace(/:\w+/g, '1')}`)
    })
    const told = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, '1')}`
    expect(entries.map(({ requestMethod, url }) => told(requestMethod, url))).toEqual(
      guarded.map(({ method, path }) => told(method, path)),
    )
    const refused = { action: 'refused', code: 403, status: '1', username: stranger.roleKey } as const
    for (const entry of entries) expect(entry).toMatchObject(refused)
  })

  test('those that come at once leave one each', async () => {
    clock += HOUR
    const stranger = await app.signedIn()
    const ids = Array.from({ length: 40 }, (_, index) => String(index + 1))
    const entries = await entriesOf(() => Promise.all(ids.map((id) => stranger.delete('/role', { ids: [id] }))))
    expect(entries.map(({ record }) => Number(record)).toSorted((a, b) => a - b)).toEqual(ids.map(Number))
  })

  test('a body that cannot be read does not keep one out of the log', async () => {
    expect(await entriesOf(() => nobody.send('DELETE', '/role', { body: '{"ids":' }))).toMatchObject([
      { action: 'refused', record: '' },
    ])
  })

  test('a flood of them leaves a bounded number, and hides neither writes nor those of others', async () => {
    clock += HOUR
    const flooder = await app.signedIn()
    const entries = await entriesOf(async () => {
      for (let i = 0; i < 90; i++) await flooder.get('/role')
      for (let i = 0; i < 320; i++) await flooder.delete('/role', { ids: [i + 1] })
      await flooder.put('/user/pwd/reset', { userId: boss.userId, password: 'x' })
      await nobody.delete('/role', { ids: [1] })
    })
    const told = entries.filter(({ username }) => username === flooder.roleKey)
    const reads = told.filter(({ requestMethod }) => requestMethod === 'GET').length
    expect([reads >= 60, reads <= 61]).toEqual([true, true])
    const deletes = told.filter(({ requestMethod }) => requestMethod === 'DELETE').length
    expect([deletes >= 300, deletes <= 301]).toEqual([true, true])
    expect(told.at(-1)).toMatchObject({ requestMethod: 'PUT', record: String(boss.userId) })
    expect(entries.at(-1)!.username).toBe(nobody.roleKey)
  })
})

describe('refused attempts of one user are bounded whatever they try (S69, S93)', () => {
  const DAY_SECONDS = 86_400
  const routes = Array.from({ length: 170 }, (_, index) => `DELETE route ${index}`)

  test('a program that tries every operation all day leaves some thousands, not millions', () => {
    const mayLog = createRefusalLogLimit()
    let noted = 0
    for (let second = 0; second < DAY_SECONDS; second += 10) {
      for (const route of routes) if (mayLog({ userId: 1, isWrite: true, route, now: noon + second * 1000 })) noted++
    }
    expect(noted).toBeGreaterThan(5000)
    expect(noted).toBeLessThan(20_000)
  })

  test('it hides neither what it tries for the first time in an hour, nor anybody else', () => {
    const mayLog = createRefusalLogLimit()
    const flood = (now: number) => {
      for (let i = 0; i < 200; i++) for (const route of routes) mayLog({ userId: 1, isWrite: true, route, now })
    }
    flood(noon)
    const other = { userId: 1, isWrite: true, route: 'PUT the one that counts' }
    expect(mayLog({ ...other, now: noon })).toBe(true)
    expect(mayLog({ ...other, now: noon })).toBe(false)
    expect(mayLog({ ...other, userId: 2, now: noon })).toBe(true)
    flood(noon + HOUR)
    expect(mayLog({ ...other, now: noon + HOUR })).toBe(true)
  })
})

describe('secrets are struck out (S70, S100)', () => {
  const secrets = ['hunter2-secret', 'hunter2-other']
  let victim: number
  beforeAll(async () => {
    wang = await app.signIn('wang', password) // under the token that is good now
    victim = await createUser(store, { username: 'Li', nickName: '', passwordHash: 'x', roleKeys: ['viewer'] }, clock)
  })

  test.each<[name: string, change: Parameters<typeof noteOperation>[2]]>([
    ['a field', { action: 'update', after: { password: secrets[0] } }],
    [
      'a nested one',
      { action: 'update', before: { user: { oldPassword: secrets[0] } }, after: { a: [{ token: secrets[1] }] } },
    ],
    ['a list of them', { action: 'update', after: { passwords: secrets } }],
    ['a hash', { action: 'update', after: { passwordHash: secrets[0], credential: { x: secrets[1] } } }],
    [
      'a secret setting',
      { action: 'update', after: [{ configKey: 'sys_user_initPassword', configValue: secrets[0] }] },
    ],
    ['settings by their keys', { action: 'update', after: { sys_user_initPassword: secrets[0] } }],
  ])('%s', async (_, change) => {
    const [entry] = await entriesOf(() => noteOperation(store, contextOf(), change))
    expect(JSON.stringify(entry)).not.toContain('hunter2')
    expect(`${entry!.before}${entry!.after}`).toContain('***')
  })

  test.each<[name: string, caller: () => Caller, method: string, path: string, body: object]>([
    [
      'a new user',
      () => boss,
      'POST',
      '/sys-user',
      { username: 'Zhao', nickName: 'Zhao', password: 'hunter2-secret', status: '2' },
    ],
    [
      'a password given by an administrator',
      () => boss,
      'PUT',
      '/user/pwd/reset',
      { userId: 0, password: 'hunter2-secret' },
    ],
    ['the own password', () => wang, 'PUT', '/user/pwd/set', { oldPassword: password, newPassword: 'hunter2-secret' }],
    [
      'a wrong own password',
      () => wang,
      'PUT',
      '/user/pwd/set',
      { oldPassword: 'hunter2-wrong', newPassword: 'hunter2-next' },
    ],
  ])('nothing that was typed for %s is kept', async (_, caller, method, path, body) => {
    const to = 'userId' in body ? { ...body, userId: victim } : body
    const entries = await entriesOf(() => caller().send(method, path, { body: to }))
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('hunter2')
    expect(JSON.stringify(entries)).not.toContain('$argon')
  })

  test('what would outgrow the log is shortened, and everything beside it kept', async () => {
    const after = { x: 'y'.repeat(40_000), ids: Array.from({ length: 9000 }, (_, index) => index), status: '1' }
    const [entry] = await entriesOf(() => noteOperation(store, contextOf(), { action: 'import', after }))
    const kept = fields(entry!.after)
    expect(kept).toEqual({ x: expect.stringMatching(/^y{200}…$/), ids: expect.any(Array), status: '1' })
    expect(kept.ids.slice(0, 3)).toEqual([0, 1, 2])
    expect(kept.ids).toHaveLength(201)
  })
})

describe('no value is kept out of the log by its size or by what people call a record (S70)', () => {
  const { posts } = store.t
  const stamps = { createdAt: 0, updatedAt: 0 }
  const post = (postCode: string) => ({
    postName: `Post ${postCode}`,
    postCode,
    sort: 1,
    status: '2' as const,
    remark: '备注'.repeat(100),
    ...stamps,
  })

  test('records deleted in great number are all there, in several entries', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => post(`bulk-${index}`))
    const made = await store.tx((db) => db.insert(posts).values(rows).returning())
    const ids = made.map(({ postId }) => postId)
    const entries = await entriesOf(async () => expect((await boss.delete('/post', { ids })).code).toBe(200))
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.every(({ action, before }) => action === 'delete' && before.length <= 32_768)).toBe(true)
    const kept = entries.flatMap(({ before }) => fields(before) as { record: number; name: string; values: Row }[])
    expect(kept.map(({ values }) => values)).toMatchObject(made)
    expect(entries.map(({ record }) => record).join()).toBe(ids.join())
    const restored = await entriesOf(async () => expect((await boss.post('/post/restore', { ids })).code).toBe(200))
    expect(restored).toMatchObject([{ action: 'restore', record: ids.join() }])
    await boss.delete('/post', { ids })
    const { data } = await boss.get('/trash?pageSize=100')
    const trashIds = data.list.map(({ trashId }: { trashId: number }) => trashId)
    const [entry] = await entriesOf(() => boss.delete('/trash', { ids: trashIds }))
    expect(fields(entry!.before).map(({ record }: { record: number }) => record)).toEqual(trashIds)
  })

  test('what is named like a secret is told like anything else', async () => {
    const add = async (dictType: string, dictName: string) =>
      (await boss.post('/dict/type', { dictName, dictType, status: 2, remark: 'kept' })).data as number
    const ids = [await add('token_kind', '令牌类型'), await add('pass_word', 'password')]
    const [entry] = await entriesOf(() => boss.delete('/dict/type', { ids }))
    expect(entry!.before).not.toContain('***')
    const { data } = await boss.get(`/sys-opera-log/${entry!.id}`)
    expect(data.before).toEqual({
      [`令牌类型 (${ids[0]})`]: expect.objectContaining({ dictType: 'token_kind', remark: 'kept' }),
      [`password (${ids[1]})`]: expect.objectContaining({ dictType: 'pass_word' }),
    })
  })

  test('so is a parameter, whatever its key; one that is marked as a secret is not', async () => {
    const config = { configName: '令牌有效期', configValue: '30', configType: 'N', remark: '' }
    const plain = (await boss.post('/config', { ...config, configKey: 'token_validity' })).data as number
    const secret = (await boss.post('/config', { ...config, configKey: 'access_token', isSecret: true })).data as number
    const change = { ...config, configValue: '60' }
    const entries = await entriesOf(async () => {
      await boss.put(`/config/${plain}`, { ...change, configKey: 'token_validity' })
      await boss.put(`/config/${secret}`, { ...change, configKey: 'access_token' })
      await boss.delete('/config', { ids: [plain, secret] })
    })
    expect(fields(entries[0]!.before).configValue).toBe('30')
    expect(fields(entries[0]!.after).configValue).toBe('60')
    expect(fields(entries[1]!.before).configValue).toBe('***')
    expect(fields(entries[1]!.after).configValue).toBe('***')
    const gone = fields(entries[2]!.before) as { values: { configValue: string } }[]
    expect(gone.map(({ values }) => values.configValue)).toEqual(['60', '***'])
  })
})

describe('how people can be reached is for who may read it where it stands (S39)', () => {
  const contacts = { phone: '13900001111', email: 'li"si\\@example.com' }
  let reader: Awaited<ReturnType<typeof app.signedIn>>
  let ids: number[]
  beforeAll(async () => {
    clock += HOUR
    reader = await app.signedIn('admin:sysOperLog:list', 'admin:sysOperLog:query', 'admin:sysOperLog:export')
    const acts: [Partial<RequestContext>, Parameters<typeof noteOperation>[2]][] = [
      [
        { resource: 'user' },
        { action: 'update', before: { nickName: 'Li', ...contacts }, after: { phone: '', email: 'x' } },
      ],
      [{ resource: 'user' }, { action: 'delete', before: [{ record: 1, name: 'Li', values: contacts }] }],
      [{ resource: 'profile' }, { action: 'update', after: { remark: 'r'.repeat(1975), ...contacts } }],
      [{ resource: 'department' }, { action: 'update', after: { phone: '010-1' } }],
    ]
    const entries = await entriesOf(async () => {
      for (const [change, what] of acts) await noteOperation(store, contextOf({ now: clock, ...change }), what)
    })
    ids = entries.map(({ id }) => id)
  })
  const readBy = async (caller: Caller) => {
    const details = await Promise.all(ids.map(async (id) => (await caller.get(`/sys-opera-log/${id}`)).data))
    const path = `/sys-opera-log/export?beginTime=${new Date(clock).toISOString()}&operName=Wang`
    return { details, sheet: await (await exported(path, caller)).text() }
  }

  test('without that right an entry and a sheet say only that there was something', async () => {
    const { details, sheet } = await readBy(reader)
    for (const text of [JSON.stringify(details), sheet]) expect(text).not.toMatch(/1390000|example\.com/)
    expect(details[0]).toMatchObject({
      before: { nickName: 'Li', phone: '***', email: '***' },
      after: { phone: '', email: '***' },
    })
    expect(details[1]!.before).toEqual({ 'Li (1)': { phone: '***', email: '***' } })
    expect(details[2]!.operParam).toContain('"phone":"***"')
    expect(details[3]!.after).toEqual({ phone: '010-1' })
  })

  test('with it they tell all', async () => {
    const { details, sheet } = await readBy(boss)
    expect(details[0]!.before).toEqual({ nickName: 'Li', ...contacts })
    expect(details[1]!.before).toEqual({ 'Li (1)': contacts })
    expect(sheet).toContain('13900001111')
  })
})

test('a sheet says how much of a long change it leaves out, and calls settings as the list does', async () => {
  const [key] = settingKeys
  const { title } = settingOf(key!)
  const entries = await entriesOf(async () => {
    await noteOperation(store, contextOf({ now: clock, resource: 'role' }), {
      action: 'update',
      after: { remark: 'r'.repeat(5000) },
    })
    await noteOperation(store, contextOf({ now: clock, resource: 'system-settings' }), {
      action: 'update',
      name: text('zh', title),
    })
  })
  const [{ id, after }, settings] = entries as [Row, Row]
  const sheet = await rowsIn(new Uint8Array(await (await exported('/sys-opera-log/export?format=csv')).arrayBuffer()))
  const cellsOf = (entry: number) => sheet.find(({ cells }) => cells[0] === String(entry))!.cells
  expect(cellsOf(id)[11]).toBe(`${after.slice(0, 2000)}… ${after.length - 2000} more characters, see entry ${id}`)
  expect(cellsOf(settings.id)[7]).toBe(text('en', title))
})

describe('reading it', () => {
  const since = () => `beginTime=${new Date(clock).toISOString()}`
  beforeAll(async () => {
    clock += DAY
    await store.tx(async (db) => {
      await db.delete(store.t.trash)
      await db.update(store.t.users).set({ nickName: 'Wong Wei' }).where(eq(store.t.users.userId, userId))
    })
    const at = { now: clock }
    await noteOperation(store, contextOf(at), {
      action: 'update',
      record: '7',
      name: 'Seven',
      before: { a: 1 },
      after: { a: 2 },
    })
    await noteOperation(
      store,
      contextOf({
        now: clock + 1,
        resource: 'user',
        method: 'POST',
        summary: 'Create a user',
        path: '/api/v1/sys-user',
      }),
      {
        action: 'create',
      },
    )
    await noteOperation(
      store,
      contextOf({
        now: clock + 2,
        resource: 'no-such',
        summary: 'Something new',
        device: {
          address: '::1',
          userAgent:
            'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
        },
      }),
      { action: 'refused' },
      { code: 409, key: 'role.keyTaken', values: { roleKey: 'x' } },
    )
  })

  test('has the fields that the family reads, and ours', async () => {
    const { data } = await boss.get(`/sys-opera-log?${since()}&operUrl=role/1`)
    const { id } = data.list.at(-1)
    const entry = {
      id,
      title: 'Role',
      businessType: '2',
      method: 'Change a role',
      requestMethod: 'PUT',
      operName: 'Wang',
      operNickName: 'Wong Wei',
      switchedTo: '',
      step: '',
      attempt: '',
      deptName: '',
      program: '',
      operUrl: '/api/v1/role/1',
      operIp: '10.1.2.3',
      operLocation: '',
      status: '2',
      operTime: new Date(clock).toISOString(),
      jsonResult: '',
      latencyTime: expect.stringMatching(/^\d+ms$/),
      userAgent: '',
      remark: '',
      action: 'update',
      stem: 'role',
      record: '7',
      name: 'Seven',
      code: 200,
      requestId: 'r-1',
      browser: '',
      os: '',
    }
    expect(data).toEqual({
      count: expect.any(Number),
      total: expect.any(Number),
      pageIndex: 1,
      pageSize: 20,
      list: [expect.anything(), entry],
    })
    const detail = await boss.get(`/sys-opera-log/${id}`)
    expect(detail.data).toEqual({ ...entry, operParam: '{"a":2}', before: { a: 1 }, after: { a: 2 } })
    expect((await boss.get('/sys-opera-log/2147483647')).code).toBe(404)
  })

  test.each([
    ['', ['no-such', 'user', 'role']],
    ['createdAtOrder=asc', ['role', 'user', 'no-such']],
    ['operTimeOrder=asc&pageSize=1&pageIndex=2', ['user']],
    ['idOrder=asc', ['role', 'user', 'no-such']],
    ['usernameOrder=asc', ['no-such', 'user', 'role']],
    ['title=user', ['user']],
    ['title=%E8%A7%92%E8%89%B2', ['role']],
    ['title=ro', ['role']],
    ['title=u', ['user']],
    ['title=_', []],
    ['title=user&stem=role', []],
    ['method=CREATE', ['user']],
    ['method=CREATE&createdAtOrder=asc', ['user']],
    ['requestMethod=post', ['user']],
    ['operUrl=sys-USER', ['user']],
    ['operUrl=e', ['no-such', 'user', 'role']],
    ['operUrl=e&pageSize=2&pageIndex=2', ['role']],
    ['operUrl=e&createdAtOrder=asc&pageSize=2', ['role', 'user']],
    ['operUrl=%25', []],
    ['operIp=10.1', ['user', 'role']],
    ['operName=wang', ['no-such', 'user', 'role']],
    ['operName=AN', ['no-such', 'user', 'role']],
    ['operName=Wong', ['no-such', 'user', 'role']],
    ['operName=nobody-here', []],
    ['name=eve', ['role']],
    ['name=%25', []],
    ['operName=Wang', ['no-such', 'user', 'role']],
    ['status=1', ['no-such']],
    ['status=2', ['user', 'role']],
    ['action=create', ['user']],
    ['stem=user', ['user']],
    ['record=7', ['role']],
    ['title=&status=&operUrl=', ['no-such', 'user', 'role']],
  ])('?%s', async (query, found) => {
    const { data } = await boss.get(
      `/sys-opera-log?${since()}&${query.includes('operName') ? query : `operName=Wang&${query}`}`,
    )
    expect(data.list.map(({ stem }: Row) => stem)).toEqual(found)
    if (!query.includes('pageSize')) expect(data.count).toBe(found.length)
  })

  test.each([
    ['status=3', 'status'],
    ['action=hack', 'action'],
    ['beginTime=next-week', 'beginTime'],
    [`operUrl=${'x'.repeat(301)}`, 'operUrl'],
  ])('?%s is refused at its field (S43)', async (query, field) => {
    const { code, errors } = await boss.get(`/sys-opera-log?${query}`)
    expect([code, Object.keys(errors!)]).toEqual([400, [field]])
  })

  test('is exported as it is filtered, with what was changed, in the language of who reads it (S66, S74)', async () => {
    const response = await exported(`/sys-opera-log/export?${since()}&operUrl=e&createdAtOrder=asc&operName=Wang`)
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toStartWith('No.,Time,User,')
    expect(lines.slice(1).map((line) => line.split(',')[4])).toEqual(['Role', 'User', 'Something new'])
    expect(lines[1]).toContain('"{""a"":1}","{""a"":2}"')
    expect(lines[3]).toContain('Refused')
    expect(response.headers.get('content-disposition')).toContain('operation-log-')
  })

  test.skipIf(isPostgres)('goes by indexes where it filters by equality, in both directions', () => {
    for (const [filter, index] of [
      ['1 = 1', 'sys_opera_log_at'],
      [`stem = +'x'`, 'sys_opera_log_stem'],
      [`username = +'x'`, 'sys_opera_log_user'],
      [`status = +'x'`, 'sys_opera_log_status'],
      [`request_method = +'x'`, 'sys_opera_log_method'],
    ] as const) {
      for (const order of ['at desc, id desc', 'at asc, at desc, id desc']) {
        const plan = planOf(`select * from sys_opera_log where ${filter} order by ${order}`)
        expect([filter, order, plan]).toEqual([filter, order, expect.stringContaining(`USING INDEX ${index}`)])
        expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY') // the whole would be sorted; those of one moment may be
      }
    }
  })

  test('has words for every resource that a signed-in user can change or export', async () => {
    const names = endpointsOf(app.app)
      .filter(({ isPrivate, method, description }) => isPrivate && (method !== 'GET' || description.file))
      .map(({ description }) => description.resource!)
    expect(
      [...new Set(names)].filter((name) => !isResourceName(name) && name !== 'login' && name !== 'error-log'),
    ).toEqual([])
  })
})

describe('it is only ever added to (S71)', () => {
  test('no route changes an entry: there is none but list, read, export and delete', () => {
    const paths = endpointsOf(app.app).filter(({ description }) => description.resource === 'operation-log')
    expect(paths.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/v1/operlog/clean',
      'DELETE /api/v1/sys-opera-log',
      'GET /api/v1/sys-opera-log',
      'GET /api/v1/sys-opera-log/:id',
      'GET /api/v1/sys-opera-log/export',
    ])
  })

  test('nothing that can be sent to any route but the deleting ones changes or removes an entry', async () => {
    const all = () => store.db.select().from(operations).orderBy(asc(operations.id))
    const before = await all()
    const writes = endpointsOf(app.app).filter(
      ({ method, path }) => method !== 'GET' && !/log|session|logout/.test(path),
    )
    for (const { method, path } of writes) {
      await boss.send(method, `/${path.replace(/:\w+/g, '1')}`, { body: { ids: [before[0]!.id], id: before[0]!.id } })
    }
    const after = await all()
    expect(after.slice(0, before.length)).toEqual(before)
  })

  test('deleting entries takes a right of its own, and leaves an entry that tells of it and cannot be deleted', async () => {
    const [victim] = await entriesOf(() => noteOperation(store, contextOf(), { action: 'update' }))
    const { id } = victim!
    for (const path of ['/sys-opera-log', '/operlog/clean']) {
      expect((await nobody.delete(path, { ids: [id] })).code).toBe(403)
    }
    expect((await boss.delete('/sys-opera-log', { ids: [id, 2147483647] })).code).toBe(404)
    expect((await boss.get(`/sys-opera-log/${id}`)).code).toBe(200)

    const [trace] = await entriesOf(async () =>
      expect((await boss.delete('/sys-opera-log', { ids: [id, id] })).data).toEqual([id]),
    )
    expect(trace).toMatchObject({ action: 'delete', stem: 'operation-log', record: String(id), username: boss.roleKey })
    expect(fields(trace!.before)).toEqual({ count: 1, oldest: expect.any(String), newest: expect.any(String) })
    expect((await boss.get(`/sys-opera-log/${id}`)).code).toBe(404)
    expect(await boss.delete('/sys-opera-log', { ids: [trace!.id] })).toMatchObject({ code: 409 })
    expect((await boss.get(`/sys-opera-log/${trace!.id}`)).code).toBe(200)
  })

  test('clearing it leaves what tells of deletions, and an entry of its own with how many', async () => {
    const traceAt = (now: number) =>
      noteOperation(store, contextOf({ resource: 'operation-log', now }), { action: 'clean' })
    await Promise.all([traceAt(clock - 900 * DAY), traceAt(clock + 900 * DAY)])
    for (const now of [clock, clock + DAY]) await noteOperation(store, contextOf({ now }), { action: 'update' })
    const before = await store.db.select().from(operations)
    const answer = await boss.send('DELETE', '/operlog/clean')
    expect(answer).toMatchObject({ code: 200, msg: expect.stringMatching(/^\d+ entries deleted$/) })
    const left = await store.db.select().from(operations).orderBy(asc(operations.id))
    expect(left.every(({ stem, action }) => stem === 'operation-log' && ['delete', 'clean'].includes(action))).toBe(
      true,
    )
    expect(left.at(-1)).toMatchObject({ action: 'clean', username: boss.roleKey })
    expect(answer.data).toBe(before.length + 1 - left.length)
    // the traces that stay are neither in the number nor in the period
    const isLeft = new Set(left.map(({ id }) => id))
    const times = before.filter(({ id }) => !isLeft.has(id)).map(({ at }) => at)
    expect(times.length).toBeLessThan(before.length)
    expect(fields(left.at(-1)!.before)).toEqual({
      count: answer.data,
      oldest: new Date(Math.min(...times)).toISOString(),
      newest: new Date(Math.max(...times)).toISOString(),
    })
    expect(await entriesOf(() => boss.send('DELETE', '/operlog/clean'))).toMatchObject([{ action: 'clean' }])
  })

  test('entries are forgotten when their time is up, and not before; that leaves one of the server', async () => {
    const own = await startApp({ now: () => noon })
    try {
      const lives = { loginLogMs: 3 * DAY, operationLogMs: 2 * DAY, trashMs: DAY }
      const { loginLogs } = own.store.t
      await own.store.tx((db) => db.delete(loginLogs))
      for (const age of [1, 2, 3, 4, 5]) {
        await noteOperation(own.store, contextOf({ now: noon - age * DAY - 1 }), { action: 'clean' })
      }
      expect(await pruneLogs(own.store, noon, lives)).toEqual({ signIns: 0, operations: 4, trash: 0 })
      const left = await own.store.db.select().from(own.store.t.operations).orderBy(asc(operations.id))
      expect(left).toHaveLength(2)
      // that they were is an entry itself, which nobody deletes by hand
      const until = new Date(noon - 2 * DAY).toISOString()
      const trace = { action: 'clean', stem: 'operation-log', username: '(server)', userId: 0, requestMethod: 'SERVER' }
      expect(left.at(-1)).toMatchObject({ ...trace, before: JSON.stringify({ count: 4, endTime: until }) })
      const admin = await own.signedIn('*:*:*')
      expect(await admin.delete('/sys-opera-log', { ids: [left.at(-1)!.id] })).toMatchObject({ code: 409 })
      expect(await pruneLogs(own.store, noon, lives)).toEqual({ signIns: 0, operations: 0, trash: 0 })
      await own.store.tx((db) => db.update(loginLogs).set({ at: noon - 9 * DAY }))
      expect(await pruneLogs(own.store, noon, lives)).toEqual({ signIns: 1, operations: 0, trash: 0 })
      const [last] = await own.store.db.select().from(own.store.t.operations).orderBy(desc(operations.id)).limit(1)
      expect(last).toMatchObject({ ...trace, stem: 'login-log' })
    } finally {
      await own.close()
    }
  })
})

describe('a long log with gaps, searched window by window', () => {
  const ids = [0, 1, 9_999, 10_000, 10_001, 34_567, 60_000].map((index) => 1_000_000 + index)
  beforeAll(async () => {
    const [row] = await entriesOf(() => noteOperation(store, contextOf({ path: '/gap' }), { action: 'run' }))
    await store.tx((db) =>
      db.insert(operations).values(ids.map((id) => ({ ...row!, id, at: clock + id, record: String(id) }))),
    )
    await store.tx((db) => db.delete(operations).where(eq(operations.id, row!.id)))
  })
  const found = async (query: string): Promise<number[]> =>
    (await boss.get(`/sys-opera-log?operUrl=gap&${query}`)).data.list.map(({ id }: Row) => id)

  test.each([
    ['', ids.toReversed()],
    ['createdAtOrder=asc', ids],
    ['pageSize=3&pageIndex=2', ids.toReversed().slice(3, 6)],
    ['pageSize=3&pageIndex=3', ids.toReversed().slice(6)],
    ['pageSize=3&pageIndex=4', []],
    ['pageSize=4&pageIndex=2&idOrder=asc', ids.slice(4)],
    ['record=1034567', [1_034_567]],
    ['status=1', []],
  ])('?%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('counts all of them on every page, and is exported whole in the order asked for', async () => {
    expect((await boss.get('/sys-opera-log?operUrl=gap&pageSize=2&pageIndex=2')).data.count).toBe(ids.length)
    for (const [order, expected] of [
      ['asc', ids],
      ['desc', ids.toReversed()],
    ] as const) {
      const response = await exported(`/sys-opera-log/export?operUrl=gap&operTimeOrder=${order}`)
      const lines = (await response.text()).trim().split('\r\n').slice(1)
      expect(lines.map((line) => Number(line.split(',')[0]))).toEqual([...expected])
    }
  })
})

/** How SQLite would go about a query. */
function planOf(query: string): string {
  const all = (store.db as unknown as { all(query: SQL): { detail: string }[] }).all
  return all
    .call(store.db, sql.raw(`explain query plan ${query}`))
    .map(({ detail }) => detail)
    .join('; ')
}

const exported = (path: string, { token }: Pick<Caller, 'token'> = boss) =>
  Promise.resolve(
    app.app.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } }),
  )
