import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { apiPaths } from '#shared/api-paths'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Menu, MenuItem } from '#shared/access/menu'
import { isMenuPath } from '#shared/access/menu-rules'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
/** Ids of what the tests begin from: a directory with a page with an action, and one of the seed. */
let ids: { directory: number; page: number; action: number; users: number; roles: number; menus: number }
let made = 0
const unique = (stem: string) => `${stem}${++made}`

const page = (change: object = {}) => ({
  menuType: 'C',
  title: unique('页面'),
  menuName: unique('Page'),
  path: `/p/${unique('p')}`,
  component: '/admin/sys-post/index',
  ...change,
})
const action = (change: object = {}) => ({
  menuType: 'F',
  title: unique('操作'),
  permission: 'admin:sysPost:add',
  ...change,
})
const directory = (change: object = {}) => ({ menuType: 'M', title: unique('目录'), path: '/d', ...change })

async function create(menu: object): Promise<number> {
  const answer = await admin.post('/menu', menu)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data
}
const rows = () => app.store.db.select().from(app.store.t.menus)
const row = async (menuId: number) => (await rows()).find((menu) => menu.menuId === menuId)
const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
async function idAt(path: string) {
  const { menus } = app.store.t
  const [menu] = await app.store.db
    .select()
    .from(menus)
    .where(and(eq(menus.path, path), ne(menus.menuType, 'F')))
  return menu!.menuId
}

beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn(ALL_PERMISSIONS)
  const own = await create(directory({ path: '/own' }))
  const ownPage = await create(page({ parentId: own, path: 'page', menuName: 'OwnPage', title: '自己的页面' }))
  ids = {
    directory: own,
    page: ownPage,
    action: await create(action({ parentId: ownPage })),
    users: await idAt('/admin/sys-user'),
    roles: await idAt('/admin/sys-role'),
    menus: await idAt('/admin/sys-menu'),
  }
})
afterAll(() => app.close())

describe('what is answered', () => {
  test('the tree holds directories, pages and actions, with the fields that the API family reads', async () => {
    const { data } = await admin.get('/menu')
    const all = flat(data)
    expect(all.length).toBe((await rows()).length)
    expect(all.find(({ menuId }) => menuId === ids.action)).toMatchObject({
      menuType: 'F',
      permission: 'admin:sysPost:add',
      paths: `/0/${ids.directory}/${ids.page}/${ids.action}`,
      isFrame: '1',
      component: '',
      visible: '0',
      breadcrumb: '',
      action: '',
      params: '',
      dataScope: '',
    })
    expect(data.every(({ parentId }: Menu) => parentId === 0)).toBe(true)
  })

  test.each([
    ['a part of the title', 'title=自己的', ['自己的页面']],
    ['a part of the English title, in any letter case', 'title=view%20a%20ROLE', ['系统管理', '角色管理', '查看角色']],
    ['hidden ones', 'visible=1', ['系统管理', '字典数据']],
  ])('the tree is filtered by %s; what leads to a hit stays', async (_what, query, titles) => {
    const found = flat((await admin.get(`/menu?${query}`)).data).map(({ title }) => title)
    expect(found).toEqual(expect.arrayContaining(titles))
    expect(found).not.toContain('登录日志')
  })

  test('one entry names the routes that its permission opens', async () => {
    const { data } = await admin.get(`/menu/${ids.roles}`)
    expect(
      data.sysApi.map(({ action: method, path }: { action: string; path: string }) => `${method} ${path}`),
    ).toContain('GET /api/v1/role')
    expect(data.apis).toEqual(data.sysApi.map(({ id }: { id: number }) => id))
    expect((await admin.get(`/menu/${ids.directory}`)).data.apis).toEqual([])
    expect((await admin.get('/menu/999999')).code).toBe(404)
  })

  test('the own menu holds what it says and nothing more, and says which entry to mark for a hidden page', async () => {
    const items: MenuItem[] = (await admin.get('/menurole')).data
    const hidden = items
      .flatMap(({ children = [] }) => children)
      .find(({ menuName }) => menuName === 'SysDictDataManage')
    expect(hidden?.activeMenu).toBe('/admin/dict')
    const known = ['menuId', 'parentId', 'menuType', 'menuName', 'title', 'titleEn', 'titleKeys', 'icon', 'path']
    const others = ['component', 'visible', 'noCache', 'permission', 'sort', 'children', 'activeMenu']
    for (const item of [...items, hidden!]) {
      expect(Object.keys(item).filter((key) => ![...known, ...others].includes(key))).toEqual([])
    }
    expect(items[0]).not.toHaveProperty('activeMenu')
  })

  test('the export holds every entry the filter finds, as CSV', async () => {
    const response = await app.app.request('/api/v1/menu/export?title=自己的', {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' },
    })
    const text = await response.text()
    expect(text).toContain('菜单名称')
    expect(text).toContain('自己的页面')
    expect(text).not.toContain('登录日志')
  })
})

