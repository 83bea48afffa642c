import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { trashKinds, type TrashKind } from '#shared/resources'
import { endpointsOf } from '#server/admin/api/endpoints'
import { createUser } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { restoreBatches } from '../../client/pages/access/trash/restore-batches'
import { startApp } from '../support/app'

const noon = Date.UTC(2026, 10, 21, 12)
const DAY = 86_400_000
let clock = noon
const app = await startApp({ now: () => clock, settings: { sessionIdleMs: 30 * DAY, sessionMaxMs: 60 * DAY } })
const { store } = app
const { t } = store
const boss = await app.signedIn('*:*:*')
afterAll(app.close)

const password = 'a password of mine'
const passwordHash = await hashPassword(password)
let made = 0
const newRole = async (change: object = {}) => {
  const roleKey = `r${(made += 1)}`
  const { data } = await boss.post('/role', { roleName: `Role ${made}`, roleKey, roleSort: 9, status: '2', ...change })
  return data as number
}
/** The key of a role that grants nothing. */
const newKey = async () => {
  const roleKey = `k${(made += 1)}`
  await newRole({ roleKey })
  return roleKey
}
const newPost = async (postCode = `P${(made += 1)}`) =>
  (await boss.post('/post', { postName: `Post ${postCode}`, postCode, sort: 1, status: 2, remark: '' })).data as number
const newUser = (username: string, roleKeys = ['viewer'], change: object = {}) =>
  createUser(store, { username, nickName: username, passwordHash, roleKeys, ...change }, clock)

type Entry = {
  trashId: number
  kind: TrashKind
  recordId: number
  name: string
  restorePath: string
  [field: string]: unknown
}
const trash = async (query = ''): Promise<Entry[]> => (await boss.get(`/trash?${query}`)).data.list
const restorations = (stem: string) => {
  const { operations } = t
  const isOne = and(eq(operations.stem, stem), eq(operations.action, 'restore'))
  return store.db.select().from(operations).where(isOne).orderBy(operations.id)
}
const menuIdOf = async (permission: string) => {
  const [menu] = await store.db.select().from(t.menus).where(eq(t.menus.permission, permission))
  return menu!.menuId
}

beforeEach(async () => {
  await store.tx((db) => db.delete(t.trash))
})

