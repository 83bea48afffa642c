import { describe, expect, test } from 'bun:test'
import type { Column } from '../../client/ui/table/column'
import { foldedIn } from '../../client/ui/table/columns/column-layout'

type Shown = Column<object> & { pin?: 'start' | 'end' }
const column = (id: string, priority?: 1 | 2 | 3, pin?: 'start' | 'end'): Shown => ({
  id,
  header: id,
  cell: () => id,
  ...(priority && { priority }),
  ...(pin && { pin }),
})
const columns = [
  column('name'),
  column('code'),
  column('state', 1),
  column('made', 3),
  column('remark', 3),
  column('owner'),
  column('actions', undefined, 'end'),
]
/** Each column needs 100 pixels. */
const widths = new Map(columns.map(({ id }) => [id, 100]))

describe('columns that have no room fold into the second line', () => {
  test.each<[room: number, folded: string[]]>([
    [700, []],
    [699, ['remark']],
    [600, ['remark']],
    [599, ['remark', 'made']],
    [499, ['remark', 'made', 'owner']],
    [399, ['remark', 'made', 'owner', 'code']],
    [299, ['remark', 'made', 'owner', 'code', 'state']],
    [199, []], // the name and the buttons are wider than that: it is scrolled sideways
  ])('in %p pixels: %p', (room, folded) => expect(foldedIn(columns, widths, room)).toEqual(folded))

  test('pinned ones stay', () => {
    const pinned = columns.map((one) => (one.id === 'remark' ? { ...one, pin: 'start' as const } : one))
    expect(foldedIn(pinned, widths, 699)).toEqual(['made'])
  })

  test('more than eight are not folded', () => {
    const many = Array.from({ length: 40 }, (_, at) => column(`c${at}`))
    const needed = new Map(many.map(({ id }) => [id, 100]))
    expect(foldedIn(many, needed, 3200)).toHaveLength(8)
    expect(foldedIn(many, needed, 3199)).toEqual([])
  })
})
