import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { ALL_PERMISSIONS, PermissionTag } from '#shared/permissions'
import { rolesAsked } from '#server/access/user/input'
import { envelopeStatus, startApp, type App } from '../support/app'
import { cheapHash } from '../support/password'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
/** 1 plant > 11 quality > 111 inspection; 12 production (disabled: 13). Ids are those of the database. */
let dept: Record<'plant' | 'quality' | 'inspection' | 'production' | 'closed', number>
let post: Record<'inspector' | 'closed', number>
/** Ids of roles by their keys. */
let role: Record<string, number>

beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
  await app.store.tx(async (db) => {
    const { t } = app.store
    const stamps = { createdAt: 0, updatedAt: 0 }
    async function addDept(deptName: string, parentId: number, parentPath: string, status: '1' | '2' = '2') {
      const [made] = await db
        .insert(t.depts)
        .values({ deptName, parentId, deptPath: '', status, ...stamps })
        .returning()
      const { deptId } = made!
      await db
        .update(t.depts)
        .set({ deptPath: `${parentPath}${deptId}/` })
        .where(eq(t.depts.deptId, deptId))
      return deptId
    }
    const plant = await addDept('总部', 0, '/0/')
    const quality = await addDept('质量部', plant, `/0/${plant}/`)
    const inspection = await addDept('一班', quality, `/0/${plant}/${quality}/`)
    const production = await addDept('生产部', plant, `/0/${plant}/`)
    await addDept('一班', production, `/0/${plant}/${production}/`)
    const closed = await addDept('旧厂', 0, '/0/', '1')
    dept = { plant, quality, inspection, production, closed }
    const values = [
      { postName: '检验员', postCode: 'INS', status: '2' as const, ...stamps },
      { postName: '旧岗位', postCode: 'OLD', status: '1' as const, ...stamps },
    ]
    const [inspector, old] = await db.insert(t.posts).values(values).returning()
    post = { inspector: inspector!.postId, closed: old!.postId }
    const off = { roleName: '停用的', roleKey: 'off', status: '1' as const, ...stamps }
    const wide = { roleName: '全部数据', roleKey: 'wide', dataScope: '1', status: '2' as const, ...stamps }
    const below = { roleName: '本部门及以下', roleKey: 'below', dataScope: '4', status: '2' as const, ...stamps }
    await db.insert(t.roles).values([off, wide, below])
    const roles = await db.select().from(t.roles)
    role = Object.fromEntries(roles.map(({ roleKey, roleId }) => [roleKey, roleId]))
  })
})
afterAll(() => app.close())

const password = 'a fine first one'
let made = 0
const wang = () => ({
  username: `wang.${++made}`,
  nickName: '王芳',
  password,
  phone: '13800138000',
  email: 'wang@example.org',
  sex: '1',
  status: '2',
  remark: '',
})
type Sent = Record<string, unknown>
/** A user as if an administrator had just made them, without the time that a hash takes. */
async function create(change: Partial<ReturnType<typeof wang>> & Place = {}) {
  const { password: _, roleIds = [], ...fields } = { ...wang(), ...change }
  const { t } = app.store
  const row = { ...fields, sex: '1', status: fields.status === '1' ? '1' : '2' } as const
  const stamps = { mustChangePassword: true, createBy: admin.userId, createdAt: 0, updatedAt: 0 }
  const passwordHash = await (hash ??= cheapHash(password))
  const userId = await app.store.tx(async (db) => {
    const [user] = await db
      .insert(t.users)
      .values({ ...row, ...stamps, usernameKey: row.username })
      .returning()
    await db.insert(t.credentials).values({ userId: user!.userId, passwordHash, changedAt: Date.now() })
    for (const roleId of roleIds) await db.insert(t.userRoles).values({ userId: user!.userId, roleId: roleId! })
    return user!.userId
  })
  return { userId, username: fields.username }
}
type Place = { deptId?: number; postId?: number; roleIds?: (number | undefined)[] }
let hash: Promise<string> | undefined
const read = async (userId: number) => (await admin.get(`/sys-user/${userId}`)).data
const { stringify } = JSON

/** A signed-in user with these tags, whose role sees what `scope` says. */
async function operator(
  scope: { dataScope?: string; deptId?: number; chosen?: number[] },
  ...tags: (PermissionTag | typeof ALL_PERMISSIONS)[]
) {
  const user = await app.signedIn(...tags)
  const { t } = app.store
  await app.store.tx(async (db) => {
    const [own] = await db
      .update(t.roles)
      .set({ dataScope: scope.dataScope ?? '1' })
      .where(eq(t.roles.roleKey, user.roleKey))
      .returning()
    for (const deptId of scope.chosen ?? []) await db.insert(t.roleDepts).values({ roleId: own!.roleId, deptId })
    await db
      .update(t.users)
      .set({ deptId: scope.deptId ?? null })
      .where(eq(t.users.userId, user.userId))
  })
  const [own] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, user.roleKey))
  return { ...user, roleId: own!.roleId }
}
const keeping = [
  'admin:sysUser:query',
  'admin:sysUser:add',
  'admin:sysUser:edit',
  'admin:sysUser:remove',
  'admin:sysUser:resetPassword',
  'admin:sysUser:export',
  'admin:sysUser:import',
] as const

const lastOperation = async () => {
  const { operations } = app.store.t
  const [entry] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return entry!
}

