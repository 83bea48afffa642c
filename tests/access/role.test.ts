import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { MenuItem } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { menu } from '#seed/access/menu'
import { adminRole, workingRoles } from '#seed/access/role'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
/** Ids of menu entries by permission tag. */
let menuId: Record<string, number>

beforeEach(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
  const menus = await app.store.db.select().from(app.store.t.menus)
  menuId = Object.fromEntries(menus.map((menu) => [menu.permission || menu.path, menu.menuId]))
})
afterEach(() => app.close())

const patrol = { roleName: 'Patrol', roleKey: 'patrol', roleSort: 9, status: '2', remark: '' }
const create = async (change: object = {}) => (await admin.post('/role', { ...patrol, ...change })).data as number

describe('the list', () => {
  beforeEach(async () => {
    await create({ roleName: '100% check', roleKey: 'full_check', roleSort: 20, status: '1' })
    await create({ roleName: 'Patrol', roleKey: 'patrol', roleSort: 21 })
  })

  const seeded = [adminRole, ...workingRoles].map(({ roleKey }) => roleKey)
  const all = [...seeded, 'full_check', 'patrol']
  const fromLast = all.toSorted().toReversed()

  test.each([
    ['', all],
    ['?roleName=PATROL', ['patrol']],
    ['?roleName=%25', ['full_check']],
    ['?roleName=_', []],
    ['?roleKey=_', ['full_check']],
    ['?status=1', ['full_check']],
    ['?status=1&status=2', ['full_check']],
    ['?roleName=&status=&beginTime=', all],
    ['?roleSortOrder=desc&pageSize=2', ['patrol', 'full_check']],
    ['?statusOrder=asc&roleKeyOrder=desc&pageSize=2', ['full_check', fromLast[0]]],
    ['?roleKeyOrder=desc&statusOrder=asc&pageSize=3', fromLast.slice(0, 3)],
    ['?nonsenseOrder=desc&roleKeyOrder=sideways&pageSize=1', ['admin']],
    ['?pageIndex=2&pageSize=4', all.slice(4, 8)],
    ['?page=3&limit=2', all.slice(4, 6)],
    ['?pageIndex=99', []],
  ])('/role%s', async (search, roleKeys) => {
    const { data } = await admin.get(`/role${search}`)
    expect(data.list.map((role: { roleKey: string }) => role.roleKey)).toEqual(roleKeys)
  })

  test('counts all hits, not those of the page', async () => {
    expect((await admin.get('/role?pageSize=2')).data).toMatchObject({ count: all.length, pageIndex: 1, pageSize: 2 })
    expect((await admin.get('/role?status=1')).data.count).toBe(1)
  })
})