describe('the list', () => {
  test('tells what was deleted, by whom and when, how long it is kept and where it is brought back; never its content', async () => {
    const roleId = await newRole({ roleName: 'Night shift' })
    await boss.delete('/role', { ids: [roleId] })
    const { data } = await boss.get('/trash')
    expect(data).toEqual({
      count: 1,
      total: 1,
      keptDays: 30,
      pageIndex: 1,
      pageSize: 20,
      list: [
        {
          trashId: expect.any(Number),
          kind: 'role',
          recordId: roleId,
          name: 'Night shift',
          deletedByName: boss.roleKey,
          deletedAt: new Date(clock).toISOString(),
          forgottenAt: new Date(clock + 30 * DAY).toISOString(),
          restorePath: '/role/restore',
        },
      ],
    })
  })

  test('names for every kind a path that is there, which asks for the tag by which that kind is seen', async () => {
    const by = { createBy: boss.userId, deletedBy: boss.userId, deletedByName: 'x', deletedAt: clock }
    const row = { recordId: 1, name: 'x', content: '[[{}]]', ...by }
    await store.tx((db) => db.insert(t.trash).values(trashKinds.map((kind) => ({ ...row, kind }))))
    const endpoints = endpointsOf(app.app)
    for (const { kind, restorePath } of await trash()) {
      const route = endpoints.find(({ method, path }) => method === 'POST' && path === `/api/v1${restorePath}`)
      const [tag] = route?.description.permissions ?? []
      expect([kind, tag]).toEqual([kind, expect.stringMatching(/:remove$/)])
      const seer = await app.signedIn('admin:sysTrash:list', tag!)
      const { data } = await seer.get('/trash')
      // made by somebody else, and only the lists of users and departments have a data scope
      const isPlaced = kind === 'user' || kind === 'dept'
      expect([kind, data.list.map((one: Entry) => one.kind)]).toEqual([kind, isPlaced ? [] : [kind]])
    }
  })

  test('the page brings back every kind, those together that refer to each other', async () => {
    const onShelf = { status: '2', sort: 1, remark: '' }
    const ids = {} as Record<TrashKind, number>
    const make = async (kind: TrashKind, path: string, body: object) => {
      const answer = await boss.post(path, body)
      expect([kind, answer.code, typeof answer.data]).toEqual([kind, 200, 'number'])
      ids[kind] = answer.data
    }
    await make('dept', '/dept', { ...onShelf, deptName: 'Trashed', parentId: 0 })
    await make('post', '/post', { ...onShelf, postName: 'Trashed', postCode: 'trashed' })
    await make('menu', '/menu', {
      menuType: 'M',
      title: 'Trashed',
      path: '/trashed',
      menuName: 'Trashed',
      icon: 'form',
    })
    await make('role', '/role', { roleName: 'Trashed', roleKey: 'trashed', roleSort: 9, status: '2' })
    ids.user = await newUser('trashed', ['trashed'], { deptId: ids.dept })
    await make('dictType', '/dict/type', { ...onShelf, dictName: 'Trashed', dictType: 'trashed' })
    await make('dictData', '/dict/data', { ...onShelf, dictType: 'trashed', dictLabel: 'One', dictValue: '1' })
    await make('config', '/config', { configName: 'Trashed', configKey: 'trashed', configValue: '1' })
    await make('job', '/sysjob', { jobName: 'Trashed', invokeTarget: 'statistics', cronExpression: '30 3 * * 0' })
    await make('qcProduct', '/qc/product', { code: 'tr', name: 'Trashed', tz: 'Asia/Shanghai' })
    await make('qcEquipment', '/qc/equipment', {
      code: 'TR-1',
      name: 'Trashed',
      kind: 'machine',
      productId: ids.qcProduct,
    })
    await make('qcLot', '/qc/lot', { productId: ids.qcProduct, lotNo: 'TR' })
    await make('qcNotificationRule', '/qc/notification-rule', {
      ruleName: 'Trashed',
      event: 'recordNg',
      channel: 'email',
      receiver: 'inspector',
    })
    const removed = [
      ['/qc/notification-rule', 'qcNotificationRule'],
      ['/qc/lot', 'qcLot'],
      ['/qc/equipment', 'qcEquipment'],
      ['/qc/product', 'qcProduct'],
      ['/sysjob', 'job'],
      ['/config', 'config'],
      ['/dict/data', 'dictData'],
      ['/dict/type', 'dictType'],
      ['/sys-user', 'user'],
      ['/role', 'role'],
      ['/menu', 'menu'],
      ['/post', 'post'],
      ['/dept', 'dept'],
    ] as const satisfies [string, TrashKind][]
    for (const [path, kind] of removed)
      expect((await boss.delete(path, { ids: [ids[kind]] })).data).toEqual([ids[kind]])
    const entries = await trash()
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(trashKinds.toSorted())

    for (const { path, ids: ofKind } of restoreBatches(entries)) {
      expect(await boss.post(path, { ids: ofKind })).toMatchObject({ code: 200, data: ofKind })
    }
    expect(await trash()).toEqual([])
  })

  describe('is filtered and sorted', () => {
    beforeAll(() => {
      clock += DAY
    })
    beforeEach(async () => {
      const row = { recordId: 1, content: '[[{}]]', deletedBy: 1 }
      const at = (day: string) => new Date(`${day}T12:00:00`).getTime()
      await store.tx((db) =>
        db.insert(t.trash).values([
          { ...row, kind: 'role', name: '100% check', deletedByName: 'Wang', deletedAt: at('2026-11-01') },
          { ...row, kind: 'post', name: 'Fitter', deletedByName: 'Li', deletedAt: at('2026-11-02') },
          { ...row, kind: 'post', name: 'Smith', deletedByName: 'Wang', deletedAt: at('2026-11-03') },
        ]),
      )
    })
    test.each([
      ['', ['Smith', 'Fitter', '100% check']],
      ['kind=post', ['Smith', 'Fitter']],
      ['name=%25', ['100% check']],
      ['name=SMI', ['Smith']],
      ['deletedByName=wang', ['Smith', '100% check']],
      ['beginTime=2026-11-02&endTime=2026-11-02', ['Fitter']],
      ['deletedAtOrder=asc', ['100% check', 'Fitter', 'Smith']],
      ['nameOrder=desc&pageSize=1', ['Smith']],
      ['kindOrder=asc&nameOrder=asc', ['Fitter', 'Smith', '100% check']],
      ['contentOrder=asc', ['Smith', 'Fitter', '100% check']],
      ['name=&kind=', ['Smith', 'Fitter', '100% check']],
    ])('?%s', async (query, names) => {
      expect((await trash(query)).map(({ name }) => name)).toEqual(names)
    })

    test('an unknown kind is refused at its field (S43)', async () => {
      expect(await boss.get('/trash?kind=session')).toMatchObject({ code: 400, errors: { kind: 'Not a valid value' } })
    })
  })

  test('shows roles and posts whoever made them, also where the data scope is bounded, as their lists do', async () => {
    const keeper = await app.signedIn(
      'admin:sysTrash:list',
      'admin:sysTrash:remove',
      'admin:sysRole:remove',
      'admin:sysPost:remove',
    )
    const [roleId, postId] = [await newRole(), await newPost()]
    expect((await keeper.delete('/role', { ids: [roleId] })).code).toBe(200)
    expect((await keeper.delete('/post', { ids: [postId] })).code).toBe(200)
    const { data } = await keeper.get('/trash?trashIdOrder=asc')
    expect(data.list.map(({ kind, recordId }: Entry) => [kind, recordId])).toEqual([
      ['role', roleId],
      ['post', postId],
    ])
    const ids = data.list.map(({ trashId }: Entry) => trashId)
    expect((await keeper.delete('/trash', { ids })).code).toBe(200)
  })

  test('shows the rows of the data scope alone, and nothing else can be deleted for good (S33, S34)', async () => {
    const { data: mine } = await boss.post('/dept', { deptName: 'Mine', parentId: 0, sort: 1, status: 2 })
    const { data: other } = await boss.post('/dept', { deptName: 'Other', parentId: 0, sort: 2, status: 2 })
    const keeper = await app.signedIn(
      'admin:sysTrash:list',
      'admin:sysTrash:remove',
      'admin:sysUser:remove',
      'admin:sysPost:remove',
    )
    await store.tx(async (db) => {
      await db.update(t.users).set({ deptId: mine }).where(eq(t.users.userId, keeper.userId))
      await db.update(t.roles).set({ dataScope: '3' }).where(eq(t.roles.roleKey, keeper.roleKey))
    })
    const ids = [
      await newUser('of-mine', [await newKey()], { deptId: mine }),
      await newUser('of-other', ['viewer'], { deptId: other }),
      await newUser('of-nobody'),
    ]
    await boss.delete('/sys-user', { ids })
    await boss.delete('/role', { ids: [await newRole()] })
    const { data } = await keeper.get('/trash')
    expect([data.count, data.list.map(({ name }: Entry) => name)]).toEqual([1, ['of-mine']])

    const all = await trash('pageSize=50')
    for (const { trashId, name } of all) {
      const { code } = await keeper.delete('/trash', { ids: [trashId] })
      expect([name, code]).toEqual([name, name === 'of-mine' ? 200 : 404])
    }
    expect((await trash()).map(({ name }) => name).toSorted()).toEqual(
      all
        .map(({ name }) => name)
        .filter((name) => name !== 'of-mine')
        .toSorted(),
    )
  })

  describe('shows the departments that its reader may restore, and only those can be deleted for good (S33, S34)', () => {
    const newDept = async (parentId: number) => {
      const body = { deptName: `Department ${(made += 1)}`, parentId, sort: 1, status: 2 }
      return (await boss.post('/dept', body)).data as number
    }
    type Plant = { mine: number; child: number; grandchild: number; other: number }
    const cases: [dataScope: string, which: keyof Plant, what: string, isSeen: boolean][] = [
      ['2', 'child', 'chosen for their role, and deleted by themselves', true],
      ['2', 'child', 'chosen for their role, but deleted by somebody else', false],
      ['2', 'other', 'not chosen', false],
      ['3', 'child', 'below their own', false],
      ['3', 'child', 'below their own, made by themselves', false],
      ['4', 'child', 'below their own', true],
      ['4', 'grandchild', 'below their own, under one that is deleted too', true],
      ['4', 'other', 'elsewhere', false],
      ['5', 'other', 'made by themselves', true],
      ['5', 'child', 'made by somebody else', false],
    ]
    test.each(cases)('scope %s, the department %s, %s: %p', async (dataScope, which, what, isSeen) => {
      const keeper = await app.signedIn('admin:sysTrash:list', 'admin:sysTrash:remove', 'admin:sysDept:remove')
      const mine = await newDept(0)
      const child = await newDept(mine)
      const plant: Plant = { mine, child, grandchild: await newDept(child), other: await newDept(0) }
      const deptId = plant[which]
      const { data } = await boss.get(`/role?roleKey=${keeper.roleKey}`)
      const { roleId } = data.list[0]
      await store.tx(async (db) => {
        await db.update(t.users).set({ deptId: mine }).where(eq(t.users.userId, keeper.userId))
        await db.update(t.roles).set({ dataScope }).where(eq(t.roles.roleId, roleId))
        if (what.includes('chosen for')) await db.insert(t.roleDepts).values({ roleId, deptId })
        const maker = { createBy: what.includes('made by themselves') ? keeper.userId : boss.userId }
        await db.update(t.depts).set(maker).where(eq(t.depts.deptId, deptId))
      })
      if (which !== 'grandchild') expect((await boss.delete('/dept', { ids: [plant.grandchild] })).code).toBe(200)
      await store.tx((db) => db.delete(t.trash))
      const deleter = what.includes('deleted by themselves') ? keeper : boss
      expect((await deleter.delete('/dept', { ids: [deptId] })).code).toBe(200)
      const [entry] = await store.db.select().from(t.trash)
      const ids = [deptId]
      if (which === 'grandchild') {
        expect((await boss.delete('/dept', { ids: [child] })).code).toBe(200)
        ids.push(child)
      }

      const shown = (await keeper.get('/trash')).data.list.map(({ recordId }: Entry) => recordId)
      expect(shown.toSorted()).toEqual(isSeen ? ids.toSorted() : [])
      const code = isSeen ? 200 : 404
      expect((await keeper.delete('/trash', { ids: [entry!.trashId] })).code).toBe(code)
      if (isSeen) await store.tx((db) => db.insert(t.trash).values(entry!))
      expect((await keeper.post('/dept/restore', { ids })).code).toBe(code)
    })
  })

  test('is for who holds its permission (S28, S30)', async () => {
    const nobody = await app.signedIn('admin:sysRole:remove')
    expect((await nobody.get('/trash')).code).toBe(403)
    expect((await nobody.delete('/trash', { ids: [1] })).code).toBe(403)
    expect((await (await app.signedIn('admin:sysTrash:list')).delete('/trash', { ids: [1] })).code).toBe(403)
  })
})

