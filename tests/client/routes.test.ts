import { describe, expect, test } from 'bun:test'
import '../support/browser' // oxlint-disable-line import/no-unassigned-import -- it has the client's code find a browser
import type { MenuItem } from '#shared/access/menu'
import { fixedRedirects } from '../../client/shell/routing/fixed-paths'
import { fixedRoutes } from '../../client/shell/routing/fixed-routes'
import { fitting } from '../../client/shell/menu/fitting'
import { activeTop, branchShown, menuNodes, placeIn, toggled, type MenuNode } from '../../client/shell/menu/menu-nodes'
import { findRoute, isOpenTo, routesOf, routeTable, targetOf } from '../../client/shell/routing/routes'
import type { AppRoute } from '../../client/stores/menu'
import { pageOf } from '../../client/views'

let lastId = 0
const entry = (change: Partial<MenuItem>): MenuItem => ({
  menuId: ++lastId,
  parentId: 0,
  menuType: 'C',
  menuName: 'Name',
  title: '标题',
  titleEn: '',
  icon: '',
  path: '/page',
  component: '/page/index',
  visible: '0',
  noCache: false,
  permission: '',
  sort: 0,
  ...change,
})
const directory = (change: Partial<MenuItem>): MenuItem => entry({ menuType: 'M', component: 'Layout', ...change })

describe('the routes of a menu', () => {
  test.each([
    ['a page has an absolute path', [entry({ path: '/a/b' })], ['/a/b']],
    [
      'a relative path is joined to the parent',
      [directory({ path: '/a', children: [entry({ path: 'b' })] })],
      ['/a/b'],
    ],
    ['also when the parent is relative', [directory({ path: 'a', children: [entry({ path: 'b' })] })], ['/a/b']],
    ['an absolute path ignores the parent', [directory({ path: '/a', children: [entry({ path: '/b' })] })], ['/b']],
    [
      'slashes are neither doubled nor left at the end',
      [directory({ path: '/a/', children: [entry({ path: 'b/' })] })],
      ['/a/b'],
    ],
    ['an empty path means the parent', [directory({ path: '/a', children: [entry({ path: '' })] })], ['/a']],
    ['letters beyond Latin are written as in the address bar', [entry({ path: '/甲' })], ['/%E7%94%B2']],
    [
      'signs with a meaning of their own are letters of the path',
      [entry({ path: '/\\[' }), entry({ path: '/a?b=1' }), entry({ path: '/\\evil/x' })],
      ['/%5C[', '/a%3Fb=1', '/%5Cevil/x'],
    ],
    ['a directory is no page', [directory({ path: '/a' })], []],
    ['nor is a nested one with a view that passes through', [entry({ menuType: 'M', component: '/log/index' })], []],
    ['another site is no page', [entry({ path: 'https://example.com' }), entry({ path: 'http://example.com' })], []],
    ['a page may have pages below', [entry({ path: '/a', children: [entry({ path: 'b' })] })], ['/a', '/a/b']],
    [
      'directories nest to any depth',
      [
        directory({
          path: '/1',
          children: [directory({ path: '2', children: [directory({ path: '3', children: [entry({ path: '4' })] })] })],
        }),
      ],
      ['/1/2/3/4'],
    ],
    ['a menu may be empty', [], []],
  ])('%s', (_what, items, paths) => {
    expect(routesOf(items).map(({ path }) => path)).toEqual(paths)
  })

  test.each([
    ['0', false],
    ['1', true],
    ['', true],
    ['00', true],
  ])('visible %p means hidden: %p', (visible, hidden) => {
    expect(routesOf([entry({ visible })])[0]).toMatchObject({ hidden })
  })

  test('a route carries name, view, icon, noCache, affix and the titles from the root down', () => {
    const look = { component: '/roles', icon: 'peoples', noCache: true, affix: true }
    const page = entry({ menuName: 'Roles', title: '角色', titleEn: 'Roles', ...look })
    const [route] = routesOf([directory({ title: '系统', titleEn: 'System', children: [page] })])
    expect(route).toMatchObject({
      path: '/page',
      name: 'Roles',
      view: '/roles',
      icon: 'peoples',
      hidden: false,
      noCache: true,
      affix: true,
      trail: [
        { title: { title: '系统', titleEn: 'System' } },
        { title: { title: '角色', titleEn: 'Roles' }, path: '/page' },
      ],
    })
  })

  test('a route may name the menu entry to mark while it is shown', () => {
    const [route] = routesOf([entry({ activeMenu: '/list' })])
    expect(route?.activeMenu).toBe('/list')
  })

  test('an unknown component stays a route, for the page to say so', () => {
    const routes = routesOf([entry({ path: '/odd', component: '/no/such/view' }), entry({ path: '/good' })])
    expect(routes.map(({ path, view }) => [path, view])).toEqual([
      ['/odd', '/no/such/view'],
      ['/good', '/page/index'],
    ])
  })
})

