import { describe, expect, test } from 'bun:test'
import type { ItemType } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import { blockOf, spread } from '../../client/pages/qc/record/grid/paste'

const item = (itemKey: string, type: ItemType, sampleSize = 1) =>
  ({ itemKey, type, sampleSize, choices: [{ code: 'ok', name: '好', nameEn: 'Good' }] }) as TemplateItem

/** The rows of a grid, in their order. */
const items = [
  item('diameter', 'numeric', 3),
  item('length', 'numeric', 2),
  item('mean', 'calculated'),
  item('hint', 'note'),
  item('look', 'choice'),
  item('defectives', 'defectives', 2),
  item('temperature', 'numeric'),
]

/** What a paste at a cell puts where: "defectives 1 den = 50". */
const pasted = (text: string, itemKey: string, sampleNo = 1, isBase = false) =>
  spread(blockOf(text)!, items, { itemKey, sampleNo, isBase }).map(
    ({ itemKey: key, sampleNo: no, ...value }) => `${key} ${no} ${Object.entries(value).flat().join(' = ')}`,
  )

describe('a pasted column fills cells in the order of the Enter key', () => {
  test('a count takes two, the number found and its base', () => {
    expect(pasted('10.1\n10.2\n10.3\n1.5\n2.5\nGood\n2\n50\n1\n40\n3.3', 'diameter')).toEqual([
      'diameter 1 raw = 10.1',
      'diameter 2 raw = 10.2',
      'diameter 3 raw = 10.3',
      'length 1 raw = 1.5',
      'length 2 raw = 2.5',
      'look 1 raw = ok',
      'defectives 1 raw = 2',
      'defectives 1 den = 50',
      'defectives 2 raw = 1',
      'defectives 2 den = 40',
      'temperature 1 raw = 3.3',
    ])
  })

  test.each([
    ['the number found', 1, false, ['defectives 1 raw = 2', 'defectives 1 den = 50', 'defectives 2 raw = 1']],
    ['the base', 1, true, ['defectives 1 den = 2', 'defectives 2 raw = 50', 'defectives 2 den = 1']],
    ['the last base', 2, true, ['defectives 2 den = 2', 'temperature 1 raw = 50']], // and 1 has no cell
  ])('from the cell of %s', (_cell, sampleNo, isBase, places) => {
    expect(pasted('2\n50\n1', 'defectives', sampleNo, isBase)).toEqual(places)
  })
})

describe('a pasted block keeps its shape', () => {
  test('a line fills the cells of a count', () => {
    expect(pasted('2\t50', 'defectives')).toEqual(['defectives 1 raw = 2', 'defectives 1 den = 50'])
  })

  test('what lies beyond the last cell of a row has no place', () => {
    expect(pasted('1\t40\t9\n3.3\t4.4', 'defectives', 2)).toEqual(['defectives 2 raw = 1', 'defectives 2 den = 40'])
  })

  test('a calculated row takes its line, whose value is not pasted; a note takes none', () => {
    expect(pasted('1.5\t2.5\n2.0\t\nGood\t\n2\t50', 'length')).toEqual([
      'length 1 raw = 1.5',
      'length 2 raw = 2.5',
      'look 1 raw = ok',
      'defectives 1 raw = 2',
      'defectives 1 den = 50',
    ])
  })
})