describe('deleting', () => {
  test('takes all or none: where one is not there, none of the others is gone', async () => {
    const ids = [await newPost(), await newPost()]
    expect((await boss.delete('/post', { ids: [...ids, 2147483647] })).code).toBe(404)
    for (const id of ids) expect((await boss.get(`/post/${id}`)).code).toBe(200)
    expect(await trash()).toEqual([])
  })

  test('500 at once, the same id twice, and back again', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      postName: `Many ${i}`,
      postCode: `many-${i}`,
      sort: i,
      status: '2' as const,
      createdAt: 0,
      updatedAt: 0,
    }))
    const posts = await store.tx((db) => db.insert(t.posts).values(rows).returning())
    const ids = posts.map(({ postId }) => postId)
    expect((await boss.delete('/post', { ids: [...ids.slice(0, 499), ids[0]] })).data).toHaveLength(499)
    expect((await boss.get('/trash')).data.count).toBe(499)
    expect((await boss.post('/post/restore', { ids: ids.slice(0, 499) })).data).toHaveLength(499)
    const back = await store.db.select().from(t.posts).where(inArray(t.posts.postId, ids)).orderBy(t.posts.postId)
    expect(back).toEqual(posts.toSorted((a, b) => a.postId - b.postId))
    const entries = await restorations('post')
    expect(entries.at(-1)!.record.split(',').map(Number)).toEqual(ids.slice(0, 499)) // none cut short
  })
})

