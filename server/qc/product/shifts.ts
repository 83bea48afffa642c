import { count, eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { ProductInput } from '#shared/qc/product'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { named } from '../../platform/message/index'
import { isAnySubmitted } from '../record/submitted'

type ShiftRow = Tables['shifts']['$inferSelect']
type ShiftInput = ProductInput['shifts'][number]

/** The shifts of product lines. */
export const shiftsIn = ({ t: { shifts } }: Dialect, db: Reader, productIds: number[]): Promise<ShiftRow[]> =>
  db.select().from(shifts).where(inArray(shifts.productId, productIds)).orderBy(shifts.shiftId)

/**
 * Replaces the shifts of a line. Shifts are matched by id, or else by code.
 * @throws Refusal if one no longer exists, a removed one has records, or a renamed one has submitted records
 */
export async function replaceShifts(
  store: Dialect,
  db: Writer,
  productId: number,
  had: ShiftRow[],
  wanted: ShiftInput[],
) {
  const { shifts, valueBases } = store.t
  const known = wanted.map(({ shiftId, ...shift }) => ({
    shift,
    before: had.find((one) => (shiftId === undefined ? one.code === shift.code : one.shiftId === shiftId)),
    isLost: shiftId !== undefined && !had.some((one) => one.shiftId === shiftId),
  }))
  const lost = known.findIndex(({ isLost }) => isLost)
  if (lost >= 0) throw new Refusal(codes.conflict, 'qcProduct.shiftGone').at(`shifts.${lost}.code`)

  const dropped = had.filter((one) => !known.some(({ before }) => before === one))
  for (const { shiftId, ...shift } of dropped) {
    const [used] = await db.select({ count: count() }).from(valueBases).where(eq(valueBases.shiftId, shiftId))
    if (used && used.count > 0) {
      throw new Refusal(codes.conflict, 'qcProduct.shiftInUse', { ...named(shift), count: used.count }).at('shifts')
    }
    await db.delete(shifts).where(eq(shifts.shiftId, shiftId))
  }
  for (const [at, { shift, before }] of known.entries()) {
    if (before) await refuseRenamed(store, db, before, shift, at)
  }
  // Two shifts may swap codes, which are unique at every moment.
  for (const { shift, before } of known) {
    if (!before || before.code === shift.code) continue
    await db
      .update(shifts)
      .set({ code: `#${before.shiftId}` })
      .where(eq(shifts.shiftId, before.shiftId))
  }
  for (const { shift, before } of known) {
    if (!before) await db.insert(shifts).values({ ...shift, productId })
    else await db.update(shifts).set(shift).where(eq(shifts.shiftId, before.shiftId))
  }
}

/** Records show a shift by its name alone. A missing English name may be added: nobody has read another one. */
async function refuseRenamed(store: Dialect, db: Reader, before: ShiftRow, next: ShiftInput, at: number) {
  const field = (['name', 'nameEn'] as const).find((name) => next[name] !== before[name] && before[name] !== '')
  if (!field || !(await isAnySubmitted(store, db, eq(store.t.valueBases.shiftId, before.shiftId)))) return
  throw new Refusal(codes.conflict, 'qcProduct.shiftNameFixed', named(before)).at(`shifts.${at}.${field}`)
}
