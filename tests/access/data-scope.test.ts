import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq, inArray } from 'drizzle-orm'
import type { DepartmentNode } from '#shared/access/department'
import { startApp, type App } from '../support/app'
import { done, withScope } from '../support/qc/plant'

type Caller = Awaited<ReturnType<App['signedIn']>>
let app: App
let admin: Caller
/** Works in the department Workshop, by a role whose data scope each test sets. */
let keeper: Caller
let roleId: number
/** Ids of departments and users, by name. */
const dept: Record<string, number> = { top: 0 }
const user: Record<string, number> = {}

/*
 * Plant            Annex (its id begins with the digits of Plant's)
 *   Workshop         Yard
 *     Line           Mine (made by the keeper)
 *       Spare
 *   Office
 */
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
  keeper = await app.signedIn(
    'admin:sysUser:query',
    'admin:sysUser:add',
    'admin:sysUser:edit',
    'admin:sysUser:remove',
    'admin:sysUser:resetPassword',
    'admin:sysUser:export',
    'admin:sysDept:query',
    'admin:sysDept:add',
    'admin:sysDept:edit',
    'admin:sysDept:remove',
    'admin:sysDept:export',
    'admin:sysRole:query',
    'admin:sysRole:update',
    'admin:sysRole:remove',
  )
  roleId = (await admin.get(`/role?roleKey=${keeper.roleKey}`)).data.list[0].roleId
  await makeDept('Plant', 'top')
  const filler: number[] = []
  for (;;) {
    await makeDept(`filler ${filler.length}`, 'top')
    const id = dept[`filler ${filler.length}`]!
    if (String(id).startsWith(String(dept['Plant']))) break
    filler.push(id)
  }
  dept['Annex'] = dept[`filler ${filler.length}`]!
  await admin.put(`/dept/${dept['Annex']}`, { deptName: 'Annex' })
  if (filler.length > 0) await admin.delete('/dept', { ids: filler })
  for (const [name, above] of [
    ['Workshop', 'Plant'],
    ['Line', 'Workshop'],
    ['Spare', 'Line'],
    ['Office', 'Plant'],
    ['Yard', 'Annex'],
    ['Mine', 'Annex'],
  ] as const) {
    await makeDept(name, above)
  }
  for (const name of ['Plant', 'Workshop', 'Line', 'Office', 'Annex', 'Yard']) await makeUser(`of-${name}`, name)
  await makeUser('of-nowhere', undefined)
  await makeUser('made-by-keeper', 'Yard')
  user['keeper'] = keeper.userId
  const { depts, users } = app.store.t
  await app.store.tx(async (db) => {
    const own = { createBy: keeper.userId }
    await db.update(depts).set(own).where(eq(depts.deptId, dept['Mine']!))
    await db.update(users).set(own).where(eq(users.userId, user['made-by-keeper']!))
    const home = { username: 'keeper', deptId: dept['Workshop']! }
    await db.update(users).set(home).where(eq(users.userId, keeper.userId))
  })
})
afterAll(() => app.close())

async function makeDept(deptName: string, above: string) {
  dept[deptName] = (await admin.post('/dept', { deptName, parentId: dept[above] })).data
}

async function makeUser(username: string, home: string | undefined) {
  const stamps = { createdAt: 0, updatedAt: 0 }
  const row = { username, usernameKey: username, nickName: username, status: '2' as const, ...stamps }
  const deptId = home === undefined ? null : dept[home]!
  await app.store.tx(async (db) => {
    const [made] = await db
      .insert(app.store.t.users)
      .values({ ...row, deptId })
      .returning()
    user[username] = made!.userId
  })
}

/** Gives a role a data scope as it may stand in a database, sound or not. */
async function setScope(kind: string, chosen: readonly string[] = [], ofRole = roleId) {
  const { roles, roleDepts } = app.store.t
  await app.store.tx(async (db) => {
    await db.update(roles).set({ dataScope: kind }).where(eq(roles.roleId, ofRole))
    await db.delete(roleDepts).where(eq(roleDepts.roleId, ofRole))
    for (const name of chosen) await db.insert(roleDepts).values({ roleId: ofRole, deptId: dept[name]! })
  })
}