describe('an entry', () => {
  test('is made, changed and found again; what a change leaves out stays', async () => {
    const titleEn = 'Records'
    const menuId = await create(page({ title: '记录', titleEn, icon: 'form', noCache: true, sort: '7', visible: 1 }))
    expect(await row(menuId)).toMatchObject({ title: '记录', titleEn, noCache: true, sort: 7, visible: '1' })
    expect(await admin.put(`/menu/${menuId}`, { title: '检验记录', menuType: 'C' })).toMatchObject({ data: menuId })
    const after = await row(menuId)
    expect(after).toMatchObject({ title: '检验记录', titleEn, icon: 'form', noCache: true, sort: 7 })
    expect(after!.updatedAt).toBeGreaterThanOrEqual(after!.createdAt)
    expect((await admin.put('/menu/999999', { title: 'x' })).code).toBe(404)
  })

  test('is taken as the clients of the API family send it, fillers and all', async () => {
    const { data } = await admin.get(`/menu/${ids.page}`)
    const sent = { ...data, sort: String(data.sort), apis: null, sysApi: [], children: null, isFrame: '1', icon: null }
    expect((await admin.put(`/menu/${ids.page}`, sent)).code).toBe(200)
    expect(await row(ids.page)).toMatchObject({ title: data.title, path: data.path, icon: '' })
  })

  test('keeps nothing that means nothing for its type', async () => {
    const menuId = await create(action({ parentId: ids.page, path: '/x', component: 'y', icon: 'form', menuName: 'Z' }))
    expect(await row(menuId)).toMatchObject({ path: '', component: '', icon: '', menuName: '' })
    expect(await row(await create(directory()))).toMatchObject({ component: 'Layout' })
    const link = { path: 'https://example.com/a?b=1', component: 'Layout', menuName: '' }
    expect(await row(await create(page(link)))).toMatchObject({ path: link.path, component: '' })
  })

  test('is written down with what has changed', async () => {
    const menuId = await create(page({ title: '从前' }))
    await admin.put(`/menu/${menuId}`, { title: '后来', sort: 0 })
    await admin.delete('/menu', { ids: [menuId] })
    await admin.post('/menu/restore', { ids: [menuId] })
    const { operations } = app.store.t
    const written = (await app.store.db.select().from(operations).orderBy(operations.id)).filter(
      ({ record }) => record === String(menuId),
    )
    expect(written.map(({ action: done, name }) => `${done} ${name}`)).toEqual([
      'create 从前',
      'update 从前',
      'delete 后来',
      'restore 后来',
    ])
    expect([written[1]!.before, written[1]!.after]).toEqual(['{"title":"从前"}', '{"title":"后来"}'])
  })
})

