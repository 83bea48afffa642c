import { describe, expect, test } from 'bun:test'
import { isSame } from '#shared/same'
import type { Choice } from '#shared/list/page'
import { fileNameOf } from '../../client/api/download'
import { checkStates, tickableIn, withChecked } from '../../client/ui/input/checked-nodes'
import { addMonths, weeksOf } from '../../client/ui/input/days'
import { changeOf } from '../../client/api/resource'
import { across } from '../../client/ui/chart/across'
import { pagesAround } from '../../client/ui/table/pager/pages'
import {
  filterTree,
  isBelowItself,
  moveTo,
  placeAfter,
  placeBeside,
  rowsOf,
  withMove,
  type DropSide,
  type MoveStep,
  type VisibleRow,
} from '../../client/ui/tree/tree-rows'
import { pressInTree } from '../../client/ui/tree/tree-keys'
import { readQuery } from '../../client/ui/table/read-query'

describe('a tree to tick', () => {
  const leaf = (id: number): Choice => ({ id, label: `${id}` })
  const nodes: Choice[] = [
    { id: 1, label: '1', children: [leaf(11), { id: 12, label: '12', children: [leaf(121)] }] },
    leaf(2),
  ]
  const node = (id: number) => [...nodes, ...(nodes[0]?.children ?? [])].find((known) => known.id === id)!

  test.each([
    ['nothing', [], { 1: 'none', 11: 'none', 12: 'none', 121: 'none', 2: 'none' }],
    ['one leaf of two', [11], { 1: 'some', 11: 'all', 12: 'none', 121: 'none', 2: 'none' }],
    ['every leaf', [11, 121], { 1: 'all', 11: 'all', 12: 'all', 121: 'all', 2: 'none' }],
    ['a parent whose children are not', [1, 12], { 1: 'none', 11: 'none', 12: 'none', 121: 'none', 2: 'none' }],
  ])('with %s ticked', (_what, checked, expected) => {
    expect(Object.fromEntries(checkStates(nodes, checked))).toEqual<object>(expected)
  })

  test('ticking the last leaf makes its parents full, in tree order', () => {
    expect(withChecked(nodes, [121, 12], [node(11)], true)).toEqual([1, 11, 12, 121])
  })

  test('ticking a parent ticks all below; taking one leaf away empties the parents', () => {
    expect(withChecked(nodes, [], [node(1)], true)).toEqual([1, 11, 12, 121])
    expect(withChecked(nodes, [1, 11, 12, 121], [node(11)], false)).toEqual([12, 121])
  })

  test('all that may be ticked leaves out what may not, and a parent of nothing else', () => {
    const idsOf = (off: number[], of = nodes) => tickableIn(of, new Set(off)).map(({ id }) => id)
    expect(idsOf([])).toEqual([11, 121, 2])
    expect(idsOf([121, 2])).toEqual([11])
    expect(idsOf([121], [node(12)])).toEqual([])
    expect(withChecked(nodes, [], tickableIn(nodes, new Set([121])), true)).toEqual([11, 2])
  })

  test('what is not in the tree is kept', () => {
    expect(withChecked(nodes, [99], [node(2)], true)).toEqual([2, 99])
  })
})

