/**
 * The page that `table.ts` measures: the table of the product with the rows and columns that the address asks for. Tables
 * of other programs that are measured beside it answer to the same name in the same way.
 */
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Order } from '#shared/list/list-query'
import type { Column } from '../../client/ui/table/column'
import { RowTable } from '../../client/ui/table/rows/RowTable'
import { useListTable } from '../../client/ui/table/useListTable'
import '../../client/styles/tokens.css'
import '../../client/styles/base.css'
import '../../client/ui/layout/layout.css'
import '../../client/ui/table/DataTable.css'

export type Measured = {
  /** Draws the table; the milliseconds until its first rows are there. */
  render: () => Promise<number>
  /** Scrolls so many frames by so many pixels; blank is the share of frames without a row in the middle. */
  scroll: (frames: number, step: number) => Promise<{ p95: number; blank: number }>
  /** Milliseconds until the rows stand in another order. */
  sort: () => Promise<number>
  /** Milliseconds a move of a drag, by which the second column becomes wider. */
  resize?: (moves: number) => Promise<number>
}

declare global {
  var __table: Measured
}

type Row = { id: number; values: string[] }
type Query = { pageIndex: number; pageSize: number; orders: Order[] }

const asked = new URLSearchParams(location.search)
const count = Number(asked.get('rows'))
const width = Number(asked.get('columns') ?? 10)
const FIRST = 'QC-000001'

let seed = 7
const random = () => (seed = (seed * 16_807) % 2_147_483_647)
const rows = Array.from({ length: count }, (_, index): Row => {
  const values = Array.from({ length: width }, () => String(random() % 1_000_000))
  values[0] = `QC-${String(index + 1).padStart(6, '0')}`
  return { id: index + 1, values }
})
const columns = Array.from({ length: width }, (_, at): Column<Row, Query> => {
  const face = { header: `Column ${at}`, cell: ({ values }: Row) => values[at] }
  return { id: `c${at}`, sortable: true, ...face }
})

function Table() {
  const [query, setQuery] = useState<Query>({ pageIndex: 1, pageSize: count, orders: [] })
  const sorted = useMemo(() => {
    const [order] = query.orders
    if (!order) return rows
    const at = Number(order[0].slice(1))
    return rows.toSorted((a, b) => Number(a.values[at]) - Number(b.values[at]))
  }, [query])
  const table = useListTable({ columns, rows: sorted, rowId: ({ id }) => id, query, onQuery: setQuery })
  return (
    <RowTable label="Bench" table={table} rowLabel={({ id }) => String(id)} canTick={false} cardTitle={undefined} />
  )
}

const box = document.createElement('div')
Object.assign(box.style, { height: '700px', overflow: 'auto' })
document.body.append(box)

const frame = () => new Promise(requestAnimationFrame)

async function until(holds: () => unknown): Promise<number> {
  while (!holds()) await frame()
  await frame()
  return performance.now()
}

const firstCell = () => box.querySelector('tbody td')?.textContent ?? ''

globalThis.__table = {
  async render() {
    const began = performance.now()
    createRoot(box).render(
      <QueryClientProvider client={new QueryClient()}>
        <Table />
      </QueryClientProvider>,
    )
    // Of a long table the code that leaves rows out comes after the first ones.
    return (await until(() => firstCell() === FIRST && (count <= 200 || box.querySelector('[data-gap]')))) - began
  },
  async scroll(frames, step) {
    await frame()
    const gaps: number[] = []
    let blank = 0
    let last = performance.now()
    const { left, top, height } = box.getBoundingClientRect()
    for (let index = 1; index <= frames; index += 1) {
      box.scrollTop = index * step
      await frame()
      const now = performance.now()
      gaps.push(now - last)
      last = now
      const middle = document.elementFromPoint(left + 40, top + height / 2)
      if (!middle?.textContent?.includes('QC-')) blank += 1
    }
    return { p95: gaps.toSorted((a, b) => a - b)[Math.floor(frames * 0.95)]!, blank: blank / frames }
  },
  async sort() {
    box.scrollTop = 0
    await until(() => firstCell() === FIRST)
    const least = rows.reduce((a, b) => (Number(b.values[1]) < Number(a.values[1]) ? b : a))
    const head = box.querySelector<HTMLElement>('th[data-column=c1] button')!
    const began = performance.now()
    head.click()
    return (await until(() => firstCell() === least.values[0])) - began
  },
  async resize(moves) {
    const head = box.querySelector<HTMLElement>('th[data-column=c1]')!
    head.querySelector('button')!.focus()
    const edge = await (async () => {
      await until(() => head.querySelector('[role=separator]') !== null)
      return head.querySelector<HTMLElement>('[role=separator]')!
    })()
    edge.setPointerCapture = () => {} // there is no real pointer
    const { x, y } = edge.getBoundingClientRect()
    const send = (type: string, clientX: number) =>
      edge.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, buttons: 1, pointerId: 1, clientX, clientY: y }),
      )
    send('pointerdown', x)
    const began = performance.now()
    for (let move = 1; move <= moves; move += 1) {
      send('pointermove', x + move * 4)
      await frame()
    }
    const took = (performance.now() - began) / moves
    send('lostpointercapture', x + moves * 4)
    return took
  },
}
