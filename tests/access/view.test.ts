import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { ListViews, View } from '#shared/access/view'
import { startApp, type App } from '../support/app'

const app = await startApp()
afterAll(app.close)
type Caller = Awaited<ReturnType<App['signedIn']>>
const { roles, viewRoles, viewDefaults, views, listColumns } = app.store.t

let owner: Caller
let reader: Caller
let readerRole: number
beforeEach(async () => {
  owner = await app.signedIn('admin:sysView:share')
  reader = await app.signedIn('admin:sysPost:list')
  readerRole = await roleOf(reader)
})

const roleOf = async ({ roleKey }: Caller) => {
  const [role] = await app.store.db.select().from(roles).where(eq(roles.roleKey, roleKey))
  return role!.roleId
}
const open = async (caller: Caller, list = 'post'): Promise<ListViews> => (await caller.get(`/view?list=${list}`)).data
const names = ({ views: all }: ListViews) => all.map(({ viewName }: View) => viewName)
const disabled = { list: 'post', viewName: 'Disabled', search: 'status=1' }
const save = async (caller: Caller, view: object = {}) =>
  (await caller.post('/view', { ...disabled, ...view })).data as number

describe('an own view', () => {
  test('keeps filters, orders, group and columns of its list, but not the page', async () => {
    const columns = { hidden: ['remark'], order: ['sort', 'postName'] }
    const search = 'status=1&sortOrder=desc&pageIndex=3&postNameOrder=asc&group=status&postCode='
    await save(owner, { search, columns })
    const { views: found, defaultViewId, isOwnDefault } = await open(owner)
    expect(found).toMatchObject([
      { viewName: 'Disabled', search: 'group=status&status=1&sortOrder=desc&postNameOrder=asc', columns, isOwn: true },
    ])
    expect([defaultViewId, isOwnDefault]).toEqual([null, false])
    expect(names(await open(owner, 'role'))).toEqual([])
    expect(names(await open(reader))).toEqual([])
  })

  test('has a name of its own in any letter case, on its list and of its owner', async () => {
    await save(owner)
    const twin = { ...disabled, viewName: 'DISABLED' }
    expect(await owner.post('/view', twin)).toMatchObject({ code: 409, errors: { viewName: expect.any(String) } })
    expect((await owner.post('/view', { ...twin, list: 'role' })).code).toBe(200)
    expect((await reader.post('/view', twin)).code).toBe(200)
    const other = await save(owner, { viewName: 'Other' })
    expect((await owner.put(`/view/${other}`, { viewName: 'disabled' })).code).toBe(409)
  })

  test('is changed by its owner alone, and not over what was changed meanwhile', async () => {
    const viewId = await save(owner)
    const [before] = (await open(owner)).views
    expect((await owner.put(`/view/${viewId}`, { viewName: 'Off', updatedAt: before!.updatedAt })).code).toBe(200)
    expect((await owner.put(`/view/${viewId}`, { search: 'status=2', updatedAt: before!.updatedAt })).code).toBe(409)
    expect((await reader.put(`/view/${viewId}`, { viewName: 'Mine' })).code).toBe(404)
    expect((await reader.delete('/view', { ids: [viewId] })).code).toBe(404)
    expect(names(await open(owner))).toEqual(['Off'])
  })

  test('is deleted, and no list opens with it any more', async () => {
    const viewId = await save(owner)
    await owner.put('/view/default', { list: 'post', viewId })
    expect((await open(owner)).defaultViewId).toBe(viewId)
    expect((await owner.delete('/view', { ids: [viewId, 4711] })).code).toBe(404)
    expect((await owner.delete('/view', { ids: [viewId] })).data).toEqual([viewId])
    expect(await open(owner)).toMatchObject({ views: [], defaultViewId: null, isOwnDefault: false })
  })

  test('is one of at most 50 of its list', async () => {
    for (let count = 1; count <= 50; count++) await save(owner, { viewName: `View ${count}` })
    expect((await owner.post('/view', disabled)).code).toBe(409)
    expect((await owner.post('/view', { ...disabled, list: 'role' })).code).toBe(200)
  })

  test.each([
    ['a list that there is not', { list: 'nothing' }],
    ['no name', { viewName: ' ' }],
    ['an endless filter', { search: 'a'.repeat(2001) }],
    ['columns without bounds', { columns: { widths: 'a'.repeat(9000) } }],
    ['columns that are no object', { columns: [1, 2] }],
  ])('is refused with %s', async (_, fault) => {
    expect((await owner.post('/view', { ...disabled, ...fault })).code).toBe(400)
  })
})