describe('the way to a page', () => {
  const below = (change: Partial<MenuItem>) => directory({ path: '/a', children: [entry({ path: 'b' })], ...change })
  test.each([
    ['a directory is named and leads nowhere', [below({})], [undefined, '/a/b']],
    ['one whose redirect is noRedirect too', [below({ redirect: 'noRedirect' })], [undefined, '/a/b']],
    ['one with a redirect leads there', [below({ redirect: '/a/b' })], ['/a/b', '/a/b']],
    ['which may be relative to it', [below({ redirect: 'b' })], ['/a/b', '/a/b']],
    ["one with breadcrumb 'false' is left out", [below({ breadcrumb: 'false' })], ['/a/b']],
    [
      'a page with pages below leads to itself',
      [entry({ path: '/a', children: [entry({ path: 'b' })] })],
      ['/a', '/a/b'],
    ],
    [
      'unless its redirect is noRedirect',
      [entry({ path: '/a', redirect: 'noRedirect', children: [entry({ path: 'b' })] })],
      [undefined, '/a/b'],
    ],
  ])('%s', (_what, items, expected) => {
    const route = routesOf(items).find(({ path }) => path === '/a/b')
    expect(route?.trail.map(({ path }) => path)).toEqual(expected)
  })
})

describe('the fixed routes of the specification', () => {
  const inThisVersion = (path: string) => fixedRoutes.find((route) => route.path === path)

  test.each([
    ['/dashboard', { name: 'Dashboard', trail: [{ title: 'page.home' }], affix: true, hidden: false }],
    ['/404', { hidden: true }],
    ['/401', { hidden: true }],
    ['/profile/index', { hidden: true, noCache: true }],
    ['/caliper/bigscreen', {}],
    ['/caliper/analy', { icon: 'dashboard' }],
    ['/caliper/qr-code-info', {}],
    ['/caliper/qc/info-list/:templateId', { name: 'info-list', hidden: true, activeMenu: '/caliper/qc' }],
    [
      '/caliper/qc/value-info/:qcValueBaseId',
      { name: 'value-info', hidden: true, activeMenu: '/caliper/qc/value-base' },
    ],
    ['/caliper/qc/value-item-info', {}],
  ])('%s: %p', (path, expected) => {
    expect(inThisVersion(path)).toMatchObject(expected)
  })

  test('a page that this version does not bring is neither in the menu nor pinned', () => {
    const missing = fixedRoutes.filter(({ view }) => !pageOf(view))
    expect(missing.filter(({ hidden, affix }) => !hidden || affix)).toEqual([])
  })

  test.each([
    ['/', '/dashboard'],
    ['/index', '/dashboard'],
    ['/profile', '/profile/index'],
  ])('%s leads to %s', (from, to) => {
    expect(fixedRedirects[from]).toBe(to)
  })
})

describe('the wall and who may see it (ux §9)', () => {
  const wall = entry({ path: '/caliper/bigscreen', component: '/qc/bigscreen/index' })
  const other = entry({ path: '/dict', menuName: 'Dict' })
  test.each([
    ['who has nothing but a wall begins there', [wall], '/caliper/bigscreen'],
    ['who has more begins on the dashboard', [wall, other], '/dashboard'],
    ['and so does who has none', [other], '/dashboard'],
  ])('%s', (_what, items, target) => {
    expect(targetOf(routeTable(items, ['display']), '/')).toBe(target)
  })

  test('a link to it says that it is not permitted, in no tab and no menu', () => {
    const table = routeTable([other], ['inspector'])
    const found = findRoute(table, '/caliper/bigscreen')
    expect(found).toMatchObject({ view: 'not-allowed', name: '', hidden: true, affix: false })
    expect(table.all.map(({ path }) => path)).not.toContain('/caliper/bigscreen')
  })
})