describe('a user', () => {
  test('is created, read, changed, deleted and brought back, each with an entry in the operation log (S69, S70)', async () => {
    const input = { ...wang(), deptId: dept.inspection, postId: post.inspector, roleIds: [role['inspector']] }
    const created = await admin.post('/sys-user', input)
    expect(created).toMatchObject({ code: 200, msg: 'Created' })
    const userId: number = created.data
    const { password: _, ...shown } = input
    expect(await lastOperation()).toMatchObject({
      action: 'create',
      record: String(userId),
      name: `王芳 (${input.username})`,
    })
    expect((await lastOperation()).after).not.toContain(password)
    expect(await read(userId)).toMatchObject({
      ...shown,
      roleId: role['inspector'],
      roleNames: ['检验员'],
      dept: { deptId: dept.inspection, deptName: '一班' },
      post: { postId: post.inspector, postName: '检验员' },
      memberId: null,
    })

    const change = { ...shown, nickName: '王老师', deptId: dept.quality }
    expect(await admin.put('/sys-user', { ...change, userId: String(userId) })).toMatchObject({
      code: 200,
      data: userId,
    })
    expect(await read(userId)).toMatchObject({ nickName: '王老师', deptId: dept.quality })
    const entry = await lastOperation()
    expect(JSON.parse(entry.before)).toEqual({
      nickName: '王芳',
      deptId: dept.inspection,
      names: { deptId: '一班' },
    })
    expect(JSON.parse(entry.after)).toEqual({
      nickName: '王老师',
      deptId: dept.quality,
      names: { deptId: '质量部' },
    })

    expect((await admin.delete('/sys-user', { ids: [userId] })).data).toEqual([userId])
    expect((await admin.get(`/sys-user/${userId}`)).code).toBe(404)
    expect(await lastOperation()).toMatchObject({ action: 'delete', name: `王老师 (${input.username})` })
    expect((await admin.post('/sys-user/restore', { ids: [userId] })).data).toEqual([userId])
    expect(await read(userId)).toMatchObject({ nickName: '王老师', roleIds: [role['inspector']] })
    expect((await app.anyone.post('/login', { username: input.username, password })).code).toBe(200)
  })

  test('never travels with a password, hash or key (S10)', async () => {
    const { userId } = await create()
    const answers = [await admin.get(`/sys-user/${userId}`), await admin.get('/sys-user')]
    for (const { data } of answers) expect(stringify(data)).not.toMatch(/password|hash|usernameKey/i)
  })

  test('must choose a password of their own before anything else (S6)', async () => {
    const input = { ...wang(), roleIds: [role['viewer']] }
    await admin.post('/sys-user', input)
    const user = await app.signIn(input.username, password)
    expect((await user.get('/getinfo')).data.mustChangePassword).toBe(true)
    for (const path of ['/role', '/start']) expect(await user.get(path)).toMatchObject({ code: 403 })
    // other front ends of the API family need a menu to open the page on which the password is chosen
    expect(await user.get('/menurole')).toMatchObject(
      envelopeStatus === '200' ? { code: 200, data: [] } : { code: 403 },
    )
    const own = { oldPassword: password, newPassword: 'one of my very own' }
    expect((await user.put('/user/pwd/set', own)).code).toBe(200)
    expect((await user.get('/getinfo')).data.mustChangePassword).toBe(false)
    expect((await user.get('/menurole')).code).toBe(200)
  })
})

describe('bad input is refused at its field, in the language asked for, and nothing is saved (S43, S48)', () => {
  test.each([
    ['no account', { username: '' }, { username: ['Required', '必填'] }],
    ['an account with blanks', { username: 'a b' }, { username: ['Letters', '账号只能'] }],
    ['an account of one letter', { username: 'x' }, { username: ['At least 2', '至少 2'] }],
    ['an account that is there', { username: 'ADMIN-ONE' }, { username: ['already taken', '账号已存在'] }],
    ['one that is there in wide letters', { username: 'admin-one' }, { username: ['already taken', '已存在'] }],
    ['no name', { nickName: ' ' }, { nickName: ['Required', '必填'] }],
    ['no password', { password: undefined }, { password: ['Required', '必填'] }],
    ['a short password', { password: 'seven77' }, { password: ['At least 8', '至少 8'] }],
    ['a common password', { password: 'password123' }, { password: ['common', '太常见'] }],
    ['a password made of the name', { username: 'zhao.qian', password: 'zhao.qian1' }, { password: ['name', '账号'] }],
    ['a phone number of a land line', { phone: '02112345678' }, { phone: ['11 digits', '11 位'] }],
    ['an e-mail address without a host', { email: 'a@' }, { email: ['e-mail', '邮箱'] }],
    ['an unknown sex', { sex: '7' }, { sex: ['Not a valid', '不正确'] }],
    ['an unknown status', { status: 3 }, { status: ['Not a valid', '不正确'] }],
    ['a department that is no id', { deptId: 'x' }, { deptId: ['Not a valid', '不正确'] }],
    ['a department that is not there', { deptId: 4711 }, { deptId: ['no such department', '部门不存在'] }],
    ['a disabled department', () => ({ deptId: dept.closed }), { deptId: ['disabled', '停用'] }],
    ['a post that is not there', { postId: 4711 }, { postId: ['no such post', '岗位不存在'] }],
    ['a disabled post', () => ({ postId: post.closed }), { postId: ['disabled', '停用'] }],
    ['a role that is not there', { roleIds: [4711] }, { roleIds: ['4711', '4711'] }],
    ['a disabled role', () => ({ roleIds: [role['off']] }), { roleIds: ['disabled', '停用'] }],
    ['a remark of 256 characters', { remark: 'x'.repeat(256) }, { remark: ['At most 255', '最多 255'] }],
    ['a control character', { nickName: 'a\u0007' }, { nickName: ['Control', '控制字符'] }],
  ] as [string, Sent | (() => Sent), Record<string, [string, string]>][])('%s', async (_, change, errors) => {
    const { users } = app.store.t
    if (!(await app.store.db.select().from(users).where(eq(users.usernameKey, 'admin-one'))).length) {
      await create({ username: 'admin-one' })
    }
    const before = (await app.store.db.select().from(users)).length
    const body = { ...wang(), ...(typeof change === 'function' ? change() : change) }
    for (const [index, language] of ['en', 'zh-CN'].entries()) {
      const answer = await admin.send('POST', '/sys-user', { body, headers: { 'accept-language': language } })
      expect([400, 409]).toContain(answer.code)
      const [field, says] = Object.entries(errors)[0]!
      expect(Object.keys(answer.errors ?? {})).toEqual([field])
      expect(answer.errors![field]).toContain(says[index]!)
    }
    expect((await app.store.db.select().from(users)).length).toBe(before)
  })

  test.each([
    ['PUT', '/sys-user', { nickName: 'x' }, ['userId']],
    ['PUT', '/user/status', { userId: 1, status: 'on' }, ['status']],
    ['PUT', '/user/pwd/reset', { userId: 0, password: 'x' }, ['userId', 'password']],
    ['DELETE', '/sys-user', { ids: ['x'] }, ['ids.0']],
    ['POST', '/sys-user/restore', {}, ['ids']],
    ['GET', '/sys-user?deptId=/7/8/', undefined, ['deptId']],
    ['GET', '/sys-user/x', undefined, ['id']],
  ])('%s %s with %j', async (method, path, body, fields) => {
    const answer = await admin.send(method, path, body ? { body } : {})
    expect([answer.code, Object.keys(answer.errors ?? {}).toSorted()]).toEqual([400, fields.toSorted()])
  })

  test('a password reset is checked like any other', async () => {
    const { userId, username } = await create({ username: 'sun.li' })
    const reset = (given: string) => admin.put('/user/pwd/reset', { userId, password: given })
    expect((await reset(`${username}99`)).errors).toHaveProperty('password')
    expect((await reset('password123')).errors).toHaveProperty('password')
    expect((await app.anyone.post('/login', { username, password })).code).toBe(400) // without a role
  })
})