describe('sharing', () => {
  const share = (viewId: number, isDefault = false, caller = owner) =>
    caller.put(`/view/${viewId}/role`, { roles: [{ roleId: readerRole, isDefault }] })

  test('needs a permission of its own (S28)', async () => {
    const viewId = await save(reader)
    expect((await share(viewId, false, reader)).code).toBe(403)
    expect((await reader.get('/view/role')).code).toBe(403)
    expect((await owner.get('/view/role')).data).toContainEqual(expect.objectContaining({ roleId: readerRole }))
  })

  test('shows a view, and its owner, to the holders of the role and to nobody else', async () => {
    const viewId = await save(owner)
    expect((await share(viewId)).code).toBe(200)
    expect((await open(reader)).views).toMatchObject([{ viewId, isOwn: false, roles: [], search: 'status=1' }])
    expect((await open(reader)).views[0]!.owner).not.toBe('')
    expect((await open(owner)).views[0]!.roles).toMatchObject([{ roleId: readerRole, isDefault: false }])
    expect(names(await open(await app.signedIn('admin:sysPost:list')))).toEqual([])
    expect((await owner.put(`/view/${viewId}/role`, { roles: [] })).code).toBe(200)
    expect(names(await open(reader))).toEqual([])
  })

  test('is of own views alone, and with roles that there are', async () => {
    const viewId = await save(reader)
    expect((await share(viewId)).code).toBe(404)
    const own = await save(owner)
    expect((await owner.put(`/view/${own}/role`, { roles: [{ roleId: 4711 }] })).code).toBe(409)
  })

  test('shares the filter and no rows: each reads those of their own data scope (S33)', async () => {
    const boss = await app.signedIn('*:*:*')
    const place = async (deptName: string) =>
      (await boss.post('/dept', { parentId: 0, deptName, sort: 1 })).data as number
    const [near, far] = [await place('Near'), await place('Far')]
    const password = 'correct-horse-battery-staple'
    const person = (username: string, deptId: number) =>
      boss.post('/sys-user', { username, nickName: username, deptId, status: '1', password })
    await Promise.all([person('near-one', near), person('far-one', far)])
    const narrow = await app.signedIn('admin:sysUser:list')
    const narrowRole = await roleOf(narrow)
    await app.store.tx(async (db) => {
      await db.update(roles).set({ dataScope: '3' }).where(eq(roles.roleId, narrowRole))
      await db.update(app.store.t.users).set({ deptId: near }).where(eq(app.store.t.users.userId, narrow.userId))
    })
    const viewId = await save(boss, { list: 'user', search: 'status=1' })
    expect((await boss.put(`/view/${viewId}/role`, { roles: [{ roleId: narrowRole }] })).code).toBe(200)
    const [view] = (await open(narrow, 'user')).views
    const rows = async (caller: Caller) =>
      (await caller.get(`/sys-user?${view!.search}`)).data.list.map(({ username }: { username: string }) => username)
    expect((await rows(boss)).toSorted()).toEqual(['far-one', 'near-one'])
    expect(await rows(narrow)).toEqual(['near-one'])
  })

  test('lets nobody show other filters to the role who may not share', async () => {
    const viewId = await save(owner)
    await share(viewId)
    const roleId = await roleOf(owner)
    const { roleMenus } = app.store.t
    await app.store.tx(async (db) => {
      await db.delete(roleMenus).where(eq(roleMenus.roleId, roleId))
      await db
        .update(roles)
        .set({ updatedAt: Date.now() + 1 })
        .where(eq(roles.roleId, roleId))
    })
    expect((await owner.put(`/view/${viewId}`, { search: 'status=2' })).code).toBe(403)
    expect((await owner.put(`/view/${viewId}`, { viewName: 'Off' })).code).toBe(200)
  })
})