describe('bringing back', () => {
  test('a user comes back whole: password, roles, and what else there was; their old sessions do not', async () => {
    const userId = await newUser('Zhao', ['viewer', 'inspector'])
    const zhao = await app.signIn('zhao', password)
    expect((await zhao.get('/getinfo')).code).toBe(200)
    await boss.delete('/sys-user', { ids: [userId] })
    expect((await zhao.get('/getinfo')).code).toBe(401)
    expect((await app.anyone.post('/login', { username: 'zhao', password })).code).not.toBe(200)
    expect(JSON.stringify((await boss.get('/trash')).data)).not.toContain('argon')

    expect(await boss.post('/sys-user/restore', { ids: [userId] })).toMatchObject({ code: 200, data: [userId] })
    expect((await zhao.get('/getinfo')).code).toBe(401)
    const again = await app.signIn('zhao', password)
    expect((await again.get('/getinfo')).data.ownRoles).toHaveLength(2)
    expect(await trash()).toEqual([])
  })

  test('works once: the second time there is nothing, also at the same moment', async () => {
    const roleId = await newRole()
    await boss.delete('/role', { ids: [roleId] })
    const answers = await Promise.all([1, 2, 3].map(() => boss.post('/role/restore', { ids: [roleId] })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 404, 404])
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(404)
    expect((await boss.get(`/role/${roleId}`)).code).toBe(200)
  })

  test('takes all or none', async () => {
    const postId = await newPost()
    await boss.delete('/post', { ids: [postId] })
    expect((await boss.post('/post/restore', { ids: [postId, 2147483647] })).code).toBe(404)
    expect((await boss.get(`/post/${postId}`)).code).toBe(404)
    expect(await trash()).toHaveLength(1)
  })

  test('takes a machine and its parts together, in any order of ids', async () => {
    const newEquipment = async (parentId: number | null) => {
      const code = `EQ${(made += 1)}`
      const body = { code, name: code, kind: 'machine', parentId, status: '2' }
      return (await boss.post('/qc/equipment', body)).data as number
    }
    const line = await newEquipment(null)
    const machine = await newEquipment(line)
    const part = await newEquipment(machine)
    for (const ids of [
      [part, machine, line],
      [line, machine, part],
      [machine, line, part],
    ]) {
      for (const id of [part, machine, line]) {
        expect((await boss.delete('/qc/equipment', { ids: [id] })).code).toBe(200)
      }
      expect(await boss.post('/qc/equipment/restore', { ids })).toMatchObject({ code: 200, data: ids })
      expect((await boss.get(`/qc/equipment/${part}`)).data.parentId).toBe(machine)
    }
  })

  test('of several deletions of one record it is the last that counts', async () => {
    const roleId = await newRole({ roleName: 'First' })
    await boss.delete('/role', { ids: [roleId] })
    await boss.post('/role/restore', { ids: [roleId] })
    await boss.put(`/role/${roleId}`, { roleName: 'Second', roleKey: `second${roleId}` })
    await boss.delete('/role', { ids: [roleId] })
    await boss.post('/role/restore', { ids: [roleId] })
    expect((await boss.get(`/role/${roleId}`)).data.roleName).toBe('Second')
  })

  test('a key that was taken meanwhile: 409 that names it, nothing is changed', async () => {
    const roleId = await newRole({ roleKey: 'coveted', roleName: 'Old owner' })
    await boss.delete('/role', { ids: [roleId] })
    const other = await newRole({ roleKey: 'Coveted' })
    const answer = await boss.post('/role/restore', { ids: [roleId] })
    expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('Old owner') })
    expect(await trash()).toHaveLength(1)
    await boss.delete('/role', { ids: [other] })
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(200)
  })

  test('a record of the same id that is there again: 409', async () => {
    const roleId = await newRole({ roleName: 'Twin' })
    await boss.delete('/role', { ids: [roleId] })
    const stamps = { createdAt: 0, updatedAt: 0 }
    const row = { roleId, roleName: 'Usurper', roleKey: 'usurper', roleSort: 1, status: '2' as const, ...stamps }
    await store.tx((db) => db.insert(t.roles).values(row))
    expect(await boss.post('/role/restore', { ids: [roleId] })).toMatchObject({ code: 409 })
    expect((await boss.get(`/role/${roleId}`)).data.roleName).toBe('Usurper')
  })

  test('what a record itself refers to is gone: 409 that says so', async () => {
    const { data: deptId } = await boss.post('/dept', { deptName: 'Short-lived', parentId: 0, sort: 1, status: 2 })
    const userId = await newUser('Leaver', ['viewer'], { deptId })
    await boss.delete('/sys-user', { ids: [userId] })
    await boss.delete('/dept', { ids: [deptId] })
    expect(await boss.post('/sys-user/restore', { ids: [userId] })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('Leaver'),
    })
    await boss.post('/dept/restore', { ids: [deptId] })
    expect((await boss.post('/sys-user/restore', { ids: [userId] })).code).toBe(200)
  })

  test('links to what is gone for good are left out, and the log says how many: rights only shrink', async () => {
    const [query, add] = [await menuIdOf('admin:sysPost:query'), await menuIdOf('admin:sysPost:add')]
    const roleId = await newRole({ menuIds: [query, add] })
    await boss.delete('/role', { ids: [roleId] })
    expect((await boss.delete('/menu', { ids: [add] })).code).toBe(200)
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(200)
    expect((await boss.get(`/role/${roleId}`)).data.menuIds).toEqual([query])
    const entries = await restorations('role')
    expect(JSON.parse(entries.at(-1)!.after)).toEqual({ leftOut: 1 })

    await boss.delete('/role', { ids: [roleId] }) // now the other way round: a menu entry, whose role has gone
    expect((await boss.post('/menu/restore', { ids: [add] })).code).toBe(200)
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(200)
  })

  test.each([
    ['a role saved without it meanwhile stays without it (S36)', true],
    ['a role that nobody saved meanwhile has it again', false],
  ])('a menu entry that was deleted: %s', async (_, isSaved) => {
    const [query, add] = [await menuIdOf('admin:sysPost:query'), await menuIdOf('admin:sysPost:add')]
    const roleId = await newRole({ menuIds: [query, add] })
    await boss.delete('/menu', { ids: [add] })
    clock += 1
    const role = { roleName: 'Saved', roleKey: `saved${roleId}`, menuIds: [query] }
    if (isSaved) expect((await boss.put(`/role/${roleId}`, role)).code).toBe(200)
    expect((await boss.post('/menu/restore', { ids: [add] })).code).toBe(200)
    const { menuIds } = (await boss.get(`/role/${roleId}`)).data
    expect(menuIds).toEqual(isSaved ? [query] : [query, add].toSorted((a, b) => a - b))
    const entries = await restorations('menu')
    expect(entries.at(-1)!.after).toBe(isSaved ? '{"leftOut":1}' : '')
  })

  test('a WeCom member that belongs to somebody else meanwhile stays with them, and the log says so', async () => {
    const bound = { corpId: 'ww1', boundAt: noon }
    const [first, second] = [await newUser(`u${(made += 1)}`), await newUser(`u${(made += 1)}`)]
    await store.tx((db) =>
      db.insert(t.bindings).values([
        { ...bound, userId: first, memberId: 'zhao' },
        { ...bound, userId: second, memberId: 'qian' },
      ]),
    )
    await boss.delete('/sys-user', { ids: [first, second] })
    const other = await newUser(`u${(made += 1)}`)
    await store.tx((db) => db.insert(t.bindings).values({ ...bound, userId: other, memberId: 'zhao' }))
    expect(await boss.post('/sys-user/restore', { ids: [first, second] })).toMatchObject({ code: 200 })
    const left = await store.db
      .select({ userId: t.bindings.userId, memberId: t.bindings.memberId })
      .from(t.bindings)
      .orderBy(t.bindings.userId)
    expect(left).toEqual([
      { userId: second, memberId: 'qian' },
      { userId: other, memberId: 'zhao' },
    ])
    const entries = await restorations('user')
    expect(JSON.parse(entries.at(-1)!.after)).toEqual({ leftOut: 1 })
  })

  test('whoever made it may be gone', async () => {
    const maker = await app.signedIn('*:*:*')
    const { data: roleId } = await maker.post('/role', {
      roleName: 'Orphan',
      roleKey: 'orphan',
      roleSort: 1,
      status: '2',
    })
    await maker.delete('/role', { ids: [roleId] })
    expect((await boss.delete('/sys-user', { ids: [maker.userId] })).code).toBe(200)
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(200)
  })

  test('nobody brings back more than they hold (S36)', async () => {
    const roleId = await newRole({ menuIds: [await menuIdOf('admin:sysConfig:remove')] })
    await boss.delete('/role', { ids: [roleId] })
    const weak = await app.signedIn('admin:sysRole:remove', 'admin:sysTrash:list')
    expect((await weak.post('/role/restore', { ids: [roleId] })).code).toBe(403)
    expect((await boss.get(`/role/${roleId}`)).code).toBe(404)
    expect(await trash()).toHaveLength(1)
  })
})