describe('what clients of the family send is taken', () => {
  test.each([
    ['numbers for words', { status: 2, sex: 0 }, { status: '2', sex: '0' }],
    ['words for numbers', () => ({ deptId: String(dept.quality) }), () => ({ deptId: dept.quality })],
    ['0 and nothing for none', { deptId: 0, postId: '' }, { deptId: null, postId: null }],
    ['one role', () => ({ roleId: role['viewer'] }), () => ({ roleIds: [role['viewer']], roleId: role['viewer'] })],
    ['null for what is missing', { phone: null, email: null, remark: null }, { phone: '', email: '', remark: '' }],
    ['what is not theirs to set', { userId: 1, createBy: 1, salt: 'x', avatar: 'x', createdAt: 'x' }, { avatar: '' }],
  ] as [string, Sent | (() => Sent), Sent | (() => Sent)][])('%s', async (_, given, expected) => {
    const body = { ...wang(), ...(typeof given === 'function' ? given() : given) }
    const { data: userId } = await admin.post('/sys-user', body)
    expect(await read(userId)).toMatchObject(typeof expected === 'function' ? expected() : expected)
  })

  test('a whole record sent back with a password changes what was edited and nothing else', async () => {
    const { userId, username } = await create({
      roleIds: [role['viewer']],
      deptId: dept.quality,
      postId: post.inspector,
    })
    const record = await read(userId)
    const body = { ...record, nickName: '王工', password: 'not this way', createBy: 1, salt: '', params: {}, dept: {} }
    expect((await admin.put('/sys-user', body)).code).toBe(200)
    expect(await read(userId)).toMatchObject({ ...record, nickName: '王工', updatedAt: expect.any(String) })
    expect((await app.anyone.post('/login', { username, password })).code).toBe(200)
  })

  test('names of its own go before: PUT /sys-user/profile is one’s own', async () => {
    const form = { nickName: '本人', phone: '', email: '', sex: '2' }
    expect((await admin.put('/sys-user/profile', { ...form, userId: 1 })).data).toBe(admin.userId)
  })

  test.each([
    ['several, changed', [1, 2], { roleIds: [2, 3], roleId: 1 }, [2, 3]],
    ['the one, changed beside several sent back', [1, 2], { roleIds: [1, 2], roleId: 3 }, [3, 2]],
    ['the one, changed to another that is held', [1, 2], { roleIds: [1, 2], roleId: 2 }, [2]],
    ['the one alone', [1, 2], { roleId: 3 }, [3]],
    ['nothing new', [1, 2], { roleIds: [2, 1], roleId: 1 }, [1, 2]],
    ['nothing', [1, 2], {}, [1, 2]],
    ['null', [1], { roleIds: null, roleId: null }, [1]],
    ['none', [1], { roleIds: [] }, []],
  ])('roles: %s', (_, present, given, asked) => {
    expect(rolesAsked(present, given)).toEqual(asked)
  })
})

describe('the list', () => {
  test.each([
    ['username=LIST', ['list.a', 'list.b', 'list.c']],
    ['username=list&nickName=二', ['list.b']],
    ['username=list&phone=0013', ['list.a']],
    ['username=list&status=1', ['list.c']],
    ['username=list&deptId=/:quality/', ['list.a', 'list.b']],
    ['username=list&deptId=:quality', ['list.a', 'list.b']],
    ['username=list&deptId=:inspection', ['list.b']],
    ['username=list&deptId=/4711/', []],
    ['username=list&roleId=:viewer', ['list.a']],
    ['username=list&postId=:inspector', ['list.b']],
    ['username=list&usernameOrder=desc&pageSize=2', ['list.c', 'list.b']],
    ['username=list&deptId=&status=&beginTime=', ['list.a', 'list.b', 'list.c']],
    ['username=%25', []],
    ['keyword=LIST.A', ['list.a']],
    ['keyword=二号', ['list.b']],
    ['keyword=13800138000&username=list', ['list.a']],
  ])('/sys-user?%s', async (search, names) => {
    if (!(await admin.get('/sys-user?username=list')).data.count) {
      await create({ username: 'list.a', deptId: dept.quality, roleIds: [role['viewer']] })
      await create({ username: 'list.b', nickName: '二号', phone: '', deptId: dept.inspection, postId: post.inspector })
      await create({ username: 'list.c', phone: '', status: '1', deptId: dept.production })
    }
    const ids: Record<string, number | undefined> = { ...dept, viewer: role['viewer'], inspector: post.inspector }
    const { data } = await admin.get(`/sys-user?${search.replace(/:(\w+)/, (_, name: string) => String(ids[name]))}`)
    expect(data.list.map(({ username }: { username: string }) => username)).toEqual(names)
  })

  test('a department is found by its whole id: 1 is no part of 11 (S35)', async () => {
    const { depts } = app.store.t
    const long = Number(`${dept.plant}0`)
    const inside = { deptId: long, deptName: '十', deptPath: `/0/${long}/`, status: '2' as const }
    await app.store.tx((db) =>
      db
        .insert(depts)
        .values({ ...inside, createdAt: 0, updatedAt: 0 })
        .onConflictDoNothing(),
    )
    const { username } = await create({ deptId: long })
    expect((await admin.get(`/sys-user?username=${username}&deptId=/${dept.plant}/`)).data.count).toBe(0)
  })

  test('leaves out phone and e-mail for who may not look at a user, and cannot be asked by them (S39)', async () => {
    const { username } = await create({ phone: '13912345678' })
    const lister = await operator({}, 'admin:sysUser:list')
    const { data } = await lister.get(`/sys-user?username=${username}&phone=4711`)
    expect(data.list[0]).toMatchObject({ phone: '', email: '' })
    expect((await lister.get('/sys-user?keyword=13912345678')).data.count).toBe(0)
    expect((await admin.get('/sys-user?keyword=13912345678')).data.count).toBe(1)
  })
})

