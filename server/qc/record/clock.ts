import { businessDay, offsetAt, shiftAt } from '#shared/qc/day'
import type { Dialect, Reader } from '../../platform/store'
import { statementIn } from '../../platform/list/statement'

/** What a product line says about an instant. */
export type Place = { product: string; businessDay: string; tzMin: number; shiftId: number | null }

type Clock = { code: string; tz: string; dayStartMin: number; shifts: Shift[] }
type Shift = { shiftId: number; startMin: number; endMin: number }

/** The clocks of product lines, read once; each tells what day and shift an instant belongs to. */
export async function clocksOf(store: Dialect, db: Reader, productIds: Iterable<number>) {
  const among = { products: JSON.stringify({ ids: [...new Set(productIds)] }) }
  const lines = await linesAmong(store, db, among)
  const all = await shiftsAmong(store, db, among)
  const byLine = Map.groupBy(all, ({ productId }) => productId)
  const clocks = new Map<number, Clock>()
  for (const { productId, ...line } of lines) clocks.set(productId, { ...line, shifts: byLine.get(productId) ?? [] })

  return (productId: number, at: number): Place => {
    const clock = clocks.get(productId)!
    return {
      product: clock.code,
      businessDay: businessDay(at, clock),
      tzMin: offsetAt(at, clock.tz),
      shiftId: shiftAt(at, clock.tz, clock.shifts)?.shiftId ?? null,
    }
  }
}

const linesAmong = statementIn((store, db) => {
  const { productId, code, tz, dayStartMin } = store.t.products
  return db
    .select({ productId, code, tz, dayStartMin })
    .from(store.t.products)
    .where(store.among(productId, store.bind('products'), 'ids'))
})

const shiftsAmong = statementIn((store, db) => {
  const { productId, shiftId, startMin, endMin } = store.t.shifts
  return db
    .select({ productId, shiftId, startMin, endMin })
    .from(store.t.shifts)
    .where(store.among(productId, store.bind('products'), 'ids'))
    .orderBy(startMin, shiftId)
})