describe('input', () => {
  test.each([
    ['no name', { roleName: '' }, { roleName: 'Required' }],
    ['blanks for a name', { roleName: '   ' }, { roleName: 'Required' }],
    ['no key', { roleKey: null }, { roleKey: 'Required' }],
    ['a key with blanks', { roleKey: 'a b' }, { roleKey: 'A letter first, then letters, digits, - and _' }],
    ['65 characters', { roleName: 'x'.repeat(65) }, { roleName: 'At most 64 characters' }],
    ['a NUL', { roleName: 'a\u0000b' }, { roleName: 'Control and invisible characters are not allowed' }],
    ['an unknown status', { status: 3 }, { status: 'Not a valid value' }],
    ['a negative place', { roleSort: -1 }, { roleSort: 'Not less than 0' }],
    ['half a character', { roleName: 'a\ud800b' }, { roleName: 'Control and invisible characters are not allowed' }],
    ['nothing that can be seen', { roleName: '\u200b\u2060' }, { roleName: 'Required' }],
    ['text for menus', { menuIds: ['x'] }, { 'menuIds.0': 'Not a valid value' }],
    ['two faults', { roleName: '', status: 9 }, { roleName: 'Required', status: 'Not a valid value' }],
  ])('%s is refused at its field', async (_, change, errors) => {
    expect(await admin.post('/role', { ...patrol, ...change })).toMatchObject({ code: 400, errors })
  })

  test.each([
    ['numbers as text', { status: 1, roleSort: '7' }, { status: '1', roleSort: 7 }],
    ['a whole record sent back', { createdAt: 'x', admin: true, roleId: 1, flag: '', sysMenu: [] }, { admin: false }],
    ['markup, kept as text', { roleName: '<b>"x"</b> & 中文' }, { roleName: '<b>"x"</b> & 中文' }],
    ['prototype keys', JSON.parse('{"__proto__":{"admin":true},"constructor":{"x":1}}'), { admin: false }],
  ])('%s is accepted', async (_, change, expected) => {
    const id = await create(change)
    expect((await admin.get(`/role/${id}`)).data).toMatchObject(expected)
  })

  test.each([[true], ['0x5'], [[3]], ['1e1'], [1.5], ['']])('%j is no id', async (id) => {
    expect((await admin.delete('/role', { ids: [id] })).code).toBe(400)
  })

  test('a menu that does not exist is named', async () => {
    expect(await admin.post('/role', { ...patrol, menuIds: [999] })).toMatchObject({
      code: 400,
      msg: 'There is no menu 999',
    })
  })

  test('menus left out or null stay as they are; an empty list takes them away', async () => {
    const id = await create({ menuIds: [menuId['admin:sysRole:query']] })
    for (const menuIds of [undefined, null]) {
      await admin.put(`/role/${id}`, { ...patrol, menuIds })
      expect((await admin.get(`/role/${id}`)).data.menuIds).toHaveLength(1)
    }
    await admin.put(`/role/${id}`, { ...patrol, menuIds: [] })
    expect((await admin.get(`/role/${id}`)).data.menuIds).toEqual([])
  })
})

describe('the same key', () => {
  test('in other letters is the same key', async () => {
    expect((await admin.post('/role', { ...patrol, roleKey: 'ADMIN' })).code).toBe(409)
  })

  test('is refused by name', async () => {
    await create()
    const msg = 'The key patrol is already in use'
    expect(await admin.post('/role', patrol)).toMatchObject({ code: 409, msg, errors: { roleKey: msg } })
  })
})

describe('permissions', () => {
  test('taken or given count on the next request, without signing in again (S31)', async () => {
    const id = await create()
    const user = await app.signedIn('admin:sysRole:query')
    expect((await user.delete('/role', { ids: [id] })).code).toBe(403)

    const { data } = await admin.get(`/role?roleKey=${user.roleKey}`)
    const role = data.list[0]
    await admin.put(`/role/${role.roleId}`, {
      ...role,
      menuIds: [menuId['admin:sysRole:query'], menuId['admin:sysRole:remove']],
    })
    expect((await user.get('/getinfo')).data.permissions).toContain('admin:sysRole:remove')
    expect((await user.delete('/role', { ids: [id] })).code).toBe(200)
  })

  test('of a refused caller do not show whether the body was right (S29)', async () => {
    const viewer = await app.signedIn('admin:sysRole:query')
    for (const body of ['{', '[]', {}, { ids: [1] }]) {
      expect((await viewer.send('DELETE', '/role', { body })).code).toBe(403)
    }
  })
})

