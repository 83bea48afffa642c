import { describe, expect, test } from 'bun:test'
import type { MenuItem } from '#shared/schemas/menu'
import { findRoute, routesOf, routeTable } from '../client/shell/routes'
import { branchesTo, sidebarNodes, toggled, type SidebarNode } from '../client/shell/sidebar-nodes'

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

  test('a route carries name, view, noCache and the titles from the root down', () => {
    const page = entry({ menuName: 'Roles', title: '角色', titleEn: 'Roles', component: '/roles', noCache: true })
    const [route] = routesOf([directory({ title: '系统', titleEn: 'System', children: [page] })])
    expect(route).toEqual({
      path: '/page',
      name: 'Roles',
      view: '/roles',
      hidden: false,
      noCache: true,
      affix: false,
      trail: [
        { title: '系统', titleEn: 'System' },
        { title: '角色', titleEn: 'Roles' },
      ],
    })
  })

  test('an unknown component stays a route, for the page to say so', () => {
    const routes = routesOf([entry({ path: '/odd', component: '/no/such/view' }), entry({ path: '/good' })])
    expect(routes.map(({ path, view }) => [path, view])).toEqual([
      ['/odd', '/no/such/view'],
      ['/good', '/page/index'],
    ])
  })
})

describe('an address finds its route', () => {
  const table = routeTable([
    entry({ path: '/dict', menuName: 'Dict' }),
    entry({ path: '/dict/:dictId', menuName: 'DictData' }),
    entry({ path: '/dict', menuName: 'Second' }),
    entry({ path: '/dashboard', menuName: 'Impostor' }),
  ])
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

describe('the sidebar', () => {
  const brief = (nodes: readonly SidebarNode[]): unknown[] =>
    nodes.map((node) =>
      node.kind === 'branch' ? brief(node.children) : node.kind === 'page' ? node.path : `-> ${node.href}`,
    )
  const two = [entry({ path: '/a' }), entry({ path: '/b' })]

  test.each([
    ['begins at home', [], []],
    ['shows pages in their order', two, ['/a', '/b']],
    ['shows a branch', [directory({ children: two })], [['/a', '/b']]],
    ['leaves hidden entries out', [entry({ visible: '1' }), entry({ path: '/b' })], ['/b']],
    ['leaves out what is below a hidden one', [directory({ visible: '1', children: two })], []],
    ['shows a parent with one visible child as that child', [directory({ children: [entry({ path: '/a' })] })], ['/a']],
    [
      'also when others are hidden',
      [directory({ children: [entry({ path: '/a' }), entry({ visible: '1' })] })],
      ['/a'],
    ],
    ['folds from the bottom up', [directory({ children: [directory({ children: [entry({ path: '/a' })] })] })], ['/a']],
    ['keeps a branch inside a branch', [directory({ children: [directory({ children: two })] })], [[['/a', '/b']]]],
    ['leaves out a directory without a visible child', [directory({ children: [entry({ visible: '1' })] })], []],
    ['shows a page whose children are hidden', [entry({ path: '/a', children: [entry({ visible: '1' })] })], ['/a']],
    ['leads to other sites', [entry({ path: 'https://example.com/x' })], ['-> https://example.com/x']],
    ['does not show an address that needs a value', [entry({ path: '/a/:id' })], []],
  ])('%s', (_what, items, expected) => {
    expect(brief(sidebarNodes(items))).toEqual(['/dashboard', ...expected])
  })

  test('a folded child without an icon takes that of its parent', () => {
    const items = [directory({ icon: 'tree', children: [entry({ icon: '' })] })]
    expect(sidebarNodes(items)[1]).toMatchObject({ icon: 'tree' })
  })

  test('knows the branches that lead to a page', () => {
    const inner = directory({ menuId: 2, children: two })
    const nodes = sidebarNodes([directory({ menuId: 1, children: [inner, entry({ path: '/c' })] })])
    expect(branchesTo(nodes, '/b')).toEqual(['1', '2'])
    expect(branchesTo(nodes, '/c')).toEqual(['1'])
    expect(branchesTo(nodes, '/dashboard')).toEqual([])
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