describe('bad input is refused at its field, and nothing is saved', () => {
  const badPath = ['Only a path of this site, or an address that begins with http:// or https://']
  type Row = [what: string, menu: () => object, field: string, fault: string | string[]]
  const faults: Row[] = [
    ['no title', () => page({ title: ' ' }), 'title', 'Required'],
    ['no type', () => page({ menuType: undefined }), 'menuType', 'Not a valid value'],
    ['an unknown type', () => page({ menuType: 'X' }), 'menuType', 'Not a valid value'],
    ['a page without a path', () => page({ path: '' }), 'path', 'Required'],
    ['a page without a name', () => page({ menuName: '' }), 'menuName', 'Required'],
    ['a page without a component', () => page({ component: '' }), 'component', 'Required'],
    [
      'a name with blanks',
      () => page({ menuName: 'a b' }),
      'menuName',
      'Begin with a letter; use letters, digits, - and _ only',
    ],
    [
      'an unknown component',
      () => page({ component: '/evil' }),
      'component',
      'There is no such page component; choose one of the list',
    ],
    [
      'a page in the frame',
      () => page({ component: 'Layout' }),
      'component',
      'There is no such page component; choose one of the list',
    ],
    [
      'an unknown permission',
      () => page({ permission: 'a:b:c' }),
      'permission',
      'There is no such permission; choose one of the list',
    ],
    [
      'everything as permission',
      () => page({ permission: ALL_PERMISSIONS }),
      'permission',
      'There is no such permission; choose one of the list',
    ],
    ['an unknown icon', () => page({ icon: '<svg>' }), 'icon', 'There is no such icon; choose one of the list'],
    ['a sort number that is none', () => page({ sort: 'x' }), 'sort', 'A whole number'],
    [
      'an action without a permission',
      () => action({ parentId: ids.page, permission: '' }),
      'permission',
      'An action needs a permission',
    ],
    ['an action at the top', () => action(), 'parentId', 'An action can only be put below a page'],
    [
      'an action below a directory',
      () => action({ parentId: ids.directory }),
      'parentId',
      'An action can only be put below a page',
    ],
    [
      'a page below a page',
      () => page({ parentId: ids.page }),
      'parentId',
      'Directories and pages can only be put at the top or below a directory',
    ],
    [
      'a directory below an action',
      () => directory({ parentId: ids.action }),
      'parentId',
      'Directories and pages can only be put at the top or below a directory',
    ],
    [
      'a parent that is gone',
      () => page({ parentId: 999_999 }),
      'parentId',
      'The parent does not exist, or has been deleted',
    ],
    [
      'a directory that leads to another site',
      () => directory({ path: 'https://example.com' }),
      'path',
      'A directory cannot lead to another site',
    ],
    [
      'a directory with a page',
      () => directory({ component: '/admin/sys-post/index' }),
      'component',
      'The component of a directory can only be Layout',
    ],
    [
      'an address of the system',
      () => page({ path: '/login/x' }),
      'path',
      'The system uses this path; choose another one',
    ],
    ...[...apiPaths, 'simulator', 'wall'].map((path): Row => [
      `/${path}`,
      () => page({ path: `/${path}/mine` }),
      'path',
      'The system uses this path; choose another one',
    ]),
    ['a fixed page', () => page({ path: '/dashboard' }), 'path', 'The system uses this path; choose another one'],
    ['an entry to mark on another site', () => page({ activeMenu: 'https://example.com' }), 'activeMenu', badPath],
    ...[
      'javascript:alert(1)',
      'JaVaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/a//b',
      '/../api',
      '/a/../b',
      '/a/./b',
      '..',
      '/a/%2e%2e/b',
      '/a?b=1',
      '/a#b',
      '/a b',
      '/a\tb',
      'https:evil.example',
      'https:///',
      'https://user:word@example.com',
      'https://exa mple.com',
      'https://example.com\\@evil.example',
      'http://',
      'ftp://example.com',
    ].map((path): Row => [`the path ${JSON.stringify(path)} (S59)`, () => page({ path }), 'path', badPath]),
    [
      'a path that is read the other way round (S59)',
      () => page({ path: '/a\u202eb' }),
      'path',
      'Control and invisible characters are not allowed',
    ],
  ]

  test.each([
    'https://example.com/\u202etxt.exe',
    'https://example.com/\u200b',
    'https://example.com/\u0007',
    'https://example.com/\u00a0',
  ])('the rule of addresses takes no invisible character, whatever looks at texts before it: %j (S59)', (path) => {
    expect(isMenuPath(path)).toBe(false)
  })

  test.each(faults)('%s', async (_what, menu, field, fault) => {
    const before = (await rows()).length
    const answer = await admin.post('/menu', menu())
    expect(answer).toMatchObject({ code: 400, errors: { [field]: String(fault) } })
    expect((await rows()).length).toBe(before)
  })

  test.each([
    [
      'the path of another page, however it is written',
      () => page({ path: '/OWN/page/' }),
      'path',
      '“自己的页面” already has the path /OWN/page',
    ],
    [
      'the name of another page',
      () => page({ menuName: 'ownpage' }),
      'menuName',
      '“自己的页面” already has the route name ownpage',
    ],
  ] satisfies Row[])('409: %s', async (_what, menu, field, fault) => {
    expect(await admin.post('/menu', menu())).toMatchObject({ code: 409, errors: { [field]: fault } })
  })

  test('faults are told in the language that was asked for', async () => {
    const headers = { 'accept-language': 'zh-CN' }
    const body = page({ path: '//evil.example', icon: '<x>' })
    expect((await admin.send('POST', '/menu', { body, headers })).errors).toEqual({
      path: '只能是站内路径，或以 http://、https:// 开头的网址',
      icon: '没有这个图标，请从列表中选择',
    })
  })

  test.each([
    [
      'into itself',
      () => [ids.directory, { parentId: ids.directory }],
      400,
      'parentId',
      'A menu entry cannot be placed under itself',
    ],
    [
      'a page with actions into a directory',
      () => [ids.page, { menuType: 'M', component: 'Layout' }],
      409,
      'menuType',
      /cannot be put below this type/,
    ],
    [
      'a component to one that is not there',
      () => [ids.page, { component: '/x' }],
      400,
      'component',
      /no such page component/,
    ],
    [
      'an action away from its permission',
      () => [ids.action, { permission: '' }],
      400,
      'permission',
      /needs a permission/,
    ],
  ] satisfies [string, () => [number, object], number, string, string | RegExp][])(
    'a change that brings %s',
    async (_what, change, code, field, fault) => {
      const [menuId, body] = change()
      const before = await row(menuId)
      const answer = await admin.put(`/menu/${menuId}`, body)
      expect(answer).toMatchObject({ code, errors: { [field]: expect.stringMatching(fault) } })
      expect(await row(menuId)).toEqual(before)
    },
  )

  test('no more than five levels, whichever end the sixth comes from', async () => {
    let parentId = 0
    const chain: number[] = []
    for (let level = 1; level <= 5; level++) chain.push((parentId = await create(directory({ parentId }))))
    expect(await admin.post('/menu', directory({ parentId }))).toMatchObject({
      code: 400,
      errors: { parentId: expect.stringMatching(/5 levels/) },
    })
    const top = await create(directory())
    expect(await admin.put(`/menu/${chain[0]}`, { parentId: top })).toMatchObject({
      code: 400,
      errors: { parentId: expect.stringMatching(/5 levels/) },
    })
    expect(await admin.put(`/menu/${chain[0]}`, { parentId: chain[4] })).toMatchObject({
      code: 400,
      errors: { parentId: expect.stringMatching(/under itself/) },
    })
  })
})