describe('nobody reaches beyond themselves (S36)', () => {
  const more = () => create({ roleIds: [role['approver']] }) // may change roles
  const wider = () => create({ roleIds: [role['wide']], deptId: dept.quality })
  test.each([
    ['changes', 'PUT', '/sys-user', (userId: number) => ({ userId, username: 'taken.over', nickName: 'x' })],
    ['disables', 'PUT', '/user/status', (userId: number) => ({ userId, status: '1' })],
    ['resets the password of', 'PUT', '/user/pwd/reset', (userId: number) => ({ userId, password: 'mine from now' })],
    ['deletes', 'DELETE', '/sys-user', (userId: number) => ({ ids: [userId] })],
  ])('who %s somebody who may do, or sees, more is refused', async (_, method, path, body) => {
    const all = await operator({ dataScope: '1' }, ...keeping)
    const ofQuality = await operator({ dataScope: '2', chosen: [dept.quality] }, ...keeping)
    for (const [keeper, target] of [
      [all, await more()],
      [all, { userId: admin.userId }],
      [ofQuality, await wider()],
    ] as const) {
      const before = await read(target.userId)
      expect(await keeper.send(method, path, { body: body(target.userId) })).toMatchObject({ code: 403 })
      expect(await read(target.userId)).toEqual(before)
    }
    expect((await lastOperation()).action).toBe('refused')
  })

  test('who deletes several is refused if one of them sees more from their department by the same role', async () => {
    const roleIds = [role['below']]
    const keeper = await operator({ dataScope: '2', chosen: [dept.production, dept.inspection] }, ...keeping)
    const wider = await create({ roleIds, deptId: dept.production }) // which has a team below
    const within = await create({ roleIds, deptId: dept.inspection })
    expect((await keeper.delete('/sys-user', { ids: [wider.userId, within.userId] })).code).toBe(403)
    expect((await keeper.delete('/sys-user', { ids: [within.userId] })).code).toBe(200)
  })

  test('who brings back somebody who holds more is refused', async () => {
    const { userId } = await more()
    await admin.delete('/sys-user', { ids: [userId] })
    const keeper = await operator({}, ...keeping)
    expect((await keeper.post('/sys-user/restore', { ids: [userId] })).code).toBe(403)
    expect((await admin.post('/sys-user/restore', { ids: [userId] })).code).toBe(200)
  })

  test.each([
    ['the administrator role', 'admin', { dataScope: '1' }, () => ({})],
    ['a role with other permissions', 'approver', { dataScope: '1' }, () => ({})],
    ['a role that sees everything', 'wide', { dataScope: '2' }, () => ({ deptId: dept.quality })],
    ['a role that sees more from there', 'below', { dataScope: '2' }, () => ({ deptId: dept.quality })],
  ])('nobody gives %s', async (_, roleKey, scope, place) => {
    const keeper = await operator({ ...scope, chosen: scope.dataScope === '2' ? [dept.quality] : [] }, ...keeping)
    const roleIds = [role[roleKey]]
    expect(await keeper.post('/sys-user', { ...wang(), ...place(), roleIds })).toMatchObject({
      code: 403,
      errors: { roleIds: expect.any(String) },
    })
    const { userId } = await create(place())
    const record = await read(userId)
    expect((await keeper.put(`/sys-user/${userId}`, { ...record, roleIds })).code).toBe(403)
    expect((await keeper.put(`/sys-user/${userId}`, { ...record, roleId: role[roleKey] })).code).toBe(403)
    expect((await read(userId)).roleIds).toEqual([])
  })

  test('who sees a department and all below gives roles that see no more', async () => {
    const keeper = await operator({ dataScope: '4', deptId: dept.quality }, ...keeping)
    const input = { ...wang(), deptId: dept.quality, roleIds: [role['below']] }
    expect((await keeper.post('/sys-user', input)).code).toBe(200)
    const choices = (await keeper.get('/sys-user/choices')).data.roles
    const given = Object.fromEntries(
      choices.map((one: { roleId: number; mayGive: boolean }) => [one.roleId, one.mayGive]),
    )
    expect([given[role['below']!], given[role['wide']!], given[role['admin']!]]).toEqual([true, false, false])
  })

  test.each([
    ['roles', () => ({ roleIds: [role['viewer']] })],
    ['department', () => ({ deptId: dept.plant })],
    ['status', () => ({ status: '1' })],
  ])('nobody changes their own %s', async (_, change) => {
    const own = await read(admin.userId)
    expect(await admin.put('/sys-user', { ...own, ...change() })).toMatchObject({
      code: 403,
      msg: 'You cannot change your own roles, department or status. Ask another administrator',
    })
    expect((await admin.put('/sys-user', { ...own, nickName: '我' })).code).toBe(200)
  })

  test.each([
    ['PUT', '/user/status', () => ({ userId: admin.userId, status: '1' })],
    ['PUT', '/user/pwd/reset', () => ({ userId: admin.userId, password })],
    ['DELETE', '/sys-user', () => ({ ids: [admin.userId] })],
  ])('%s %s is not for oneself', async (method, path, body) => {
    expect((await admin.send(method, path, { body: body() })).code).toBe(403)
  })
})

