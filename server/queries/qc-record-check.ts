import { and, eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { MAX_AHEAD_MS, MAX_LATE_MS, qcDicts } from '#shared/qc/constants'
import type { ValueInput } from '#shared/schemas/qc-record'
import { Refusal } from '../refusal'
import type { Reader, Store } from '../store'

type Circumstances = {
  lotId?: number | null | undefined
  equipmentId?: number | null | undefined
  shiftId?: number | null | undefined
  values?: readonly ValueInput[] | undefined
  /** Gauges that the record has values of already: they may have been put out of use since. */
  gaugesBefore?: readonly number[] | undefined
}

/**
 * Holds what a record refers to against what there is: lots, equipment and shifts of its product line that are in use,
 * gauges, reasons of the dictionary. Only what is given is looked at. A lot on hold is no hindrance: it has to be
 * inspected.
 * @throws Refusal at the field that is to blame
 */
export async function refuseUnfit(store: Store, db: Reader, productId: number, given: Circumstances): Promise<void> {
  if (given.lotId) await refuseLot(store, db, productId, given.lotId)
  if (given.equipmentId) await refuseEquipment(store, db, productId, given.equipmentId)
  if (given.shiftId) await refuseShift(store, db, productId, given.shiftId)
  if (given.values) await refuseGauges(store, db, productId, given.values, given.gaugesBefore)
  if (given.values) await refuseReasons(store, db, given.values)
}

async function refuseLot({ t: { lots } }: Store, db: Reader, productId: number, lotId: number) {
  const [lot] = await db.select().from(lots).where(eq(lots.lotId, lotId))
  if (!lot) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lotId')
  if (lot.productId !== productId) throw new Refusal(codes.badRequest, 'qcRecord.lotOther').at('lotId')
  if (lot.status !== 'closed') return
  throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo: lot.lotNo }).at('lotId')
}

async function refuseEquipment({ t: { equipment } }: Store, db: Reader, productId: number, equipmentId: number) {
  const [found] = await db.select().from(equipment).where(eq(equipment.equipmentId, equipmentId))
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipmentId')
  if (found.productId !== null && found.productId !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipmentId')
  }
  if (found.status === statuses.on) return
  throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', { name: found.name }).at('equipmentId')
}

async function refuseShift({ t: { shifts } }: Store, db: Reader, productId: number, shiftId: number) {
  const [found] = await db
    .select()
    .from(shifts)
    .where(and(eq(shifts.shiftId, shiftId), eq(shifts.productId, productId)))
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.shiftUnknown').at('shiftId')
}

async function refuseGauges(
  { t: { equipment } }: Store,
  db: Reader,
  productId: number,
  values: readonly ValueInput[],
  before: readonly number[] = [],
) {
  const wanted = [...new Set(values.flatMap(({ gaugeId }) => gaugeId ?? []))]
  if (wanted.length === 0) return
  const found = await db
    .select()
    .from(equipment)
    .where(and(inArray(equipment.equipmentId, wanted), eq(equipment.kind, 'gauge')))
  const fitting = found.filter((gauge) => (gauge.productId ?? productId) === productId)
  const known = new Map(fitting.map((gauge) => [gauge.equipmentId, gauge]))
  for (const [place, { gaugeId }] of values.entries()) {
    if (!gaugeId) continue
    const gauge = known.get(gaugeId)
    const field = `values.${place}.gaugeId`
    if (!gauge) throw new Refusal(codes.badRequest, 'qcRecord.gaugeUnknown').at(field)
    if (gauge.status === statuses.on || before.includes(gaugeId)) continue
    throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', { name: gauge.name }).at(field)
  }
}

async function refuseReasons(store: Store, db: Reader, values: readonly ValueInput[]) {
  if (!values.some(({ missingCode }) => missingCode)) return
  const known = await codesOf(store, db, qcDicts.missingReason)
  const place = values.findIndex(({ missingCode }) => missingCode && !known.has(missingCode))
  if (place >= 0) throw new Refusal(codes.badRequest, 'qcRecord.missingCodeUnknown').at(`values.${place}.missingCode`)
}

/** The codes of a dictionary that are in use. */
async function codesOf({ t: { dictData } }: Store, db: Reader, dictType: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ code: dictData.dictValue })
    .from(dictData)
    .where(and(eq(dictData.dictType, dictType), eq(dictData.status, statuses.on)))
  return new Set(rows.map(({ code }) => code))
}

/**
 * Reasons and dispositions are those of the dictionaries.
 * @throws Refusal at the field that is to blame
 */
export async function refuseUnknownCodes(
  store: Store,
  db: Reader,
  { reasonCode, disposition }: { reasonCode?: string | undefined; disposition?: string | undefined },
): Promise<void> {
  if (reasonCode && !(await codesOf(store, db, qcDicts.changeReason)).has(reasonCode)) {
    throw new Refusal(codes.badRequest, 'qcRecord.reasonCodeUnknown').at('reasonCode')
  }
  if (disposition && !(await codesOf(store, db, qcDicts.disposition)).has(disposition)) {
    throw new Refusal(codes.badRequest, 'qcRecord.dispositionUnknown').at('disposition')
  }
}

/**
 * Whatever was typed in, with network or without, was inspected in the week before it was entered, and not in the future
 * but for clocks that run ahead. One rule for both: nobody can tell which drafts had to wait for a network.
 * @param enteredAt when the record was made
 */
export function refuseTime(inspectedAt: number, enteredAt: number, now: number): void {
  if (inspectedAt > now + MAX_AHEAD_MS) throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
  if (inspectedAt >= enteredAt - MAX_LATE_MS) return
  throw new Refusal(codes.badRequest, 'qcRecord.tooLate').at('inspectedAt')
}