/** The text of an export, and the first cells of its rows. */
async function exported(path: string): Promise<string[]> {
  const response = await app.app.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${keeper.token}` } })
  expect(response.status).toBe(200)
  const lines = (await response.text()).trim().split('\r\n')
  return lines.slice(1).map((line) => line.split(',')[0]!)
}

const everyDept = ['Plant', 'Workshop', 'Line', 'Spare', 'Office', 'Annex', 'Yard', 'Mine']
const everyUser = [
  'of-Plant',
  'of-Workshop',
  'of-Line',
  'of-Office',
  'of-Annex',
  'of-Yard',
  'of-nowhere',
  'made-by-keeper',
  'keeper',
]
const scopes: [what: string, kind: string, chosen: string[], depts: string[], users: string[]][] = [
  ['1, everything', '1', [], everyDept, everyUser],
  ['2, chosen departments', '2', ['Line', 'Annex'], ['Line', 'Annex'], ['of-Line', 'of-Annex']],
  ['2, the parent of others', '2', ['Plant'], ['Plant'], ['of-Plant']],
  ['2, none chosen', '2', [], [], []],
  ['3, the own department', '3', [], ['Workshop'], ['of-Workshop', 'keeper']],
  ['4, that and all below', '4', [], ['Workshop', 'Line', 'Spare'], ['of-Workshop', 'of-Line', 'keeper']],
  ['5, own rows', '5', [], ['Mine'], ['made-by-keeper', 'keeper']],
  ['none set: own rows', '', [], ['Mine'], ['made-by-keeper', 'keeper']],
  ['an unknown kind: own rows', '9', [], ['Mine'], ['made-by-keeper', 'keeper']],
]

describe.each(scopes)('data scope %s (S33, S34, S35)', (_what, kind, chosen, seenDepts, seenUsers) => {
  beforeAll(() => setScope(kind, chosen))

  describe('users', () => {
    test('are listed, counted and exported', async () => {
      const known = new Set(everyUser)
      const { data } = await keeper.get('/sys-user?pageSize=100')
      const names = data.list.map(({ username }: { username: string }) => username)
      if (kind !== '1') expect(data.count).toBe(seenUsers.length)
      expect(names.filter((name: string) => known.has(name)).toSorted()).toEqual(seenUsers.toSorted())
      if (kind !== '1') expect((await keeper.get('/sys-user?pageSize=1')).data.count).toBe(seenUsers.length)
      const sheet = (await exported('/sys-user/export')).filter((name) => known.has(name))
      expect(sheet.toSorted()).toEqual(seenUsers.toSorted())
    })

    const others = everyUser.filter((name) => name !== 'keeper')
    const actions: [action: string, call: (userId: number, username: string) => Promise<{ code: number }>][] = [
      ['read', (userId) => keeper.get(`/sys-user/${userId}`)],
      ['updated', (userId, username) => keeper.put(`/sys-user/${userId}`, { username, nickName: username })],
      ['updated by the body', (userId, username) => keeper.put('/sys-user', { userId, username, nickName: username })],
      ['enabled or disabled', (userId) => keeper.put('/user/status', { userId, status: '2' })],
      ['deleted', (userId) => keeper.delete('/sys-user', { ids: [userId] })],
      ['restored', (userId) => keeper.post('/sys-user/restore', { ids: [userId] })],
    ]
    test.each(actions)('are %s', async (action, call) => {
      for (const name of others) {
        const userId = user[name]!
        if (action === 'restored') await admin.delete('/sys-user', { ids: [userId] })
        const { code } = await call(userId, name)
        expect([name, code]).toEqual([name, seenUsers.includes(name) ? 200 : 404])
        if (action === 'deleted' && code === 200) await admin.post('/sys-user/restore', { ids: [userId] })
        if (action === 'restored' && code === 404) await admin.post('/sys-user/restore', { ids: [userId] })
        expect((await admin.get(`/sys-user/${userId}`)).code).toBe(200)
      }
    })

    test('have their passwords reset', async () => {
      for (const name of others.filter((other) => !seenUsers.includes(other))) {
        const { code } = await keeper.put('/user/pwd/reset', { userId: user[name], password: 'Plum-tree-71' })
        expect([name, code]).toEqual([name, 404])
      }
      const [seen] = seenUsers // one will do: a password takes its time
      if (!seen || seen === 'keeper') return
      expect((await keeper.put('/user/pwd/reset', { userId: user[seen], password: 'Plum-tree-71' })).code).toBe(200)
    })

    test('are deleted all or none', async () => {
      const [seen, unseen] = [
        others.find((name) => seenUsers.includes(name)),
        others.find((name) => !seenUsers.includes(name)),
      ]
      if (!seen || !unseen) return
      expect((await keeper.delete('/sys-user', { ids: [user[seen], user[unseen]] })).code).toBe(404)
      expect((await admin.get(`/sys-user/${user[seen]}`)).code).toBe(200)
    })
  })

  describe('departments', () => {
    test('are listed, offered and exported, at the top where what is above is out of sight', async () => {
      const expected = kind === '1' ? [...seenDepts, '总部'] : seenDepts // the seed's
      expect(names((await keeper.get('/dept')).data).toSorted()).toEqual(expected.toSorted())
      expect(labels((await keeper.get('/deptTree')).data).toSorted()).toEqual(expected.toSorted())
      expect((await exported('/dept/export')).toSorted()).toEqual(expected.toSorted())
    })

    const actions: [
      action: string,
      seen: number,
      call: (deptId: number, deptName: string) => Promise<{ code: number }>,
    ][] = [
      ['read', 200, (deptId) => keeper.get(`/dept/${deptId}`)],
      ['updated', 200, (deptId, deptName) => keeper.put(`/dept/${deptId}`, { deptName })],
      ['disabled and enabled', 200, (deptId, deptName) => keeper.put(`/dept/${deptId}`, { deptName, status: 2 })],
    ]
    test.each(actions)('are %s', async (_action, seen, call) => {
      for (const name of everyDept) {
        const { code } = await call(dept[name]!, name)
        expect([name, code]).toEqual([name, seenDepts.includes(name) ? seen : 404])
      }
    })

    test('are deleted, as far as nothing hangs on them', async () => {
      for (const name of everyDept) {
        const { code } = await keeper.delete('/dept', { ids: [dept[name]] })
        const isFree = name === 'Spare' || name === 'Mine'
        expect([name, code]).toEqual([name, !seenDepts.includes(name) ? 404 : isFree ? 200 : 409])
        if (code === 200) expect((await keeper.post('/dept/restore', { ids: [dept[name]] })).code).toBe(200)
      }
    })

    test('are restored', async () => {
      for (const name of ['Spare', 'Mine']) {
        const ids = [dept[name]]
        await admin.delete('/dept', { ids })
        const { code } = await keeper.post('/dept/restore', { ids })
        expect([name, code]).toEqual([name, seenDepts.includes(name) ? 200 : 404])
        if (code === 404) await admin.post('/dept/restore', { ids })
        expect((await admin.get(`/dept/${dept[name]}`)).code).toBe(200)
      }
    })
  })
})

const names = (nodes: DepartmentNode[]): string[] =>
  nodes.flatMap(({ deptName, children }) => [deptName, ...names(children ?? [])])
type Labelled = { label: string; children?: Labelled[] }
const labels = (nodes: Labelled[]): string[] =>
  nodes.flatMap(({ label, children }) => [label, ...labels(children ?? [])])

describe('what is submitted must lie in the scope, too (S34)', () => {
  const outside = 'A chosen department is outside your data scope'
  const out = 'At that position the department would be outside your data scope'
  const newUser = { username: 'new', nickName: 'New', password: 'Plum-tree-71', status: '2' }

  test.each([
    [
      'a new user in a department outside',
      'POST',
      '/sys-user',
      () => ({ ...newUser, deptId: dept['Annex'] }),
      'deptId',
    ],
    ['a user moved to one outside', 'PUT', '/sys-user', () => ({ ...ofLine(), deptId: dept['Plant'] }), 'deptId'],
    [
      'a new department below one outside',
      'POST',
      '/dept',
      () => ({ deptName: 'x', parentId: dept['Annex'] }),
      'parentId',
    ],
    ['a new department at the top', 'POST', '/dept', () => ({ deptName: 'x', parentId: 0 }), 'parentId'],
    [
      'one below a department that is not there',
      'POST',
      '/dept',
      () => ({ deptName: 'x', parentId: 4711 }),
      'parentId',
    ],
    [
      'a department moved outside',
      'PUT',
      '/dept/Line',
      () => ({ deptName: 'Line', parentId: dept['Yard'] }),
      'parentId',
    ],
    ['a department moved to the top', 'PUT', '/dept/Line', () => ({ deptName: 'Line', parentId: 0 }), 'parentId'],
    [
      'departments ordered outside',
      'PUT',
      '/dept-order',
      () => ({ parentId: dept['Plant'], order: [dept['Line']] }),
      'parentId',
    ],
  ])('%s is refused', async (_, method, path, body, field) => {
    await setScope('4')
    const address = path.replace('Line', String(dept['Line']))
    const answer = await keeper.send(method, address, { body: body() })
    expect(answer).toMatchObject({ code: 403, errors: { [field]: outside } })
  })
  const ofLine = () => ({ userId: user['of-Line'], username: 'of-Line', nickName: 'x' })

  test('what another scope holds is not taken by an order', async () => {
    await setScope('4')
    const order = [dept['Line'], dept['Yard']]
    expect((await keeper.put('/dept-order', { parentId: dept['Workshop'], order })).code).toBe(404)
  })

  test.each([
    ['1', [], 'top', 200],
    ['4', [], 'Line', 200],
    ['4', [], 'Spare', 200],
    ['2', ['Line'], 'Line', 403],
    ['3', [], 'Workshop', 403],
    ['5', [], 'Mine', 200],
  ])(
    'by kind %s with %j, a department below %s is answered %i: nobody makes what they would not see',
    async (kind, chosen, below, code) => {
      await setScope(kind, chosen)
      const answer = await keeper.post('/dept', { deptName: 'Made', parentId: dept[below] })
      expect(answer.code).toBe(code)
      if (code === 403) expect(answer.errors!['parentId']).toStartWith(out)
      if (code !== 200) return
      expect((await keeper.get(`/dept/${answer.data}`)).code).toBe(200)
      await admin.delete('/dept', { ids: [answer.data] })
    },
  )

  test('a department is not moved to where its keeper would not see it any more', async () => {
    const second = await secondRole('2', ['Annex'])
    await setScope('4')
    const moved = await keeper.put(`/dept/${dept['Spare']}`, { deptName: 'Spare', parentId: dept['Annex'] })
    expect(moved).toMatchObject({ code: 403, errors: { parentId: expect.stringContaining(out) } })
    expect((await keeper.get(`/dept/${dept['Spare']}`)).data.parentId).toBe(dept['Line'])
    await second.drop()
  })
})

test.each(['3', '4'])(
  'who is in no department works with their own rows alone, by kind %s as well (S33)',
  async (kind) => {
    const { users } = app.store.t
    const moveTo = (deptId: number | null) =>
      app.store.tx((db) => db.update(users).set({ deptId }).where(eq(users.userId, keeper.userId)))
    await setScope(kind)
    await moveTo(null)
    const { list } = (await keeper.get('/sys-user?pageSize=100')).data
    expect(list.map(({ username }: { username: string }) => username).toSorted()).toEqual(['keeper', 'made-by-keeper'])
    await moveTo(dept['Workshop']!)
  },
)

test('the logs are read whole by whoever may read them (S33): acts on rows of one department come from others', async () => {
  const reader = await app.signedIn('admin:sysOperLog:list', 'admin:sysLoginLog:list')
  await withScope(app, reader, '5', null)
  done(await admin.post('/dept', { deptName: 'Logged', parentId: 0 }))
  const [entry] = done(await reader.get('/sys-opera-log?operUrl=/dept&pageSize=1')).list
  expect(entry).toMatchObject({ name: 'Logged' })
  expect(done(await reader.get('/sys-login-log')).count).toBe(done(await admin.get('/sys-login-log')).count)
})

describe('nobody raises their own data scope (S36)', () => {
  test.each<[how: string, move: () => Promise<{ code: number; errors?: Record<string, string> }>]>([
    [
      'by moving a department',
      () => keeper.put(`/dept/${dept['Annex']}`, { deptName: 'Annex', parentId: dept['Workshop'] }),
    ],
    [
      'by ordering it elsewhere',
      () => keeper.put('/dept-order', { parentId: dept['Workshop'], order: [dept['Annex'], dept['Line']] }),
    ],
  ])('%s, where what moves along was out of sight', async (_, move) => {
    const second = await secondRole('2', ['Annex'])
    await setScope('4')
    const errors = { parentId: 'Some departments below it are outside your data scope' }
    expect(await move()).toMatchObject({ code: 403, errors })
    expect((await admin.get(`/dept/${dept['Annex']}`)).data.parentId).toBe(0)
    expect((await keeper.get(`/sys-user/${user['of-Yard']}`)).code).toBe(404)
    await second.drop()
  })

  test('a department moves with all below it where all of it is in sight', async () => {
    await setScope('4')
    const to = (parentId: number) => keeper.put(`/dept/${dept['Spare']}`, { deptName: 'Spare', parentId })
    expect((await to(dept['Workshop']!)).code).toBe(200)
    expect((await to(dept['Line']!)).code).toBe(200)
  })

  test('by bringing back a department that their role was saved without', async () => {
    await setScope('2', ['Spare', 'Line'])
    await admin.delete('/dept', { ids: [dept['Spare']] })
    await Bun.sleep(2) // saved later than deleted
    await admin.put('/roledatascope', { roleId, dataScope: '2', deptIds: [dept['Line']] })
    expect((await keeper.post('/dept/restore', { ids: [dept['Spare']] })).code).toBe(404)
    expect((await admin.post('/dept/restore', { ids: [dept['Spare']] })).code).toBe(200)
    expect((await admin.get(`/role/${roleId}`)).data.deptIds).toEqual([dept['Line']])
    expect((await keeper.get(`/dept/${dept['Spare']}`)).code).toBe(404)
  })

  test.each([
    ['they have deleted', () => keeper, 200],
    ['somebody else has deleted', () => admin, 404],
  ])('by bringing back a chosen department: one that %s', async (_, who, code) => {
    await setScope('2', ['Spare'])
    expect((await who().delete('/dept', { ids: [dept['Spare']] })).code).toBe(200)
    expect((await keeper.post('/dept/restore', { ids: [dept['Spare']] })).code).toBe(code)
    if (code === 404) await admin.post('/dept/restore', { ids: [dept['Spare']] })
    expect((await keeper.get(`/dept/${dept['Spare']}`)).code).toBe(200)
  })
})

/** Gives the keeper another role with a data scope. */
async function secondRole(kind: string, chosen: string[] = []) {
  const roleKey = `second-${Math.random().toString(36).slice(2)}`
  const { data: id } = await admin.post('/role', { roleName: roleKey, roleKey })
  const { userRoles } = app.store.t
  await app.store.tx((db) => db.insert(userRoles).values({ userId: keeper.userId, roleId: id }))
  await setScope(kind, chosen, id)
  const drop = () => app.store.tx((db) => db.delete(userRoles).where(inArray(userRoles.roleId, [id])))
  return { roleKey, drop }
}

describe('several roles', () => {
  test('let their holder work with all that each of them does, and with less while acting as one', async () => {
    await setScope('3')
    const second = await secondRole('2', ['Annex'])
    const third = await secondRole('5')
    const seen = async (caller: Pick<Caller, 'get'>) => names((await caller.get('/dept')).data).toSorted()
    expect(await seen(keeper)).toEqual(['Annex', 'Mine', 'Workshop'])
    const { token } = await keeper.put('/user/acting-role', { roleKey: keeper.roleKey })
    const acting = app.callerWith(token as string)
    expect(await seen(acting)).toEqual(['Workshop'])
    expect((await acting.get(`/sys-user/${user['of-Annex']}`)).code).toBe(404)
    const all = await acting.put('/user/acting-role', { roleKey: '*' })
    expect(await seen(app.callerWith(all.token as string))).toEqual(['Annex', 'Mine', 'Workshop'])
    keeper = { ...keeper, ...app.callerWith(all.token as string), token: all.token as string }
    await second.drop()
    await third.drop()
  })
})

describe('the data scope of a role', () => {
  let other: number
  beforeEach(async () => {
    other = (await admin.post('/role', { roleName: 'Other', roleKey: `other-${Math.random()}`.replace('.', '') })).data
  })

  test('is set with the departments chosen, is read as it was set, and written down', async () => {
    const deptIds = [dept['Line']!, dept['Annex']!].toSorted((a, b) => a - b)
    const role = (await admin.get(`/role/${other}`)).data
    const sent = { ...role, dataScope: 2, deptIds: deptIds.toReversed(), sysMenu: [] } // clients send the whole role
    expect(await admin.put('/roledatascope', sent)).toMatchObject({ code: 200, data: null, msg: 'Done' })
    expect((await admin.get(`/role/${other}`)).data).toMatchObject({ dataScope: '2', deptIds })
    const { data } = await admin.get(`/roleDeptTreeselect/${other}`)
    expect(data.checkedKeys).toEqual(deptIds)
    expect(labels(data.depts)).toContain('Spare')
    const { operations } = app.store.t
    const [entry] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
    expect(entry).toMatchObject({ action: 'grant', stem: 'role', record: String(other), name: 'Other' })
    expect(JSON.parse(entry!.before)).toEqual({ dataScope: '', deptIds: [] })
    expect(JSON.parse(entry!.after)).toEqual({ dataScope: '2', deptIds, names: { deptIds: ['Annex', 'Line'] } })

    await admin.put('/roledatascope', { roleId: other, dataScope: '2' })
    expect((await admin.get(`/role/${other}`)).data.deptIds).toEqual(deptIds) // left out: not changed
    await admin.delete('/role', { ids: [other] })
    await admin.post('/role/restore', { ids: [other] })
    expect((await admin.get(`/role/${other}`)).data).toMatchObject({ dataScope: '2', deptIds })
    await admin.put('/roledatascope', { roleId: other, dataScope: '4', deptIds })
    expect((await admin.get(`/role/${other}`)).data).toMatchObject({ dataScope: '4', deptIds: [] })
  })

  test('counts from the next request on (S31)', async () => {
    await setScope('3')
    expect((await keeper.get(`/dept/${dept['Line']}`)).code).toBe(404)
    await admin.put('/roledatascope', { roleId, dataScope: '4' })
    expect((await keeper.get(`/dept/${dept['Line']}`)).code).toBe(200)
  })

  test.each([
    ['an unknown kind', { dataScope: '6' }, { dataScope: 'Not a valid value' }],
    ['no kind', { dataScope: '' }, { dataScope: 'Not a valid value' }],
    ['a kind in blanks', { dataScope: ' 1' }, { dataScope: 'Not a valid value' }],
    ['no kind at all', {}, { dataScope: 'Required' }],
    ['no departments to a choice', { dataScope: '2', deptIds: [] }, { deptIds: 'Choose at least one department' }],
    ['departments that are not there', { dataScope: '2', deptIds: [4711] }, { deptIds: 'There is no department 4711' }],
    ['text for departments', { dataScope: '2', deptIds: ['x'] }, { 'deptIds.0': 'Not a valid value' }],
  ])('%s is refused at its field, and nothing is saved', async (_, change, errors) => {
    expect(await admin.put('/roledatascope', { roleId: other, ...change })).toMatchObject({ code: 400, errors })
    const body = { roleId: other, ...change }
    const chinese = await admin.send('PUT', '/roledatascope', { body, headers: { 'accept-language': 'zh' } })
    expect(Object.values(chinese.errors ?? {}).join()).toMatch(/\p{sc=Han}/u)
    expect((await admin.get(`/role/${other}`)).data).toMatchObject({ dataScope: '', deptIds: [] })
  })

  test('of the administrator role is everything, and of a role that is not there is not found', async () => {
    const msg = 'The data scope of the administrator role is always all data'
    expect(await admin.put('/roledatascope', { roleId: 1, dataScope: '5' })).toMatchObject({ code: 403, msg })
    expect((await admin.put('/roledatascope', { roleId: 4711, dataScope: '5' })).code).toBe(404)
    expect((await admin.get('/roleDeptTreeselect/4711')).code).toBe(404)
  })

  describe('set by somebody who works with their department and all below (S36)', () => {
    beforeEach(() => setScope('4'))
    const beyond = 'The data scope of this role goes beyond your own'

    test.each<[what: string, kind: string, chosen: string[], holder: string | undefined, code: number, at: string]>([
      ['everything', '1', [], undefined, 403, 'dataScope'],
      ['departments outside', '2', ['Line', 'Annex'], undefined, 403, 'deptIds'],
      ['departments inside', '2', ['Line', 'Spare'], undefined, 200, ''],
      ['the holder’s department outside', '3', [], 'of-Annex', 403, 'dataScope'],
      ['the holder’s department inside', '3', [], 'of-Line', 200, ''],
      ['that and all below, outside', '4', [], 'of-Plant', 403, 'dataScope'],
      ['that and all below, inside', '4', [], 'of-Workshop', 200, ''],
      ['own rows, whoever holds it', '5', [], 'of-Annex', 200, ''],
    ])('%s', async (_, dataScope, chosen, holder, code, at) => {
      const { userRoles } = app.store.t
      if (holder) {
        await app.store.tx((db) => db.insert(userRoles).values({ userId: user[holder]!, roleId: other }))
      }
      const deptIds = chosen.map((name) => dept[name])
      const answer = await keeper.put('/roledatascope', { roleId: other, dataScope, deptIds })
      expect(answer.code).toBe(code)
      if (code === 403) expect(Object.keys(answer.errors ?? {})).toEqual([at])
      expect((await admin.get(`/role/${other}`)).data.dataScope).toBe(code === 200 ? dataScope : '')
      await app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.roleId, other)))
    })

    test('is neither theirs nor one that reaches further, not even to narrow it, nor is that restored', async () => {
      expect(await keeper.put('/roledatascope', { roleId, dataScope: '5' })).toMatchObject({
        code: 403,
        msg: 'You cannot change the data scope of a role you have',
      })
      await setScope('1', [], other)
      expect(await keeper.put('/roledatascope', { roleId: other, dataScope: '5' })).toMatchObject({
        code: 403,
        msg: beyond,
      })
      await admin.delete('/role', { ids: [other] })
      expect(await keeper.post('/role/restore', { ids: [other] })).toMatchObject({ code: 403, msg: beyond })
      expect((await admin.get(`/role/${other}`)).code).toBe(404)
    })

    test.each<[what: string, kind: string, holder: string | undefined, code: number]>([
      ['works with everything', '1', undefined, 403],
      ['works with a holder’s department outside', '3', 'of-Annex', 403],
      ['works with their own', '3', 'of-Line', 200],
    ])('a role that %s (kind %s, of %s) is changed by %i, in whatever way', async (_, kind, holder, code) => {
      await setScope(kind, [], other)
      const { userRoles } = app.store.t
      const give = () => app.store.tx((db) => db.insert(userRoles).values({ userId: user[holder!]!, roleId: other }))
      if (holder) await give()
      const before = (await admin.get(`/role/${other}`)).data
      const answers = [
        await keeper.put(`/role/${other}`, { roleName: 'Taken over', roleKey: before.roleKey }),
        await keeper.put('/role-status', { roleId: other, status: '1' }),
      ]
      expect(answers.map((answer) => answer.code)).toEqual([code, code])
      if (holder) await app.store.tx((db) => db.delete(userRoles).where(eq(userRoles.roleId, other)))
      if (code === 200) return
      expect((await admin.get(`/role/${other}`)).data).toEqual(before)
      if (kind === '1') expect((await keeper.delete('/role', { ids: [other] })).code).toBe(403)
    })

    test('shows only their departments to choose from', async () => {
      const { data } = await keeper.get(`/roleDeptTreeselect/${other}`)
      expect(labels(data.depts)).toEqual(['Workshop', 'Line', 'Spare'])
    })
  })
})
