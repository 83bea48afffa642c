import { beforeEach, describe, expect, test } from 'bun:test'
import {
  addTabs,
  clearTabs,
  closeTabs,
  isUnsaved,
  MAX_ALIVE,
  moveTab,
  redrawTab,
  setPinned,
  setUnsaved,
  tabs,
  unsavedTabs,
  wouldLose,
  updateTab,
  visit,
  walkUsed,
  type Tab,
} from '../../client/stores/tabs'

const tab = (path: string, change: Partial<Tab> & { affix?: boolean; noCache?: boolean } = {}): Tab => {
  const { affix = false, noCache = false, ...rest } = change
  return {
    path,
    fullPath: path,
    name: `name of ${path}`,
    title: { title: path, titleEn: '' },
    query: '',
    meta: { affix, noCache },
    isPinned: false,
    round: 0,
    ...rest,
  }
}
const open = () => tabs.visited.map(({ path }) => path)

beforeEach(clearTabs)

describe('a page that is visited', () => {
  beforeEach(() => visit(tab('/a')))

  test('gets a tab when its path has none', () => {
    visit(tab('/b'))
    expect(open()).toEqual(['/a', '/b'])
  })
  test('gets no second one, but its query is brought up to date', () => {
    visit(tab('/a', { fullPath: '/a?x=1', query: 'x=1' }))
    expect(tabs.visited).toHaveLength(1)
    expect(tabs.visited[0]).toMatchObject({ fullPath: '/a?x=1', query: 'x=1' })
  })
  test('gets none when its route has no name', () => {
    visit(tab('/nameless', { name: '' }))
    expect(open()).toEqual(['/a'])
  })
  test('keeps the title it was given in place', () => {
    updateTab('/a', { title: { title: 'QC-2041', titleEn: '' } })
    visit(tab('/a'))
    expect(tabs.visited[0]!.title).toEqual({ title: 'QC-2041', titleEn: '' })
  })
})

describe('a view is kept alive', () => {
  test('unless its route says noCache', () => {
    visit(tab('/a'))
    visit(tab('/b', { noCache: true }))
    expect(tabs.cached).toEqual(['/a'])
  })
  test('once, however often it is visited', () => {
    for (const path of ['/a', '/b', '/a']) visit(tab(path))
    expect(tabs.cached).toEqual(['/b', '/a'])
  })
  test('until it is closed', () => {
    for (const path of ['/a', '/b']) visit(tab(path))
    closeTabs(['/a'])
    expect(tabs.cached).toEqual(['/b'])
  })
  const many = Array.from({ length: MAX_ALIVE + 1 }, (_, at) => `/${at}`)
  test(`until ${MAX_ALIVE} others are used after it; its tab remains`, () => {
    for (const path of many) visit(tab(path))
    expect(tabs.cached).toEqual(many.slice(1))
    expect(open()).toEqual(many)
  })
  test('longer when something there is not saved: then the next one sleeps', () => {
    visit(tab('/0'))
    setUnsaved('/0', 'form', 'lost')
    for (const path of many.slice(1)) visit(tab(path))
    expect(tabs.cached).toEqual(['/0', ...many.slice(2)])
  })
  test('when all the others are not saved: then more than that are', () => {
    for (const path of many) {
      visit(tab(path))
      if (path !== many.at(-1)) setUnsaved(path, 'form', 'lost')
    }
    expect(tabs.cached).toEqual(many)
  })
  test('and stays asleep until it is visited again', () => {
    for (const path of many) visit(tab(path))
    closeTabs(['/5'])
    expect(tabs.cached).not.toContain('/0')
    visit(tab('/0'))
    expect(tabs.cached.at(-1)).toBe('/0')
  })
})

describe('closing', () => {
  beforeEach(() => {
    addTabs([tab('/home', { affix: true })])
    for (const path of ['/a', '/b', '/c']) visit(tab(path))
    setPinned('/b', true)
  })
  test.each<[what: string, closed: string[], remaining: string[]]>([
    ['one takes it away', ['/a'], ['/home', '/b', '/c']],
    ['a fixed one does nothing', ['/home'], ['/home', '/b', '/a', '/c']],
    ['a pinned one does nothing', ['/b'], ['/home', '/b', '/a', '/c']],
    ['others keeps the fixed, the pinned and the present one', ['/home', '/b', '/c'], ['/home', '/b', '/a']],
    ['all keeps the fixed and the pinned', ['/home', '/a', '/b', '/c'], ['/home', '/b']],
  ])('%s', (_what, closed, remaining) => {
    const last = closeTabs(closed)
    expect(open()).toEqual(remaining)
    expect(last!.path).toBe(remaining.at(-1)!)
  })
  test('forgets what was unsaved there', () => {
    setUnsaved('/a', 'form', 'lost')
    closeTabs(['/a'])
    expect(isUnsaved('/a')).toBe(false)
  })
})