describe('nobody goes beyond their own rights (S36)', () => {
  const keeperTags = [
    'admin:sysRole:query',
    'admin:sysRole:add',
    'admin:sysRole:update',
    'admin:sysRole:remove',
  ] as const

  const more = 'You cannot grant permissions you do not have: Delete roles (1 entry)'
  const beyond = 'This role has permissions beyond your own'
  test.each([
    ['creates a role with more', 'POST', '/role', () => ({ menuIds: [menuId['admin:sysRole:remove']] }), more],
    ['raises their own role', 'PUT', '/role/:own', () => ({ menuIds: [menuId['admin:sysRole:remove']] }), more],
    ['renames the administrator role', 'PUT', '/role/1', () => ({ roleKey: 'admin', roleName: 'me' }), beyond],
    ['disables the administrator role', 'PUT', '/role-status', () => ({ roleId: 1, status: '1' }), beyond],
  ])('who %s is refused', async (_, method, path, change, msg) => {
    const user = await app.signedIn('admin:sysRole:query', 'admin:sysRole:add', 'admin:sysRole:update')
    const own = (await admin.get(`/role?roleKey=${user.roleKey}`)).data.list[0].roleId
    const before = await app.store.db.select().from(app.store.t.roleMenus)
    const body = { ...patrol, ...change() }
    const answer = await user.send(method, path.replace(':own', own), { body })
    expect(answer).toMatchObject({ code: 403, msg })
    expect(answer.errors).toEqual(msg === more ? { menuIds: more } : undefined)
    expect(await app.store.db.select().from(app.store.t.roleMenus)).toEqual(before)
  })

  test('who ticks everything is told at the field what they cannot grant: the first entries, and how many', async () => {
    const user = await app.signedIn('admin:sysRole:add')
    const tags = ['add', 'query', 'update', 'remove', 'export'].map((action) => `admin:sysRole:${action}`)
    const body = { ...patrol, menuIds: tags.map((tag) => menuId[tag]) }
    const msg = 'You cannot grant permissions you do not have: View a role, Change roles, Delete roles, … (4 entries)'
    expect(await user.post('/role', body)).toMatchObject({ code: 403, msg, errors: { menuIds: msg } })
    const chinese = await user.send('POST', '/role', { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors?.['menuIds']).toBe('不能授予自己没有的权限，共 4 项：查看角色、修改角色、删除角色、…')
  })

  test('an action whose page grants more is named', async () => {
    const parentId = menuId['admin:sysConfig:list']!
    const action = { menuType: 'F', title: '看', titleEn: 'Look', parentId, permission: 'admin:sysRole:add', sort: 99 }
    const user = await app.signedIn('admin:sysRole:add')
    const { data } = await admin.post('/menu', action)
    const msg = 'You cannot grant permissions you do not have: Look (1 entry)'
    expect(await user.post('/role', { ...patrol, menuIds: [data] })).toMatchObject({
      code: 403,
      errors: { menuIds: msg },
    })
  })

  test('the form is told which entries and which data scope its author cannot grant', async () => {
    const user = await app.signedIn('admin:sysRole:query', 'admin:sysRole:add', 'admin:sysRole:update')
    const { beyondOwn, allData } = (await user.get('/roleMenuTreeselect/0')).data
    expect(beyondOwn).not.toContain(menuId['admin:sysRole:add'])
    expect(beyondOwn).not.toContain(menuId['/admin']) // a directory grants nothing
    expect(beyondOwn).toContain(menuId['admin:sysRole:remove'])
    expect(beyondOwn).toContain(menuId['admin:sysConfig:list'])
    expect(allData).toBe(false)
    const roleId = await create()
    expect((await user.get(`/roleDeptTreeselect/${roleId}`)).data.allData).toBe(false)

    expect((await admin.get('/roleMenuTreeselect/0')).data).toMatchObject({ beyondOwn: [], allData: true })
    expect((await admin.get(`/roleDeptTreeselect/${roleId}`)).data.allData).toBe(true)
  })

  test('who may delete roles cannot delete one that grants more', async () => {
    const stronger = await create({ menuIds: [menuId['admin:sysRole:update']] })
    const user = await app.signedIn('admin:sysRole:remove')
    expect(await user.delete('/role', { ids: [stronger] })).toMatchObject({ code: 403, msg: beyond })
    const equal = await app.signedIn(...keeperTags)
    expect((await equal.delete('/role', { ids: [stronger] })).code).toBe(200)
  })
})

describe('what must not be lost (S38)', () => {
  test.each([
    ['deleted', 'DELETE', '/role', { ids: [1] }],
    ['disabled', 'PUT', '/role-status', { roleId: 1, status: '1' }],
    ['disabled by a change', 'PUT', '/role/1', { ...patrol, roleKey: 'admin', status: '1' }],
    ['given another key', 'PUT', '/role/1', { ...patrol, roleKey: 'boss' }],
    ['renamed', 'PUT', '/role/1', { ...patrol, roleKey: 'admin', roleName: 'x' }],
  ])('the administrator role is not %s, not even by an administrator', async (_, method, path, body) => {
    expect((await admin.send(method, path, { body })).code).toBe(403)
    expect((await admin.get('/role/1')).data).toMatchObject({ roleKey: 'admin', status: '2' })
  })

  test('a role in use is not deleted; the answer names it, and nothing else of the request is deleted', async () => {
    const free = await create()
    const user = await app.signedIn('admin:sysRole:query')
    const held = (await admin.get(`/role?roleKey=${user.roleKey}`)).data.list[0].roleId
    const answer = await admin.delete('/role', { ids: [free, held] })
    expect(answer).toMatchObject({
      code: 409,
      msg: `${user.roleKey} still has users and cannot be deleted. Disable it instead`,
    })
    expect((await admin.get(`/role/${free}`)).code).toBe(200)
  })
})

test('nobody disables the only enabled role they have; with another one they may (S36)', async () => {
  const user = await app.signedIn('admin:sysRole:query', 'admin:sysRole:update')
  const own = (await admin.get(`/role?roleKey=${user.roleKey}`)).data.list[0]
  const msg = 'This is your only enabled role. Without it you could no longer sign in'
  const off = { roleId: own.roleId, status: '1' }
  expect(await user.put('/role-status', off)).toMatchObject({ code: 409, msg })
  expect(await user.put(`/role/${own.roleId}`, { ...own, status: '1' })).toMatchObject({ code: 409, msg })
  const second = await create()
  await app.store.tx((db) => db.insert(app.store.t.userRoles).values({ userId: user.userId, roleId: second }))
  expect((await user.put('/role-status', off)).code).toBe(200)
})

describe('the rights to roles in one’s own role (S36)', () => {
  const tags = ['admin:sysRole:query', 'admin:sysRole:update', 'admin:sysRole:export'] as const
  const msg = 'You would lose a permission that you need to change roles, and could not take it back: '
  const cases: [what: string, kept: readonly string[], second: readonly string[], lost: string | undefined][] = [
    ['changing roles', ['admin:sysRole:query'], [], 'Change roles'],
    ['viewing roles', ['admin:sysRole:update'], [], 'View a role'],
    ['everything', [], [], 'View a role, Change roles'],
    ['what another role gives in part', [], ['admin:sysRole:query'], 'Change roles'],
    ['what another role gives', [], ['admin:sysRole:query', 'admin:sysRole:update'], undefined],
    ['exporting roles', ['admin:sysRole:query', 'admin:sysRole:update'], [], undefined],
  ]
  test.each(cases)('nobody gives up %s unless another of their roles keeps it', async (_, kept, second, lost) => {
    const user = await app.signedIn(...tags)
    const own = (await admin.get(`/role?roleKey=${user.roleKey}`)).data.list[0]
    if (second.length > 0) {
      const roleId = await create({ menuIds: second.map((tag) => menuId[tag]) })
      await app.store.tx((db) => db.insert(app.store.t.userRoles).values({ userId: user.userId, roleId }))
    }
    const answer = await user.put(`/role/${own.roleId}`, { ...own, menuIds: kept.map((tag) => menuId[tag]) })
    if (lost) expect(answer).toMatchObject({ code: 409, errors: { menuIds: msg + lost } })
    else expect(answer.code).toBe(200)
    const { menuIds } = (await admin.get(`/role/${own.roleId}`)).data
    expect(menuIds).toHaveLength(lost ? tags.length : kept.length)
  })

  test('are taken from them by others, and a disabled role keeps nothing', async () => {
    const user = await app.signedIn(...tags)
    const own = (await admin.get(`/role?roleKey=${user.roleKey}`)).data.list[0]
    const roleId = await create({ menuIds: tags.map((tag) => menuId[tag]), status: '1' })
    await app.store.tx((db) => db.insert(app.store.t.userRoles).values({ userId: user.userId, roleId }))
    expect((await user.put(`/role/${own.roleId}`, { ...own, menuIds: [] })).code).toBe(409)
    expect((await user.put(`/role/${roleId}`, { roleName: 'Off', roleKey: 'off', menuIds: [] })).code).toBe(200)
    expect((await admin.put(`/role/${own.roleId}`, { ...own, menuIds: [] })).code).toBe(200)
  })
})

test('roles are exported as the list is filtered', async () => {
  await create({ roleName: 'Night, patrol', roleKey: 'night' })
  const response = await app.app.request('/api/v1/role/export?roleKey=night', {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
  })
  const [head, row] = (await response.text()).trim().split('\r\n')
  expect(head).toStartWith('Role name,Role key,Data scope,Order,Status')
  expect(row).toStartWith('"Night, patrol",night,Own records,9,Enabled')
})

test('the status can be changed on its own', async () => {
  const roleId = await create()
  expect((await admin.put('/role-status', { roleId, status: 1 })).msg).toBe(`Status of role ${roleId} updated`)
  expect((await admin.get(`/role/${roleId}`)).data.status).toBe('1')
  expect((await admin.put('/role-status', { roleId: 4711, status: 1 })).code).toBe(404)
})

describe('the menu', () => {
  const titles = (menu: MenuItem[]): string[] =>
    menu.flatMap(({ title, children }) => [title, ...titles(children ?? [])])

  test('shows an operator what their role allows, with the directories above and without actions', async () => {
    const user = await app.signedIn('admin:sysRole:query')
    const { data } = await user.get('/menurole')
    expect(titles(data)).toEqual(['系统管理', '角色管理'])
    expect(data[0]).toMatchObject({ component: 'Layout', visible: '0', menuType: 'M' })
    expect(data[0].children[0]).toMatchObject({
      path: '/admin/sys-role',
      component: '/admin/sys-role/index',
      menuType: 'C',
    })
  })

  test('is empty for a role without permissions', async () => {
    const user = await app.signedIn()
    const { roles, roleMenus } = app.store.t
    const [role] = await app.store.db.select().from(roles).where(eq(roles.roleKey, user.roleKey))
    expect(await app.store.db.select().from(roleMenus).where(eq(roleMenus.roleId, role!.roleId))).toEqual([])
    expect((await user.get('/menurole')).data).toEqual([])
  })

  test('is shown whole to be ticked, in the language asked for, with what the role was given', async () => {
    const roleId = await create({ menuIds: [menuId['admin:sysRole:query']] })
    const { data } = await admin.get(`/roleMenuTreeselect/${roleId}`)
    expect(data.checkedKeys).toEqual([menuId['admin:sysRole:query']])
    const labels = (nodes: Choice[]): string[] =>
      nodes.flatMap(({ label, children }) => [label, ...labels(children ?? [])])
    const seeded = menu.flatMap(({ titleEn, pages }) => [
      titleEn,
      ...pages.flatMap((page) => [page.titleEn, ...page.actions.map((action) => action.titleEn)]),
    ])
    expect(labels(data.menus)).toEqual(seeded)
    expect((await admin.get('/roleMenuTreeselect/0')).data.checkedKeys).toEqual([])
    expect((await admin.get('/roleMenuTreeselect/4711')).code).toBe(404)
  })
})
