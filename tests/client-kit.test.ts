import { describe, expect, test } from 'bun:test'
import type { Choice } from '#shared/schemas/page'
import { checkStates, withChecked } from '../client/ui/checked-nodes'
import { addMonths, weeksOf } from '../client/ui/days'
import { pagesAround } from '../client/ui/pages'
import { nextOrders } from '../client/ui/sorting'
import { readQuery } from '../client/ui/useListQuery'

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

  test('what is not in the tree is kept', () => {
    expect(withChecked(nodes, [99], [node(2)], true)).toEqual([2, 99])
  })
})

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 12, '1 2 3 4 5 gap 12'],
  [6, 12, '1 gap 5 6 7 gap 12'],
  [12, 12, '1 gap 8 9 10 11 12'],
])('the pager on page %p of %p offers %s', (current, last, expected) => {
  expect(pagesAround(current, last).join(' ')).toBe(expected)
})

test('a head sorts up, down, then not at all; Shift keeps the others', () => {
  const up = nextOrders([['b', 'asc']], 'a', false)
  expect(up).toEqual([['a', 'asc']])
  const down = nextOrders(up, 'a', false)
  expect(down).toEqual([['a', 'desc']])
  expect(nextOrders(down, 'a', false)).toEqual([])
  expect(nextOrders(down, 'b', true)).toEqual([
    ['a', 'desc'],
    ['b', 'asc'],
  ])
  expect(
    nextOrders(
      [
        ['a', 'desc'],
        ['b', 'asc'],
      ],
      'a',
      true,
    ),
  ).toEqual([['b', 'asc']])
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