describe('the order', () => {
  beforeEach(() => {
    addTabs([tab('/home', { affix: true })])
    for (const path of ['/a', '/b', '/c']) visit(tab(path))
  })
  test.each<[what: string, path: string, to: number, order: string[]]>([
    ['forwards', '/a', 2, ['/home', '/b', '/a', '/c']],
    ['backwards', '/c', 1, ['/home', '/c', '/a', '/b']],
    ['not before those that stay', '/c', 0, ['/home', '/c', '/a', '/b']],
    ['not beyond the end', '/a', 9, ['/home', '/b', '/c', '/a']],
    ['one that stays not behind the others', '/home', 3, ['/home', '/a', '/b', '/c']],
    ['not before what the product keeps, when pinned', '/pinned', 0, ['/home', '/pinned', '/a', '/b', '/c']],
  ])('a tab moves %s', (_what, path, to, order) => {
    if (path === '/pinned') addTabs([tab('/pinned', { isPinned: true })])
    moveTab(path, to)
    expect(open()).toEqual(order)
  })
  test('those that stay keep theirs, whichever of them is visited first', () => {
    clearTabs()
    visit(tab('/home', { affix: true }))
    addTabs([tab('/home', { affix: true }), tab('/analysis', { affix: true })])
    expect(open()).toEqual(['/home', '/analysis'])
  })
  test('stays as it is while nothing is missing', () => {
    addTabs([tab('/b'), tab('/a')])
    expect(open()).toEqual(['/home', '/a', '/b', '/c'])
  })
  test('pinning puts a tab behind those that stay, letting go puts it first of the others', () => {
    setPinned('/c', true)
    expect(open()).toEqual(['/home', '/c', '/a', '/b'])
    setPinned('/c', false)
    expect(open()).toEqual(['/home', '/c', '/a', '/b'])
    expect(tabs.visited[1]!.isPinned).toBe(false)
  })
  test("what the product keeps is not the operator's to let go", () => {
    setPinned('/home', true)
    expect(tabs.visited[0]!.isPinned).toBe(false)
  })
})

describe('walking through what was used', () => {
  beforeEach(() => {
    for (const path of ['/a', '/b', '/c']) visit(tab(path))
  })
  test('goes back step by step, and forward again', () => {
    const went: (string | undefined)[] = []
    let at = '/c'
    for (const direction of [-1, -1, -1, 1, 1, 1] as const) {
      const next = walkUsed(at, direction)
      went.push(next?.path)
      if (!next) continue
      visit(next)
      at = next.path
    }
    expect(went).toEqual(['/b', '/a', undefined, '/b', '/c', undefined])
  })
  test('a choice in between counts as the latest use', () => {
    visit(walkUsed('/c', -1)!)
    visit(tab('/a'))
    expect(walkUsed('/a', -1)?.path).toBe('/c')
  })
})

describe('what is not saved', () => {
  beforeEach(() => visit(tab('/a')))
  test('is told by the parts of a page, each for itself', () => {
    setUnsaved('/a', 'form', 'lost')
    setUnsaved('/a', 'dialog', 'lost')
    setUnsaved('/a', 'form', undefined)
    expect(unsavedTabs().map(({ path }) => path)).toEqual(['/a'])
    setUnsaved('/a', 'dialog', undefined)
    expect(unsavedTabs()).toEqual([])
  })
  test('is lost with its page, unless the device keeps all of it', () => {
    setUnsaved('/a', 'record', 'kept')
    expect([isUnsaved('/a'), wouldLose('/a')]).toEqual([true, false])
    setUnsaved('/a', 'comment', 'lost')
    expect(wouldLose('/a')).toBe(true)
    setUnsaved('/a', 'comment', undefined)
    expect(wouldLose('/a')).toBe(false)
  })
  test('is gone when the page is drawn anew', () => {
    setUnsaved('/a', 'form', 'lost')
    redrawTab('/a')
    expect(isUnsaved('/a')).toBe(false)
    expect(tabs.visited[0]!.round).toBe(1)
  })
})
