import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { rolesAsked } from '#server/access/user/input'
import { envelopeStatus } from '../support/app'
import { password, userBench } from '../support/users'

/** What is kept of users: forms, what they refuse, and the list. */
const { app, admin, dept, post, role, wang, create, read, operator, lastOperation } = await userBench()
type Sent = Record<string, unknown>
const { stringify } = JSON

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
