import { offsetAt } from '#shared/format/line-time'
import { businessDay, shiftAt } from '#shared/qc/day'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Reader } from '../../platform/store'

/** Day, offset and shift of an instant by the clock of a product line. */
export type ClockReading = { product: string; businessDay: string; tzMin: number; shiftId: number | null }

/** Reads the clocks of product lines once. The result gives the day and shift of an instant. */
export async function clocksOf(store: Dialect, db: Reader, productIds: Iterable<number>) {
  const ids = new Set(productIds)
  const [products, allShifts] = await Promise.all([productsByIds(store, db, ids), shiftsByProduct(store, db, ids)])
  const shifts = Map.groupBy(allShifts, ({ productId }) => productId)
  const clocks = new Map(products.map((product) => [product.productId, product]))
  return (productId: number, at: number): ClockReading => {
    const clock = clocks.get(productId)!
    return {
      product: clock.code,
      businessDay: businessDay(at, clock),
      tzMin: offsetAt(at, clock.tz),
      shiftId: shiftAt(at, clock.tz, shifts.get(productId) ?? [])?.shiftId ?? null,
    }
  }
}

const productsByIds = rowsByIds('products', 'productId', { fields: ['productId', 'code', 'tz', 'dayStartMin'] })
const shiftsByProduct = rowsByIds('shifts', 'productId', {
  fields: ['productId', 'shiftId', 'startMin', 'endMin'],
  orderBy: ['startMin', 'shiftId'],
})