describe('the last administrator (S38)', () => {
  test.each([
    ['disable', 'PUT', '/user/status', (userId: number) => ({ userId, status: '1' })],
    ['delete', 'DELETE', '/sys-user', (userId: number) => ({ ids: [userId] })],
    [
      'demote',
      'PUT',
      '/sys-user',
      (userId: number) => ({ userId, username: `demoted.${userId}`, nickName: 'x', roleIds: [] }),
    ],
  ])('stays, when two %s each other at the same moment', async (_, method, path, body) => {
    const alone = await startApp()
    try {
      const one = await alone.signedIn('*:*:*')
      const other = await alone.signedIn('*:*:*')
      const answers = await Promise.all([
        one.send(method, path, { body: body(other.userId) }),
        other.send(method, path, { body: body(one.userId) }),
      ])
      const codes = answers.map(({ code }) => code)
      expect(codes.filter((code) => code === 200)).toHaveLength(1)
      expect([401, 403, 404, 409]).toContain(codes.find((code) => code !== 200)!)
      const { users } = alone.store.t
      const rows = await alone.store.db.select().from(users).where(eq(users.status, '2'))
      expect(rows.map(({ userId }) => userId)).toContain(codes[0] === 200 ? one.userId : other.userId)
    } finally {
      await alone.close()
    }
  })

  test('is one who can sign in: by a password, or as a member of WeCom', async () => {
    const alone = await startApp()
    const { users, credentials, bindings } = alone.store.t
    const boss = await alone.signedIn('*:*:*') // has neither
    const other = await alone.signedIn('*:*:*')
    const disable = () => boss.put('/user/status', { userId: other.userId, status: '1' })
    const enable = () => alone.store.tx((db) => db.update(users).set({ status: '2' }))
    const key = { userId: other.userId, passwordHash: await cheapHash(password), changedAt: 0 }
    await alone.store.tx((db) => db.insert(credentials).values(key))
    expect(await disable()).toMatchObject({ code: 409, msg: expect.stringContaining('administrator') })
    const member = { userId: boss.userId, corpId: 'c', memberId: 'm', boundAt: 0 }
    await alone.store.tx((db) => db.insert(bindings).values(member))
    expect((await disable()).code).toBe(200)
    await enable()
    await alone.store.tx((db) => db.delete(bindings))
    expect((await disable()).code).toBe(409)
    await alone.store.tx((db) => db.insert(credentials).values({ ...key, userId: boss.userId }))
    expect((await disable()).code).toBe(200)
    await alone.close()
  })

  test.each([
    ['adds a user', 'POST', '/sys-user', () => wang()],
    ['changes one', 'PUT', '/sys-user', (userId: number) => ({ userId, username: 'taken.over', nickName: 'x' })],
    ['disables one', 'PUT', '/user/status', (userId: number) => ({ userId, status: '1' })],
    ['deletes one', 'DELETE', '/sys-user', (userId: number) => ({ ids: [userId] })],
  ])('nobody %s with a session that is ended on the way to writing (S7)', async (_, method, path, body) => {
    const other = await app.signedIn('*:*:*')
    const { userId } = await create()
    const before = await read(userId)
    const { tx } = app.store
    app.store.tx = async (work) => {
      app.store.tx = tx
      expect((await admin.put('/user/status', { userId: other.userId, status: '1' })).code).toBe(200)
      return tx(work)
    }
    expect((await other.send(method, path, { body: body(userId) })).code).toBe(401)
    expect(await read(userId)).toEqual(before)
  })
})

test('500 users at once go and come back by few queries: everybody else waits for them', async () => {
  const { users, userRoles } = app.store.t
  const ids = await app.store.tx(async (db) => {
    const stamps = { createBy: admin.userId, createdAt: 0, updatedAt: 0, status: '2' as const }
    const rows = Array.from({ length: 500 }, (_, at) => {
      const username = `many.${at}`
      return { ...stamps, username, usernameKey: username, nickName: username }
    })
    const saved = await db.insert(users).values(rows).returning({ userId: users.userId })
    await db.insert(userRoles).values(saved.map(({ userId }) => ({ userId, roleId: role['viewer']! })))
    return saved.map(({ userId }) => userId)
  })
  let selects = 0
  const { tx } = app.store
  app.store.tx = (work) =>
    tx((db) => {
      const counted: ProxyHandler<typeof db> = {
        get(target, name) {
          if (name === 'select') selects++
          return Reflect.get(target, name, target)
        },
      }
      return work(new Proxy(db, counted))
    })
  expect((await admin.delete('/sys-user', { ids })).data).toHaveLength(500)
  expect((await admin.post('/sys-user/restore', { ids })).data).toHaveLength(500)
  app.store.tx = tx
  expect(selects).toBeLessThan(150)
  expect((await read(ids[0]!)).roleIds).toEqual([role['viewer']])
})

describe('what ends sessions', () => {
  test.each([
    ['a reset', 'PUT', '/user/pwd/reset', (userId: number) => ({ userId, password: 'another from above' })],
    ['being disabled', 'PUT', '/user/status', (userId: number) => ({ userId, status: 1 })],
    ['being deleted', 'DELETE', '/sys-user', (userId: number) => ({ ids: [userId] })],
    [
      'losing the last role',
      'PUT',
      '/sys-user',
      (userId: number) => ({ userId, username: `w.${userId}`, nickName: 'x', roleIds: [] }),
    ],
  ])('%s, at once (S6, S7)', async (_, method, path, body) => {
    const { userId, username } = await create({ roleIds: [role['viewer']] })
    const user = await app.signIn(username, password)
    expect((await admin.send(method, path, { body: body(userId) })).code).toBe(200)
    expect((await user.get('/getinfo')).code).toBe(401)
  })

  test('a reset password is the new one, to be changed again', async () => {
    const { userId, username } = await create({ roleIds: [role['viewer']] })
    const first = await app.signIn(username, password)
    await first.put('/user/pwd/set', { oldPassword: password, newPassword: 'my own long one' })
    expect((await admin.put('/user/pwd/reset', { userId, password: 'another from above' })).msg).toBe('Password reset')
    expect(await lastOperation()).toMatchObject({ action: 'reset', name: `王芳 (${username})`, before: '', after: '' })
    const again = await app.signIn(username, 'another from above')
    expect((await again.get('/getinfo')).data.mustChangePassword).toBe(true)
  })
})