describe('the order', () => {
  const childrenOf = async (parentId: number) =>
    (await rows())
      .filter((menu) => menu.parentId === parentId)
      .toSorted((a, b) => a.sort - b.sort)
      .map(({ menuId, sort }) => [menuId, sort])

  test('is written densely, and what comes from elsewhere moves there', async () => {
    const parentId = await create(directory())
    const other = await create(directory())
    const [a, b, c] = [
      await create(page({ parentId, sort: 40 })),
      await create(page({ parentId, sort: 9 })),
      await create(page({ parentId: other })),
    ]
    expect(await admin.put('/menu-order', { parentId, order: [a, c, b] })).toMatchObject({ code: 200, data: [a, c, b] })
    expect(await childrenOf(parentId)).toEqual([
      [a, 0],
      [c, 1],
      [b, 2],
    ])
    expect(await childrenOf(other)).toEqual([])
  })

  test('is refused when somebody else has added an entry meanwhile, and for one that is gone', async () => {
    const parentId = await create(directory())
    const first = await create(page({ parentId }))
    const second = await create(page({ parentId }))
    const stale = await admin.put('/menu-order', { parentId, order: [second] })
    expect(stale).toMatchObject({
      code: 409,
      msg: 'Somebody else has changed the order here. Look at it and try again',
    })
    expect((await admin.put('/menu-order', { parentId, order: [first, second, 999_999] })).code).toBe(404)
    expect((await admin.put('/menu-order', { parentId, order: [] })).code).toBe(400)
    expect((await admin.put('/menu-order', { parentId: 999_999, order: [first] })).code).toBe(400)
  })

  test('is refused where somebody else moved an entry meanwhile, and undoes nothing', async () => {
    const parentId = await create(directory())
    const other = await create(directory())
    const [a, b] = [await create(page({ parentId })), await create(page({ parentId }))]
    const seen = { order: [a, b], parentId }
    expect(await admin.put('/menu-order', { parentId, order: [b, a], seen })).toMatchObject({ code: 200 })
    const stale = await admin.put('/menu-order', { parentId, order: [a, b], seen: { order: [a, b], parentId } })
    expect(stale).toMatchObject({
      code: 409,
      msg: 'Somebody else has changed the order here. Look at it and try again',
    })
    const away = { parentId: other, order: [a], seen: { order: [], parentId } }
    expect(await admin.put('/menu-order', away)).toMatchObject({ code: 200 })
    expect(await admin.put('/menu-order', { ...away, seen: { order: [], parentId: 0 } })).toMatchObject({ code: 409 })
    expect(
      await admin.put('/menu-order', { parentId, order: [a, b], seen: { order: [b, a], parentId } }),
    ).toMatchObject({ code: 409 })
    expect(await childrenOf(parentId)).toEqual([[b, 0]])
    expect(await childrenOf(other)).toEqual([[a, 0]])
  })

  test.each([
    ['an action into a directory', () => ({ parentId: ids.directory, order: [ids.page, ids.action] }), /below a page/],
    ['a directory into itself', () => ({ parentId: ids.directory, order: [ids.page, ids.directory] }), /under itself/],
  ])('does not bring %s', async (_what, order, fault) => {
    expect(await admin.put('/menu-order', order())).toMatchObject({
      code: 400,
      errors: { parentId: expect.stringMatching(fault) },
    })
  })
})

