import { inArray } from 'drizzle-orm'
import { businessDay, offsetAt, shiftAt } from '#shared/qc/day'
import type { Reader, Store } from '../store'

/** What a product line says about an instant. */
export type Place = { product: string; businessDay: string; tzMin: number; shiftId: number | null }

type Clock = { code: string; tz: string; dayStartMin: number; shifts: Shift[] }
type Shift = { shiftId: number; startMin: number; endMin: number }

/** The clocks of product lines, read once; each tells what day and shift an instant belongs to. */
export async function clocksOf({ t: { products, shifts } }: Store, db: Reader, productIds: Iterable<number>) {
  const ids = [...new Set(productIds)]
  const lines = await db
    .select({ productId: products.productId, code: products.code, tz: products.tz, dayStartMin: products.dayStartMin })
    .from(products)
    .where(inArray(products.productId, ids))
  const all = await db
    .select({
      productId: shifts.productId,
      shiftId: shifts.shiftId,
      startMin: shifts.startMin,
      endMin: shifts.endMin,
    })
    .from(shifts)
    .where(inArray(shifts.productId, ids))
    .orderBy(shifts.startMin, shifts.shiftId)
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
