import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { MAX_AHEAD_MS, MAX_LATE_MS, qcDicts } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import { literal, statementIn } from '../../platform/list/statement'
import { named } from '../../platform/message/index'

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
export async function refuseUnfit(store: Dialect, db: Reader, productId: number, given: Circumstances): Promise<void> {
  if (given.lotId) await refuseLot(store, db, productId, given.lotId)
  if (given.equipmentId) await refuseEquipment(store, db, productId, given.equipmentId)
  if (given.shiftId) await refuseShift(store, db, productId, given.shiftId)
  if (given.values) await refuseGauges(store, db, productId, given.values, given.gaugesBefore)
  if (given.values) await refuseReasons(store, db, given.values)
}

async function refuseLot(store: Dialect, db: Reader, productId: number, lotId: number) {
  const [lot] = await lotOf(store, db, { lotId })
  if (!lot) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lotId')
  if (lot.productId !== productId) throw new Refusal(codes.badRequest, 'qcRecord.lotOther').at('lotId')
  if (lot.status !== 'closed') return
  throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo: lot.lotNo }).at('lotId')
}

const lotOf = statementIn(({ t: { lots }, bind }, db) =>
  db
    .select()
    .from(lots)
    .where(eq(lots.lotId, bind('lotId'))),
)

async function refuseEquipment(store: Dialect, db: Reader, productId: number, equipmentId: number) {
  const [found] = await equipmentIn(store, db, { ids: JSON.stringify({ ids: [equipmentId] }) })
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipmentId')
  if (found.productId !== null && found.productId !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipmentId')
  }
  if (found.status === statuses.on) return
  throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(found)).at('equipmentId')
}

const equipmentIn = statementIn((store, db) => {
  const { equipment } = store.t
  return db
    .select()
    .from(equipment)
    .where(store.among(equipment.equipmentId, store.bind('ids'), 'ids'))
})

async function refuseShift(store: Dialect, db: Reader, productId: number, shiftId: number) {
  const [found] = await shiftOf(store, db, { productId, shiftId })
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.shiftUnknown').at('shiftId')
}

const shiftOf = statementIn(({ t: { shifts }, bind }, db) =>
  db
    .select()
    .from(shifts)
    .where(and(eq(shifts.shiftId, bind('shiftId')), eq(shifts.productId, bind('productId')))),
)

async function refuseGauges(
  store: Dialect,
  db: Reader,
  productId: number,
  values: readonly ValueInput[],
  before: readonly number[] = [],
) {
  const wanted = [...new Set(values.flatMap(({ gaugeId }) => gaugeId ?? []))]
  if (wanted.length === 0) return
  const found = await equipmentIn(store, db, { ids: JSON.stringify({ ids: wanted }) })
  const fitting = found.filter((one) => one.kind === 'gauge' && (one.productId ?? productId) === productId)
  const known = new Map(fitting.map((gauge) => [gauge.equipmentId, gauge]))
  for (const [index, { gaugeId }] of values.entries()) {
    if (!gaugeId) continue
    const gauge = known.get(gaugeId)
    const field = `values.${index}.gaugeId`
    if (!gauge) throw new Refusal(codes.badRequest, 'qcRecord.gaugeUnknown').at(field)
    if (gauge.status === statuses.on || before.includes(gaugeId)) continue
    throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(gauge)).at(field)
  }
}

async function refuseReasons(store: Dialect, db: Reader, values: readonly ValueInput[]) {
  if (!values.some(({ missingCode }) => missingCode)) return
  const known = await codesOf(store, db, qcDicts.missingReason)
  const index = values.findIndex(({ missingCode }) => missingCode && !known.has(missingCode))
  if (index >= 0) throw new Refusal(codes.badRequest, 'qcRecord.missingCodeUnknown').at(`values.${index}.missingCode`)
}

/** The codes of a dictionary that are in use. */
async function codesOf(store: Dialect, db: Reader, dictType: string): Promise<ReadonlySet<string>> {
  const rows = await codesIn(store, db, { dictType })
  return new Set(rows.map(({ code }) => code))
}

const codesIn = statementIn(({ t: { dictData }, bind }, db) =>
  db
    .select({ code: dictData.dictValue })
    .from(dictData)
    .where(and(eq(dictData.dictType, bind('dictType')), eq(dictData.status, literal(statuses.on)))),
)

/** Fields that hold codes of dictionaries, and what is said of a code that is not there. */
const codeFields = {
  reasonCode: [qcDicts.changeReason, 'qcRecord.reasonCodeUnknown'],
  disposition: [qcDicts.disposition, 'qcRecord.dispositionUnknown'],
  causeCode: [qcDicts.cause, 'qcSignal.causeUnknown'],
  actionCode: [qcDicts.action, 'qcSignal.actionUnknown'],
} as const

/**
 * Reasons and dispositions are those of the dictionaries.
 * @throws Refusal at the field that is to blame
 */
export async function refuseUnknownCodes(
  store: Dialect,
  db: Reader,
  given: { [Field in keyof typeof codeFields]?: string | undefined },
): Promise<void> {
  for (const [field, [dictType, fault]] of Object.entries(codeFields)) {
    const code = given[field as keyof typeof codeFields] // one of its keys
    if (code && !(await codesOf(store, db, dictType)).has(code)) throw new Refusal(codes.badRequest, fault).at(field)
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