describe('deleting', () => {
  test('is refused while something is below, and says what; all of it together goes and comes back', async () => {
    const top = await create(directory())
    const below = await create(page({ parentId: top, title: '下面的页面' }))
    const actionId = await create(action({ parentId: below, permission: 'admin:sysPost:edit' }))
    const refused = await admin.delete('/menu', { ids: [top] })
    expect(refused).toMatchObject({ code: 409, msg: '1 entry is below it; delete it first: 下面的页面' })
    expect((await admin.delete('/menu', { ids: [top, 999_999] })).code).toBe(409)
    const gone = await admin.delete('/menu', { ids: [top, below, actionId] })
    expect(gone).toMatchObject({ code: 200, data: [top, below, actionId] })
    expect(await row(below)).toBeUndefined()
    expect((await admin.post('/menu/restore', { ids: [top, below, actionId] })).code).toBe(200)
    expect(await row(actionId)).toMatchObject({ parentId: below })
    expect((await admin.delete('/menu', { ids: [999_999] })).code).toBe(404)
    expect((await admin.post('/menu/restore', { ids: [999_999] })).code).toBe(404)
  })

  test('takes the entry from the roles that have it, and restoring gives it back', async () => {
    const operator = await app.signedIn('admin:sysPost:list')
    const tags = async () => (await operator.get('/getinfo')).data.permissions
    const actionId = await create(
      action({ parentId: await idAt('/admin/sys-post'), permission: 'admin:sysDept:export' }),
    )
    const { t, tx } = app.store
    const [role] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, operator.roleKey))
    await tx((db) => db.insert(t.roleMenus).values({ roleId: role!.roleId, menuId: actionId }))
    expect(await tags()).toContain('admin:sysDept:export')
    await admin.delete('/menu', { ids: [actionId] })
    expect(await tags()).not.toContain('admin:sysDept:export')
    await admin.post('/menu/restore', { ids: [actionId] })
    expect(await tags()).toContain('admin:sysDept:export')
  })

  test('restoring is refused when the parent is gone or the path has been taken', async () => {
    const parentId = await create(directory())
    const orphan = await create(page({ parentId }))
    await admin.delete('/menu', { ids: [orphan, parentId] })
    expect((await admin.post('/menu/restore', { ids: [orphan] })).code).toBe(400)
    const path = '/taken/meanwhile'
    const first = await create(page({ path }))
    await admin.delete('/menu', { ids: [first] })
    await create(page({ path }))
    expect(await admin.post('/menu/restore', { ids: [first] })).toMatchObject({
      code: 409,
      errors: { path: expect.stringMatching(/already/) },
    })
    expect(await row(first)).toBeUndefined()
  })

  test('never takes away the page by which menus are managed; the administrator passes every guard of routes anyway', async () => {
    const below = (await rows()).filter(({ parentId }) => parentId === ids.menus).map(({ menuId }) => menuId)
    const refused = {
      code: 409,
      msg: 'The menu page must stay: without it the menu could no longer be changed',
    }
    expect(await admin.delete('/menu', { ids: [ids.menus, ...below] })).toMatchObject(refused)
    expect(await admin.put(`/menu/${ids.menus}`, { component: '/admin/sys-post/index' })).toMatchObject(refused)
    expect(await admin.put(`/menu/${ids.menus}`, { path: 'https://example.com' })).toMatchObject(refused)
    expect((await admin.put(`/menu/${ids.menus}`, { permission: '' })).code).toBe(200)
    expect((await admin.put(`/menu/${ids.menus}`, { permission: 'admin:sysMenu:list' })).code).toBe(200)
  })
})