describe('data scope (S33, S34)', () => {
  test.each([
    ['1', 'all', ['quality', 'inspection', 'production']],
    ['2', 'chosen departments', ['production']],
    ['3', 'the own department', ['quality']],
    ['4', 'that and all below', ['quality', 'inspection']],
    ['5', 'own records', []],
    ['', 'nothing said', []],
  ] as const)('%j, %s: list, read, change, status, reset, delete, export', async (dataScope, _, seen) => {
    const keeper = await operator(
      { dataScope, deptId: dept.quality, chosen: dataScope === '2' ? [dept.production] : [] },
      ...keeping,
    )
    const mark = `scope.${++made}`
    for (const name of ['quality', 'inspection', 'production'] as const) {
      const { userId, username } = await create({ username: `${mark}.${name}`, deptId: dept[name] })
      const isSeen = (seen as readonly string[]).includes(name)
      const code = isSeen ? 200 : 404
      expect([name, (await keeper.get(`/sys-user/${userId}`)).code]).toEqual([name, code])
      expect((await keeper.put(`/sys-user/${userId}`, { username, nickName: 'x' })).code).toBe(code)
      expect((await keeper.put('/user/status', { userId, status: 2 })).code).toBe(code)
      expect((await keeper.put('/user/pwd/reset', { userId, password })).code).toBe(code)
    }
    const { data } = await keeper.get(`/sys-user?username=${mark}`)
    const names = data.list.map(({ username }: { username: string }) => username.slice(mark.length + 1))
    expect(names).toEqual([...seen])
    expect(data.count).toBe(seen.length)
    const rows = await exported(keeper.token, `/sys-user/export?username=${mark}`)
    expect(rows.length - 1).toBe(seen.length)
    const all = (await admin.get(`/sys-user?username=${mark}`)).data.list.map(
      ({ userId }: { userId: number }) => userId,
    )
    expect((await keeper.delete('/sys-user', { ids: all })).code).toBe(seen.length === 3 ? 200 : 404)
    expect((await admin.get(`/sys-user?username=${mark}`)).data.count).toBe(seen.length === 3 ? 0 : 3)
  })

  test('a department that is named must lie in it, and who sees departments alone must name one', async () => {
    const keeper = await operator({ dataScope: '3', deptId: dept.quality }, ...keeping)
    const place = (deptId: number | null) => keeper.post('/sys-user', { ...wang(), deptId })
    expect(await place(dept.production)).toMatchObject({ code: 403, errors: { deptId: expect.any(String) } })
    expect(await place(null)).toMatchObject({ code: 400, errors: { deptId: expect.any(String) } })
    const own = await place(dept.quality)
    expect(own.code).toBe(200)
    const { username } = await read(own.data)
    const move = (deptId: number | null) =>
      keeper.put('/sys-user', { userId: own.data, username, nickName: 'x', deptId })
    expect((await move(dept.production)).code).toBe(403)
    expect((await move(null)).code).toBe(400)
  })

  test('what one has made oneself is one’s own record', async () => {
    const keeper = await operator({ dataScope: '5' }, ...keeping)
    const { data: userId } = await keeper.post('/sys-user', wang())
    expect((await keeper.get(`/sys-user/${userId}`)).code).toBe(200)
    expect((await keeper.delete('/sys-user', { ids: [userId] })).code).toBe(200)
    const other = await operator({ dataScope: '5' }, ...keeping)
    expect((await other.post('/sys-user/restore', { ids: [userId] })).code).toBe(404)
    expect((await keeper.post('/sys-user/restore', { ids: [userId] })).code).toBe(200)
  })
})