describe('rows of a tree', () => {
  type Row = { id: number; children?: Row[] }
  const idOf = ({ id }: Row) => id
  const tree: Row[] = [
    { id: 1, children: [{ id: 11 }, { id: 12, children: [{ id: 121 }, { id: 122 }] }, { id: 13 }] },
    { id: 2, children: [] },
  ]
  /** `1(11 12(121)) 2` */
  const written = (rows: readonly Row[]): string =>
    rows.map(({ id, children = [] }) => (children.length > 0 ? `${id}(${written(children)})` : `${id}`)).join(' ')
  const byId = (id: number) => rowsOf(tree).find((row) => row.id === id)

  test.each([
    ['a leaf, its ancestors', [122], '1(12(122))'],
    ['a parent alone', [12], '1(12)'],
    ['two branches', [11, 2], '1(11) 2'],
    ['nothing', [], ''],
  ])('filtered for %s stay', (_what, hits, expected) => {
    expect(written(filterTree(tree, ({ id }) => hits.includes(id)))).toBe(expected)
  })

  const steps: [id: number, step: MoveStep, parentId: number, order: number[], tree: string][] = [
    [12, 'up', 1, [12, 11, 13], '1(12(121 122) 11 13) 2'],
    [12, 'down', 1, [11, 13, 12], '1(11 13 12(121 122)) 2'],
    [13, 'in', 12, [121, 122, 13], '1(11 12(121 122 13)) 2'],
    [122, 'out', 1, [11, 12, 122, 13], '1(11 12(121) 122 13) 2'],
    [12, 'out', 0, [1, 12, 2], '1(11 13) 12(121 122) 2'],
    [2, 'in', 1, [11, 12, 13, 2], '1(11 12(121 122) 13 2)'],
  ]
  test.each(steps)('row %p goes one step %p: below %p the order is %p', (id, step, parentId, order, expected) => {
    const place = placeAfter(tree, idOf, id, step)
    const move = place && moveTo(tree, idOf, id, place)
    expect(move).toMatchObject({ id, parentId, order })
    expect(written(withMove(tree, idOf, move!))).toBe(expected)
  })

  test('a move tells what it was made from: the order there, and below what the row stood', () => {
    const seenBy = (id: number, step: MoveStep) => moveTo(tree, idOf, id, placeAfter(tree, idOf, id, step)!)!.seen
    expect(seenBy(12, 'up')).toEqual({ order: [11, 12, 13], parentId: 1 })
    expect(seenBy(12, 'out')).toEqual({ order: [1, 2], parentId: 1 })
    expect(seenBy(2, 'in')).toEqual({ order: [11, 12, 13], parentId: 0 })
  })

  test.each<[number, MoveStep]>([
    [1, 'up'],
    [2, 'down'],
    [11, 'in'],
    [1, 'out'],
    [99, 'up'],
  ])('row %p has no step %p to go', (id, step) => {
    expect(placeAfter(tree, idOf, id, step)).toBeUndefined()
  })

  const drops: [id: number, side: DropSide, target: number, expected: string][] = [
    [13, 'before', 11, '1(13 11 12(121 122)) 2'],
    [11, 'after', 13, '1(12(121 122) 13 11) 2'],
    [121, 'inside', 2, '1(11 12(122) 13) 2(121)'],
    [2, 'before', 1, '2 1(11 12(121 122) 13)'],
    [12, 'after', 2, '1(11 13) 2 12(121 122)'],
  ]
  test.each(drops)('row %p let go %s %p makes %s', (id, side, target, expected) => {
    const move = moveTo(tree, idOf, id, placeBeside(tree, idOf, id, target, side)!)
    expect(written(withMove(tree, idOf, move!))).toBe(expected)
  })

  test('let go where it stands, a row is not moved; nor can it go below itself', () => {
    expect(moveTo(tree, idOf, 12, placeBeside(tree, idOf, 12, 11, 'after')!)).toBeUndefined()
    expect(placeBeside(tree, idOf, 12, 12, 'inside')).toBeUndefined()
    expect(isBelowItself(tree, idOf, 1, byId(122))).toBe(true)
    expect(isBelowItself(tree, idOf, 12, byId(12))).toBe(true)
    expect(isBelowItself(tree, idOf, 12, byId(2))).toBe(false)
    expect(isBelowItself(tree, idOf, 12, undefined)).toBe(false)
  })
})

test.each([
  [`attachment; filename="roles.csv"`, 'roles.csv'],
  [`attachment; filename="roles.csv"; filename*=UTF-8''%E8%A7%92%E8%89%B2.csv`, '角色.csv'],
  [`attachment; filename*=UTF-8''%E8%A7; filename="roles.csv"`, 'roles.csv'],
  ['attachment; filename=roles.xlsx', 'roles.xlsx'],
  ['attachment', ''],
])('a file sent as %s is called %p', (disposition, expected) => {
  expect(fileNameOf(disposition)).toBe(expected)
})

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 12, '1 2 3 4 5 gap 12'],
  [6, 12, '1 gap 5 6 7 gap 12'],
  [4, 12, '1 2 3 4 5 gap 12'],
  [5, 12, '1 gap 4 5 6 gap 12'],
  [8, 12, '1 gap 7 8 9 gap 12'],
  [9, 12, '1 gap 8 9 10 11 12'],
  [12, 12, '1 gap 8 9 10 11 12'],
])('the pager on page %p of %p offers %s', (current, last, expected) => {
  expect(pagesAround(current, last).join(' ')).toBe(expected)
})

