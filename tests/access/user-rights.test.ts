import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { startApp } from '../support/app'
import { cheapHash } from '../support/password'
import { keeping, password, userBench } from '../support/users'

/** Who may do what to whom, and what ends the sessions of a user. */
const { app, admin, dept, role, wang, create, read, operator, lastOperation, exported } = await userBench()

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
  let marks = 0
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
    const mark = `scope.${++marks}`
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