/** The lines of an export as CSV, headers first. */
async function exported(token: string | undefined, path: string) {
  const response = await app.app.request(`/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  })
  expect(response.status).toBe(200)
  const text = await response.text()
  return text.replace(/^\ufeff/, '').trim().split('\r\n') // prettier-ignore
}

async function importing(token: string | undefined, csv: string, search = '', language = 'en') {
  const body = new FormData()
  body.append('file', new Blob([csv]), 'users.csv')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const response = await app.app.request(`/api/v1/sys-user/import${search}`, { method: 'POST', body, headers })
  return (await response.json()) as { code: number; msg: string; data: any }
}

describe('a search finds a name in any letter case, on both databases', () => {
  beforeAll(async () => {
    for (const [username, nickName] of [
      ['fold.a', 'Änne Öztürk'],
      ['fold.b', 'ЖАННА Ш.'],
      ['fold.c', 'élan*[é]?_%'],
      ['fold.d', 'Ελένη'],
      ['fold.e', '王芳Ü'],
      ['fold.f', 'Anne Ozturk'],
    ] as const) {
      await create({ username, nickName })
    }
  })

  test.each([
    ['änne', ['fold.a']],
    ['ÄNNE ÖZTÜRK', ['fold.a']],
    ['öZTürK', ['fold.a']],
    ['жанна ш', ['fold.b']],
    ['ÉLAN*[É]?_%', ['fold.c']],
    ['*[é]', ['fold.c']],
    ['é_an', []],
    ['é*n', []],
    ['ΕΛΈΝΗ', ['fold.d']],
    ['芳ü', ['fold.e']],
    ['芳', ['fold.e']],
    ['ANNE', ['fold.f']],
  ])('%s', async (nickName, found) => {
    const search = new URLSearchParams({ nickName, username: 'fold.' })
    const { list, count } = (await admin.get(`/sys-user?${search}&usernameOrder=asc`)).data
    expect(list.map(({ username }: { username: string }) => username)).toEqual(found)
    expect(count).toBe(found.length)
    expect((await admin.get(`/sys-opera-log?${new URLSearchParams({ operName: nickName })}`)).code).toBe(200)
  })
})

test('names are sorted by pinyin, signs before them and letters behind, on both databases', async () => {
  const names = ['Zhang', '张伟', 'b', '李娜', 'Ä', '陈晨', '王芳', '1 班', '安', 'B2', '李安']
  for (const [index, nickName] of names.entries()) await create({ username: `order.${index}`, nickName })
  const sorted = async (order: string) =>
    (await admin.get(`/sys-user?username=order.&pageSize=20&nickNameOrder=${order}`)).data.list.map(
      ({ nickName }: { nickName: string }) => nickName,
    )
  const byPinyin = names.toSorted(new Intl.Collator('zh-Hans').compare)
  expect(byPinyin.slice(0, 4)).toEqual(['1 班', '安', '陈晨', '李安'])
  expect(await sorted('asc')).toEqual(byPinyin)
  expect(await sorted('desc')).toEqual(byPinyin.toReversed())
})

describe('as files', () => {
  test('an export holds what the filter shows, phones for who may see them', async () => {
    const { username } = await create({ nickName: '=1+1', deptId: dept.quality, roleIds: [role['viewer']] })
    const [header, line] = await exported(admin.token, `/sys-user/export?username=${username}`)
    expect(header).toBe('User name,Name,Department,Post,Roles,Mobile number,E-mail,Sex,Status,Remark,Created')
    expect(line).toStartWith(`${username},'=1+1,总部/质量部,,Guest,13800138000,wang@example.org,Female,Enabled,,`)
    expect(await lastOperation()).toMatchObject({ action: 'export' })
    const exporter = await operator({}, 'admin:sysUser:export')
    const [, blank] = await exported(exporter.token, `/sys-user/export?username=${username}`)
    expect(blank).toContain('Guest,,,Female')
  })

  test('a dry run lists every bad row and column in both languages, and saves nothing; nor does the real one', async () => {
    const csv = [
      '账号,姓名,部门,岗位,角色,手机号,性别,初始密码,别的',
      'imp.ok,好,质量部/一班,ins,访客、inspector,13800138000,,quite a long one,x',
      'imp.dept,坏,没有的部门,没有的岗位,神仙,,,,',
      'imp.two,坏,一班,,,,,,',
      'imp.role,坏,没有的部门,,神仙,123,男性,,',
      'imp.common,坏,,,,,,password123,',
      'imp ok,坏,,,,123,,,',
      'imp.ok,重复,,,,,,,',
    ].join('\n')
    for (const [language, says] of [
      [
        'en',
        /no such department|Several departments|no role 神仙|no such post|common|Letters|11 digits|^Same as row 2$|^“男性” is none of: Male, Female, [\w ]+$/,
      ],
      [
        'zh-CN',
        /部门不存在|几个部门|神仙 不存在|岗位不存在|太常见|账号只能|11 位|^与第 2 行重复$|^“男性”不在可选内容中：男、女、未填写$/,
      ],
    ] as const) {
      const { code, data } = await importing(admin.token, csv, '', language)
      expect(code).toBe(200)
      expect(data).toMatchObject({ dryRun: true, total: 7, valid: 1, faultCount: 12, ignored: ['别的'] })
      const places = data.faults.map((fault: { row: number; column: string }) => [fault.row, fault.column])
      expect(places).toEqual([
        [3, '部门'],
        [3, '岗位'],
        [3, '角色'],
        [4, '部门'],
        [5, '部门'],
        [5, '角色'],
        [5, '手机号'],
        [5, '性别'],
        [6, '初始密码'],
        [7, '账号'],
        [7, '手机号'],
        [8, '账号'],
      ])
      for (const { message } of data.faults) expect(message).toMatch(says)
    }
    expect((await importing(admin.token, csv, '?dryRun=0')).code).toBe(422)
    expect((await admin.get('/sys-user?username=imp')).data.count).toBe(0)
  })

  test('an import without faults makes all users, who must change the password they were given', async () => {
    const csv = [
      'username,nickName,dept,roles,status,sex,password',
      'in.a,甲,质量部,viewer,启用,女,quite a long one',
      'in.b,乙,总部/生产部,访客,1,,',
    ].join('\n')
    const notes = ['1 user has no password. Reset it before they sign in']
    expect((await importing(admin.token, csv)).data).toMatchObject({ dryRun: true, valid: 2, faultCount: 0, notes })
    expect(await importing(admin.token, csv, '?dryRun=0')).toMatchObject({ code: 200, data: { valid: 2 } })
    expect(await lastOperation()).toMatchObject({ action: 'import', name: 'in.a, in.b' })
    const { list } = (await admin.get('/sys-user?username=in.')).data
    const { record, after } = await lastOperation()
    expect(record.split(',').map(Number)).toEqual(list.map(({ userId }: { userId: number }) => userId).toSorted())
    expect(JSON.parse(after)).toMatchObject([
      { name: 'in.a', values: { nickName: '甲', dept: '质量部', roles: 'viewer', password: '***' } },
      { name: 'in.b', values: { nickName: '乙', dept: '总部/生产部' } },
    ])
    expect(list).toMatchObject([
      { username: 'in.a', sex: '1', status: '2', dept: { deptName: '质量部' }, roleNames: ['访客'] },
      { username: 'in.b', sex: '2', status: '1', dept: { deptName: '生产部' } },
    ])
    const user = await app.signIn('in.a', 'quite a long one')
    expect((await user.get('/getinfo')).data.mustChangePassword).toBe(true)
  })

  test('the template names a department, a post and a role that are there; its example row is not imported', async () => {
    const path = '/api/v1/sys-user/import/template?format=csv'
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' }
    const response = await app.app.request(path, { headers })
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).toContain('用户管理导入模板-')
    const template = await response.text()
    expect((await importing(admin.token, template)).code).toBe(400)
    expect(template).toContain(',总部,')
    const mine = template.trim().replace('wang.fang', 'wang.fang2').replace(',总部,', ',质量部,') // two are called 总部 here
    const { data } = await importing(admin.token, `${mine}\n${template.trim().split('\n')[1]}`, '', 'zh-CN')
    expect([data.valid, data.faults, data.notes[0]]).toEqual([1, [], '示例行已跳过：1 行'])
  })

  test('names that several roles or posts have are refused, as those of departments are', async () => {
    const twin = async (path: string, body: object) => expect((await admin.post(path, body)).code).toBe(200)
    await twin('/role', { roleName: '双名', roleKey: 'twin-a', roleSort: 1, menuIds: [] })
    await twin('/role', { roleName: '双名', roleKey: 'twin-b', roleSort: 1, menuIds: [] })
    await twin('/role', { roleName: 'twin-a', roleKey: 'twin-c', roleSort: 1, menuIds: [] })
    await twin('/post', { postName: '双岗', postCode: 'twin-1', sort: 1 })
    await twin('/post', { postName: 'Twin-1', postCode: 'twin-2', sort: 1 })
    const csv = [
      'username,nickName,post,roles',
      'tw.a,甲,,双名、viewer',
      'tw.b,乙,,Twin-A',
      'tw.c,丙,twin-1,twin-b',
      'tw.d,丁,双岗,twin-c',
    ].join('\n')
    const { data } = await importing(admin.token, csv)
    expect(data.faults).toEqual([
      { row: 2, column: 'roles', message: 'Several roles are called 双名: enter the role key' },
      { row: 3, column: 'roles', message: 'Several roles are called Twin-A: enter the role key' },
      { row: 4, column: 'post', message: 'Several posts have this name: enter the code of the post' },
    ])
  })

  test('a department whose name has a slash is found by the path that an export writes', async () => {
    const made = async (parentId: number, deptName: string): Promise<number> =>
      (await admin.post('/dept', { parentId, deptName })).data
    const slashed = await made(0, '斜杠 / 一')
    const below = await made(slashed, '班')
    const parent = await made(0, '斜杠')
    await made(parent, '一')
    for (const [username, deptId] of [
      ['slash.a', slashed],
      ['slash.b', below],
    ] as const) {
      await create({ username, deptId })
    }
    const [, first, second] = await exported(admin.token, '/sys-user/export?username=slash.')
    expect([first, second].map((line) => line!.split(',')[2]).toSorted()).toEqual(['斜杠 / 一', '斜杠 / 一/班'])
    const csv = [
      'username,nickName,dept',
      'sl.a,甲,斜杠 / 一',
      'sl.b,乙,斜杠/一',
      'sl.c,丙,斜杠 / 一/班',
      'sl.d,丁,斜杠/ 一',
    ].join('\n')
    const { data } = await importing(admin.token, csv)
    // with other blanks it may be either
    expect(data.faults.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([[5, 'dept']])
  })

  test('an import of 500 users is written by few statements: everybody else waits for them', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `bulk.${at},甲,质量部,检验员,viewer`)
    let statements = 0
    const { tx } = app.store
    app.store.tx = (work) =>
      tx((db) => {
        const counted: ProxyHandler<typeof db> = {
          get(target, name) {
            if (name === 'select' || name === 'insert') statements++
            return Reflect.get(target, name, target)
          },
        }
        return work(new Proxy(db, counted))
      })
    const csv = ['username,nickName,dept,post,roles', ...rows].join('\n')
    expect(await importing(admin.token, csv, '?dryRun=0')).toMatchObject({ code: 200, data: { valid: 500 } })
    app.store.tx = tx
    expect(statements).toBeLessThan(50)
    const { list } = (await admin.get('/sys-user?username=bulk.499')).data
    expect(list).toMatchObject([{ dept: { deptName: '质量部' }, post: { postName: '检验员' }, roleNames: ['访客'] }])
  })

  test('a name that is taken between the check and the saving is a fault of its row, and nothing is saved', async () => {
    const { tx } = app.store
    app.store.tx = async (work) => {
      app.store.tx = tx
      await create({ username: 'late.b' })
      return tx(work)
    }
    const csv = 'username,nickName\nlate.a,甲\nlate.b,乙'
    const { code, data } = await importing(admin.token, csv, '?dryRun=0')
    expect([code, data.faults]).toEqual([422, [expect.objectContaining({ row: 3, column: 'username' })]])
    expect((await admin.get('/sys-user?username=late.')).data.count).toBe(1)
  })

  test('an import gives nothing its sender does not hold, and nothing outside their scope (S36, S68)', async () => {
    const keeper = await operator({ dataScope: '3', deptId: dept.quality }, ...keeping)
    const csv = 'username,nickName,dept,roles\nbe.a,甲,质量部,admin\nbe.b,乙,生产部,\nbe.c,丙,质量部,'
    const { data } = await importing(keeper.token, csv, '?dryRun=0')
    expect(data.faults.map((fault: { row: number; column: string }) => [fault.row, fault.column])).toEqual([
      [2, 'roles'],
      [3, 'dept'],
    ])
    expect((await admin.get('/sys-user?username=be.')).data.count).toBe(0)
  })
})

test('each call needs its own tag (S29, S30)', async () => {
  const calls = {
    'admin:sysUser:list': ['GET', '/sys-user'],
    'admin:sysUser:query': ['GET', '/sys-user/1'],
    'admin:sysUser:add': ['POST', '/sys-user'],
    'admin:sysUser:edit': ['PUT', '/sys-user'],
    'admin:sysUser:remove': ['DELETE', '/sys-user'],
    'admin:sysUser:resetPassword': ['PUT', '/user/pwd/reset'],
    'admin:sysUser:import': ['POST', '/sys-user/import'],
  } as const
  for (const tag of Object.keys(calls) as (keyof typeof calls)[]) {
    const user = await app.signedIn(tag)
    for (const [needed, [method, path]] of Object.entries(calls)) {
      const { code } = await user.send(method, path, method === 'GET' ? {} : { body: {} })
      const isAllowed = needed === tag || needed === 'admin:sysUser:list' // an action brings its page
      expect([tag, needed, code === 403]).toEqual([tag, needed, !isAllowed])
    }
  }
})