describe('deleting for good', () => {
  test('ends what can be brought back, and leaves an entry in the operation log that names it', async () => {
    const roleId = await newRole({ roleName: 'Condemned' })
    await boss.delete('/role', { ids: [roleId] })
    const [entry] = await trash()
    const { trashId } = entry!
    expect(await boss.delete('/trash', { ids: [trashId] })).toMatchObject({ code: 200, data: [trashId] })
    expect(await trash()).toEqual([])
    expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(404)
    expect((await boss.delete('/trash', { ids: [trashId] })).code).toBe(404)
    const { data } = await boss.get('/sys-opera-log?stem=trash&status=2')
    expect(data.list[0]).toMatchObject({ action: 'delete', title: 'Trash', name: 'Condemned', operName: boss.roleKey })
  })

  describe('asks what bringing back asks (S34, S36)', () => {
    const keeping = [
      'admin:sysTrash:list',
      'admin:sysTrash:remove',
      'admin:sysRole:remove',
      'admin:sysUser:remove',
      'admin:sysMenu:remove',
    ] as const
    const newMenu = async (permission: string) => {
      const parentId = await menuIdOf('admin:sysPost:list')
      const body = { menuType: 'F', title: `Action ${(made += 1)}`, parentId, permission, sort: 1 }
      return (await boss.post('/menu', body)).data as number
    }
    const cases: [what: string, path: string, make: () => Promise<number>, code: number, said?: RegExp][] = [
      [
        'a role that grants more',
        '/role',
        async () => newRole({ menuIds: [await menuIdOf('admin:sysConfig:remove')] }),
        403,
        /^This role has permissions beyond your own/,
      ],
      ['a role that works with everything', '/role', () => ofKind('1'), 403, /^The data scope of this role/],
      ['a role with own rows', '/role', () => ofKind('5'), 200],
      ['somebody who may do more', '/sys-user', () => newUser(`u${(made += 1)}`, ['viewer']), 403, /^This user has/],
      ['somebody who may do nothing', '/sys-user', async () => newUser(`u${(made += 1)}`, [await newKey()]), 200],
      [
        'an entry that grants more',
        '/menu',
        () => newMenu('admin:sysPost:add'),
        403,
        /^You cannot change a permission/,
      ],
    ]
    const ofKind = async (dataScope: string) => {
      const roleId = await newRole()
      await store.tx((db) => db.update(t.roles).set({ dataScope }).where(eq(t.roles.roleId, roleId)))
      return roleId
    }
    test.each(cases)('%s', async (_, path, make, code, said = /./) => {
      const keeper = await app.signedIn(...keeping)
      const id = await make()
      // within the scope of a keeper who works with what they made
      const own = { createBy: keeper.userId }
      await store.tx(async (db) => {
        await db.update(t.roles).set(own).where(eq(t.roles.roleId, id))
        await db.update(t.users).set(own).where(eq(t.users.userId, id))
      })
      expect((await boss.delete(path, { ids: [id] })).code).toBe(200)
      const [entry] = await trash()
      const answer = await keeper.delete('/trash', { ids: [entry!.trashId] })
      expect(answer).toMatchObject({ code, msg: expect.stringMatching(said) })
      expect(answer.errors).toBeUndefined()
      expect(await trash()).toHaveLength(code === 200 ? 0 : 1)
    })
  })

  test.each([[[]], [['x']], [[0]], [Array(501).fill(1)]])('%j is refused', async (ids) => {
    expect((await boss.delete('/trash', { ids })).code).toBe(400)
  })
})