describe('a list opens with', () => {
  test('the own default, else that of the role, else the built-in view', async () => {
    const [first, second] = [await save(owner), await save(owner, { viewName: 'Enabled', search: 'status=2' })]
    const ofRole = (viewId: number, isDefault: boolean) =>
      owner.put(`/view/${viewId}/role`, { roles: [{ roleId: readerRole, isDefault }] })
    expect((await open(reader)).defaultViewId).toBeNull()
    await ofRole(first, true)
    expect(await open(reader)).toMatchObject({ defaultViewId: first, isOwnDefault: false })
    await ofRole(second, true)
    expect((await open(reader)).defaultViewId).toBe(second)
    expect((await open(owner)).views.map(({ roles: shared }) => shared[0]?.isDefault)).toEqual([false, true])
    await reader.put('/view/default', { list: 'post', viewId: first })
    expect(await open(reader)).toMatchObject({ defaultViewId: first, isOwnDefault: true })
    await reader.put('/view/default', { list: 'post', viewId: 0 })
    expect(await open(reader)).toMatchObject({ defaultViewId: null, isOwnDefault: true })
    await reader.put('/view/default', { list: 'post', viewId: null })
    expect(await open(reader)).toMatchObject({ defaultViewId: second, isOwnDefault: false })
  })

  test('the default of the role for this list, whatever is the default for another one', async () => {
    const [posts, people] = [await save(owner), await save(owner, { list: 'user' })]
    for (const viewId of [posts, people]) {
      await owner.put(`/view/${viewId}/role`, { roles: [{ roleId: readerRole, isDefault: true }] })
    }
    expect((await open(reader)).defaultViewId).toBe(posts)
    expect((await open(reader, 'user')).defaultViewId).toBe(people)
  })

  test('no view that somebody does not see', async () => {
    const viewId = await save(owner)
    expect((await reader.put('/view/default', { list: 'post', viewId })).code).toBe(404)
    await owner.put(`/view/${viewId}/role`, { roles: [{ roleId: readerRole }] })
    expect((await reader.put('/view/default', { list: 'role', viewId })).code).toBe(404)
    expect((await reader.put('/view/default', { list: 'post', viewId })).code).toBe(200)
    await owner.put(`/view/${viewId}/role`, { roles: [] })
    expect(await open(reader)).toMatchObject({ defaultViewId: null, isOwnDefault: false })
  })

  test('the columns as they were last arranged', async () => {
    const columns = { hidden: ['remark'] }
    expect((await open(reader)).columns).toBeNull()
    expect((await reader.put('/view/columns', { list: 'post', columns })).code).toBe(200)
    expect((await open(reader)).columns).toEqual(columns)
    expect((await open(reader, 'role')).columns).toBeNull()
    await reader.put('/view/columns', { list: 'post', columns: null })
    expect((await open(reader)).columns).toBeNull()
  })
})

test('a role that is brought back has its views again, without those that were deleted meanwhile', async () => {
  const boss = await app.signedIn('*:*:*')
  const [kept, gone] = [await save(owner), await save(owner, { viewName: 'Enabled', search: 'status=2' })]
  const { data: roleId } = await boss.post('/role', { roleName: 'Brief', roleKey: 'brief', roleSort: 9, status: '2' })
  const shared = { roles: [{ roleId, isDefault: true }] }
  for (const viewId of [gone, kept]) expect((await owner.put(`/view/${viewId}/role`, shared)).code).toBe(200)
  await boss.delete('/role', { ids: [roleId] })
  expect((await open(owner)).views.flatMap(({ roles: of }) => of)).toEqual([])
  await owner.delete('/view', { ids: [gone] })
  expect((await boss.post('/role/restore', { ids: [roleId] })).code).toBe(200)
  expect((await open(owner)).views).toMatchObject([{ viewId: kept, roles: [{ roleId, isDefault: true }] }])
})

test('a deleted user or role leaves nothing behind', async () => {
  const boss = await app.signedIn('*:*:*')
  const viewId = await save(owner)
  await owner.put(`/view/${viewId}/role`, { roles: [{ roleId: readerRole, isDefault: true }] })
  await reader.put('/view/default', { list: 'post', viewId })
  await owner.put('/view/columns', { list: 'post', columns: {} })
  expect((await boss.delete('/sys-user', { ids: [reader.userId] })).code).toBe(200)
  expect((await boss.delete('/role', { ids: [readerRole] })).code).toBe(200)
  expect(await app.store.db.select().from(viewRoles).where(eq(viewRoles.viewId, viewId))).toEqual([])
  expect(await app.store.db.select().from(viewDefaults).where(eq(viewDefaults.viewId, viewId))).toEqual([])
  expect((await boss.delete('/sys-user', { ids: [owner.userId] })).code).toBe(200)
  for (const table of [views, listColumns]) {
    expect(await app.store.db.select().from(table).where(eq(table.userId, owner.userId))).toEqual([])
  }
})