describe('nobody gets at a permission that they do not hold (S36)', () => {
  const editorTags = ['list', 'query', 'add', 'edit', 'remove'].map(
    (verb) => `admin:sysMenu:${verb}` as 'admin:sysMenu:list',
  )

  test.each([
    [
      'gives an entry of theirs another permission',
      () => ['PUT', `/menu/${ids.menus}`, { permission: 'admin:sysUser:list' }],
    ],
    ['takes a permission from an entry', () => ['PUT', `/menu/${ids.users}`, { permission: '' }]],
    ['renames an entry that grants it', () => ['PUT', `/menu/${ids.users}`, { title: '无害' }]],
    ['makes an entry that grants it', () => ['POST', '/menu', page({ permission: 'admin:sysUser:list' })]],
    [
      'makes an action on a page that grants it',
      () => ['POST', '/menu', action({ parentId: ids.users, permission: 'admin:sysMenu:query' })],
    ],
    ['deletes what grants it', () => ['DELETE', '/menu', { ids: [ids.action] }]],
  ] satisfies [string, () => [string, string, object]][])('by an editor who %s', async (_what, request) => {
    const editor = await app.signedIn(...editorTags)
    const before = await rows()
    const [method, path, body] = request()
    const answer = await editor.send(method, path, { body })
    expect(answer).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/^You cannot change a permission you do not have/),
    })
    expect(await rows()).toEqual(before)
  })

  test('by moving an action that they hold to another page, which it would grant', async () => {
    const editor = await app.signedIn(...editorTags)
    const own = (await rows()).find(({ permission }) => permission === 'admin:sysMenu:query')!.menuId
    const order = (await rows()).filter(({ parentId }) => parentId === ids.users).map(({ menuId }) => menuId)
    const before = await rows()
    for (const answer of [
      await editor.put(`/menu/${own}`, { parentId: ids.users }),
      await editor.put('/menu-order', { parentId: ids.users, order: [...order, own] }),
    ]) {
      expect(answer).toMatchObject({
        code: 403,
        msg: 'You cannot change a permission you do not have: admin:sysUser:list',
      })
    }
    expect(await rows()).toEqual(before)
    expect((await editor.put('/menu-order', { parentId: ids.users, order: order.toReversed() })).code).toBe(200)
  })

  test('what they hold, they may change', async () => {
    const editor = await app.signedIn(...editorTags)
    expect((await editor.put(`/menu/${ids.menus}`, { title: '菜单' })).code).toBe(200)
    expect((await editor.post('/menu', page({ permission: 'admin:sysMenu:list' }))).code).toBe(200)
  })
})