test.each([
  ['', 1, 20],
  ['pageIndex=3&pageSize=50', 3, 50],
  ['pageIndex=-1&pageSize=1e9', 1, 20],
  ['pageIndex=2.5&pageSize=25', 1, 20],
  ['pageIndex=x&pageSize=', 1, 20],
])('the address ?%s asks for page %p of size %p', (search, pageIndex, pageSize) => {
  expect(readQuery(search)).toMatchObject({ pageIndex, pageSize })
})

test('months have their own last day, weeks begin on Monday', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(weeksOf('2026-11-21').map((week) => week[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(weeksOf('2027-02-10')).toHaveLength(4)
})

describe('a change', () => {
  test('carries the values and the version it was made from', () => {
    const record = { name: 'a', remark: 'b', updatedAt: '2026-11-23T08:00:00.000Z' }
    expect(changeOf(record, { remark: 'c' })).toEqual({
      remark: 'c',
      updatedAt: record.updatedAt,
      seen: { remark: 'b' },
    })
  })

  test.each([
    ['a number and its digits', 3, '3', true],
    ['yes and 1', true, '1', true],
    ['no and a blank', false, '', false],
    ['nothing and a blank', null, '', true],
    ['chosen ones in another order', [1, 2], ['2', '1'], true],
    ['one that was taken away', [1, 2], [1], false],
    ['one and a list of it', 1, [1], false],
    ['rows in another order', [{ code: 'D' }, { code: 'N' }], [{ code: 'N' }, { code: 'D' }], false],
    ['rows without what is blank', [{ code: 'D', nameEn: '' }], [{ code: 'D' }], true],
  ])('is none between %s: %p, %p', (_words, one, other, isNone) => expect(isSame(one, other)).toBe(isNone))
})

describe('a tree under the keyboard', () => {
  type Row = { id: number; children?: Row[] }
  const child: Row = { id: 11 }
  const parent: Row = { id: 1, children: [child] }
  const rows: VisibleRow<Row>[] = [
    { row: parent, level: 1, position: 1, siblings: 2, parent: undefined },
    { row: child, level: 2, position: 1, siblings: 1, parent },
    { row: { id: 2 }, level: 1, position: 2, siblings: 2, parent: undefined },
  ]

  test.each<[key: string, isTyping: boolean, went: number | undefined]>([
    ['ArrowDown', false, 2],
    ['ArrowDown', true, 2],
    ['ArrowUp', true, 1],
    ['ArrowLeft', false, 1],
    ['ArrowLeft', true, undefined],
    ['ArrowRight', true, undefined],
    ['Home', false, 1],
    ['Home', true, undefined],
    ['End', false, 2],
    ['End', true, undefined],
  ])('%s, while a text is typed: %p, goes to %p', (key, isTyping, went) => {
    const gone: number[] = []
    let isTaken = false
    const event = { key, preventDefault: () => (isTaken = true) } as unknown as Parameters<typeof pressInTree>[0]
    const isPressed = pressInTree(event, {
      rows,
      current: rows[1],
      isFolded: () => false,
      onGo: ({ id }) => gone.push(id),
      onFold: () => {},
      others: {},
      isTyping,
    })
    expect([isPressed, isTaken, gone]).toEqual([
      went !== undefined,
      went !== undefined,
      went === undefined ? [] : [went],
    ])
  })
})

describe('points across a chart', () => {
  const [room, y] = [[10, 110] as const, (value: number) => value]

  test('several begin and end at its ends, and a line of steps goes half a step beyond', () => {
    const { x, steps } = across(3, room, y)
    expect([0, 1, 2].map(x)).toEqual([10, 60, 110])
    expect(steps([5, 5, 5])).toBe('M-15.0 5.0L35.0 5.0L35.0 5.0L85.0 5.0L85.0 5.0L135.0 5.0')
  })

  test('a single one is in the middle, and its line goes from end to end', () => {
    const { x, steps } = across(1, room, y)
    expect(x(0)).toBe(60)
    expect(steps([5])).toBe('M10.0 5.0L110.0 5.0')
  })
})