describe('a route is open', () => {
  const route = (change: Partial<AppRoute>): AppRoute => ({ ...fixedRoutes[0]!, ...change })
  test.each([
    ['to everybody when it names neither roles nor an entry', {}, true],
    ['to one of its roles', { roles: ['admin', 'approver'] }, true],
    ['to no other role', { roles: ['admin'] }, false],
    ['to nobody when it lists no role', { roles: [] }, false],
    ['when its menu entry is among those allowed', { activeMenu: '/caliper/qc' }, true],
    ['not when its menu entry is not', { activeMenu: '/elsewhere' }, false],
    ['not for the role alone', { roles: ['approver'], activeMenu: '/elsewhere' }, false],
  ])('%s', (_what, change, isOpen) => {
    expect(isOpenTo(route(change), ['inspector', 'approver'], new Set(['/caliper/qc']))).toBe(isOpen)
  })
})

describe('an address without a page leads on', () => {
  const table = routeTable(
    [
      directory({ path: '/a', redirect: 'b', children: [entry({ path: 'b' })] }),
      directory({ path: '/c', redirect: 'noRedirect', children: [entry({ path: 'd' })] }),
      directory({ path: '/round', redirect: '/about' }),
      directory({ path: '/about', redirect: '/round' }),
      directory({ path: '/self', redirect: '/self' }),
    ],
    ['admin'],
  )
  test.each([
    ['/redirect/a/b', '/a/b'],
    ['/redirect/dashboard', '/dashboard'],
    ['/index', '/dashboard'],
    ['/profile', '/profile/index'],
    ['/a', '/a/b'],
    ['/c', '/'],
    ['/no/such/page', '/'],
    ['/round', '/'],
    ['/self', '/'],
    ['/redirect/redirect/redirect/a/b', '/a/b'],
    ['/redirect//evil.example', '/'],
    ['/redirect/\\evil.example', '/'],
  ])('%s: to %s', (path, target) => {
    expect(targetOf(table, path)).toBe(target)
  })
})

describe('an address finds its route', () => {
  const items = [
    entry({ path: '/dict', menuName: 'Dict' }),
    entry({ path: '/dict/:dictId', menuName: 'DictData' }),
    entry({ path: '/dict', menuName: 'Second' }),
    entry({ path: '/dashboard', menuName: 'Impostor' }),
  ]
  const table = routeTable(items, ['admin'])
  test.each([
    ['/dict', 'Dict'],
    ['/dict/7', 'DictData'],
    ['/dashboard', 'Dashboard'],
    ['/dict/', undefined],
    ['/dict/7/8', undefined],
    ['/nowhere', undefined],
  ])('%s: %p', (path, name) => {
    expect(findRoute(table, path)?.name).toBe(name as string)
  })
})

const home = fixedRoutes.filter(({ path }) => path === '/dashboard')
const nodesOf = (items: MenuItem[]) => menuNodes(items, home)
const two = [entry({ path: '/a' }), entry({ path: '/b' })]

describe('the menu', () => {
  const brief = (nodes: readonly MenuNode[]): unknown[] =>
    nodes.map((node) =>
      node.kind === 'branch' ? brief(node.children) : node.kind === 'page' ? node.path : `-> ${node.href}`,
    )
  const one = [entry({ path: '/a' })]

  test.each([
    ['begins at home', [], []],
    ['shows pages in their order', two, ['/a', '/b']],
    ['shows a branch', [directory({ children: two })], [['/a', '/b']]],
    ['leaves hidden entries out', [entry({ visible: '1' }), entry({ path: '/b' })], ['/b']],
    ['leaves out what is below a hidden one', [directory({ visible: '1', children: two })], []],
    ['shows a parent with one visible child as that child', [directory({ children: one })], ['/a']],
    ['unless it is to be shown always', [directory({ alwaysShow: true, children: one })], [['/a']]],
    [
      'folds also when others are hidden',
      [directory({ children: [entry({ path: '/a' }), entry({ visible: '1' })] })],
      ['/a'],
    ],
    ['folds from the bottom up', [directory({ children: [directory({ children: one })] })], ['/a']],
    ['keeps a branch inside a branch', [directory({ children: [directory({ children: two })] })], [[['/a', '/b']]]],
    [
      'has any depth',
      [directory({ children: [directory({ children: [directory({ children: [directory({ children: two })] })] })] })],
      [[[[['/a', '/b']]]]],
    ],
    ['leaves out a directory without a visible child', [directory({ children: [entry({ visible: '1' })] })], []],
    ['shows a page whose children are hidden', [entry({ path: '/a', children: [entry({ visible: '1' })] })], ['/a']],
    ['leads to other sites', [entry({ path: 'https://example.com/x' })], ['-> https://example.com/x']],
    ['does not show an address that needs a value', [entry({ path: '/a/:id' })], []],
  ])('%s', (_what, items, expected) => {
    expect(brief(nodesOf(items))).toEqual(['/dashboard', ...expected])
  })

  test('a folded child without an icon takes that of its parent', () => {
    const items = [directory({ icon: 'tree', children: [entry({ icon: '' })] })]
    expect(nodesOf(items)[1]).toMatchObject({ icon: 'tree' })
  })

  test('hidden fixed pages are not in it', () => {
    expect(brief(menuNodes([], fixedRoutes))).toEqual(
      fixedRoutes.filter(({ hidden }) => !hidden).map(({ path }) => path),
    )
  })

  test.each([
    ['opens a branch', [], ['a'], ['a']],
    ['closes the open one', ['a'], ['a'], []],
    ['closes one when another opens', ['a'], ['b'], ['b']],
    ['opens a branch inside the open one', ['a'], ['a', 'b'], ['a', 'b']],
    ['closes the inner one alone', ['a', 'b'], ['a', 'b'], ['a']],
    ['closes the outer with the inner', ['a', 'b'], ['a'], []],
  ])('%s', (_what, open, chain, expected) => {
    expect(toggled(open, chain)).toEqual(expected)
  })
})

describe('the entry to mark', () => {
  const nodes = nodesOf([
    directory({
      menuId: 1,
      children: [directory({ menuId: 2, children: two }), entry({ path: '/c' }), entry({ path: '/c/d' })],
    }),
    entry({ menuId: 3, path: '/dict' }),
  ])
  test.each([
    ['of a page is its own', '/b', undefined, '/b', ['1', '2'], '1', 'page'],
    ['of a page at the top too', '/dict', undefined, '/dict', [], '3', 'page'],
    ['of home too', '/dashboard', undefined, '/dashboard', [], '/dashboard', 'page'],
    ['is its own, whatever the route names', '/c', '/a', '/c', ['1'], '1', 'page'],
    ['of a hidden page is the one its route names', '/x/7', '/a', '/a', ['1', '2'], '1', 'true'],
    ['else the one it lies below', '/dict/data/7', undefined, '/dict', [], '3', 'true'],
    ['the nearest of those', '/c/d/7', undefined, '/c/d', ['1'], '1', 'true'],
    ['also when the route names none that is shown', '/dict/7', '/hidden', '/dict', [], '3', 'true'],
    ['is none for a page beside the menu', '/404', undefined, undefined, [], '', 'true'],
    ['is none for one whose name only begins alike', '/dictionary', undefined, undefined, [], '', 'true'],
  ] as const)('%s', (_what, address, activeMenu, path, chain, top, mark) => {
    expect(placeIn(nodes, address, activeMenu)).toEqual({ path, chain, top, mark })
  })
})

describe('the top menu', () => {
  test.each([
    ['all when there is room', [80, 80, 80], 240, 100, 3],
    ['all but those that leave no room for the rest', [80, 80, 80], 239, 100, 1],
    ['more than five when they fit', [50, 50, 50, 50, 50, 50, 50], 350, 90, 7],
    ['never more than fit', [100, 100, 100, 100, 100, 100], 500, 90, 4],
    ['none where even one is too wide', [300, 50], 320, 90, 0],
    ['nothing of nothing', [], 100, 90, 0],
  ])('shows %s', (_what, widths, available, moreWidth, count) => {
    expect(fitting(widths, available, moreWidth)).toBe(count)
  })

  const nodes = nodesOf([
    directory({ menuId: 1, children: two }),
    directory({ menuId: 2, children: [entry({ path: '/c' }), entry({ path: '/d' })] }),
  ])
  const none = { key: '', at: '' }
  test.each([
    ['that of the present page', '/a', none, '1'],
    ['the whole menu while a page alone is active', '/dashboard', none, undefined],
    ['the branch chosen there', '/dashboard', { key: '2', at: '/dashboard' }, '2'],
    ['the branch chosen on a page of another', '/a', { key: '2', at: '1' }, '2'],
    ['the branch of the page once it is of another than when it was chosen', '/a', { key: '2', at: '/dashboard' }, '1'],
    ['the whole menu on a page that is not in it', '/404', none, undefined],
    ['the branch chosen on such a page', '/404', { key: '2', at: '' }, '2'],
  ])('has the sidebar show %s', (_what, path, choice, branch) => {
    expect(branchShown(nodes, activeTop(choice, placeIn(nodes, path)))?.key).toBe(branch as string)
  })
})
