import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { MAX_AHEAD_MS, MAX_LATE_MS, qcDicts } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { Refusal } from '../../platform/http/refusal'
import { rowBy, rowsByIds } from '../../platform/list/rows-by'
import { literal, statementIn } from '../../platform/list/statement'
import { named } from '../../platform/message/index'
import type { Dialect, Reader } from '../../platform/store'

type Circumstances = {
  lotId?: number | null | undefined
  equipmentId?: number | null | undefined
  shiftId?: number | null | undefined
  values?: readonly ValueInput[] | undefined
  /** Gauges of the record's present values: they may have been taken out of use since. */
  gaugesBefore?: readonly number[] | undefined
}

const lotById = rowBy('lots', 'lotId')
const shiftById = rowBy('shifts', 'shiftId')
const equipmentByIds = rowsByIds('equipment', 'equipmentId')

/**
 * Checks the references of a record: lots, equipment and shifts of its product line that are in use, gauges, reasons of
 * the dictionary. Only fields in the input are checked. A record may be of a lot on hold, which has to be inspected.
 * @throws Refusal at the faulty field
 */
export async function refuseUnfit(store: Dialect, db: Reader, productId: number, input: Circumstances): Promise<void> {
  const { lotId, equipmentId, shiftId, values, gaugesBefore } = input
  if (lotId) {
    const lot = await lotById(store, db, lotId)
    if (!lot) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lotId')
    if (lot.productId !== productId) throw new Refusal(codes.badRequest, 'qcRecord.lotOther').at('lotId')
    if (lot.status === 'closed') {
      throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo: lot.lotNo }).at('lotId')
    }
  }
  if (equipmentId) {
    const [equipment] = await equipmentByIds(store, db, [equipmentId])
    if (!equipment) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipmentId')
    if ((equipment.productId ?? productId) !== productId) {
      throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipmentId')
    }
    if (equipment.status !== statuses.on) {
      throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(equipment)).at('equipmentId')
    }
  }
  if (shiftId && (await shiftById(store, db, shiftId))?.productId !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.shiftUnknown').at('shiftId')
  }
  if (!values) return
  await refuseUnfitGauges(store, db, productId, values, gaugesBefore)
  if (!values.some(({ missingCode }) => missingCode)) return
  const reasons = await codesOf(store, db, qcDicts.missingReason)
  const index = values.findIndex(({ missingCode }) => missingCode && !reasons.has(missingCode))
  if (index >= 0) throw new Refusal(codes.badRequest, 'qcRecord.missingCodeUnknown').at(`values.${index}.missingCode`)
}

async function refuseUnfitGauges(
  store: Dialect,
  db: Reader,
  productId: number,
  values: readonly ValueInput[],
  before: readonly number[] = [],
) {
  const ids = new Set(values.flatMap(({ gaugeId }) => gaugeId ?? []))
  if (ids.size === 0) return
  const rows = await equipmentByIds(store, db, ids)
  const fitting = rows.filter((row) => row.kind === 'gauge' && (row.productId ?? productId) === productId)
  const gauges = new Map(fitting.map((gauge) => [gauge.equipmentId, gauge]))
  for (const [index, { gaugeId }] of values.entries()) {
    if (!gaugeId) continue
    const gauge = gauges.get(gaugeId)
    const field = `values.${index}.gaugeId`
    if (!gauge) throw new Refusal(codes.badRequest, 'qcRecord.gaugeUnknown').at(field)
    if (gauge.status === statuses.on || before.includes(gaugeId)) continue
    throw new Refusal(codes.conflict, 'qcRecord.gaugeOff', named(gauge)).at(field)
  }
}

/** The codes of a dictionary in use. */
async function codesOf(store: Dialect, db: Reader, dictType: string): Promise<ReadonlySet<string>> {
  const rows = await codesInUse(store, db, { dictType })
  return new Set(rows.map(({ code }) => code))
}

const codesInUse = statementIn(({ t: { dictData }, bind }, db) =>
  db
    .select({ code: dictData.dictValue })
    .from(dictData)
    .where(and(eq(dictData.dictType, bind('dictType')), eq(dictData.status, literal(statuses.on)))),
)

/** Fields with codes of dictionaries, and the refusal of an unknown code. */
const codeFields = {
  reasonCode: [qcDicts.changeReason, 'qcRecord.reasonCodeUnknown'],
  disposition: [qcDicts.disposition, 'qcRecord.dispositionUnknown'],
  causeCode: [qcDicts.cause, 'qcSignal.causeUnknown'],
  actionCode: [qcDicts.action, 'qcSignal.actionUnknown'],
} as const

/** Checks reasons, dispositions, causes and actions against their dictionaries. @throws Refusal at the faulty field */
export async function refuseUnknownCodes(
  store: Dialect,
  db: Reader,
  input: { [Field in keyof typeof codeFields]?: string | undefined },
): Promise<void> {
  for (const [field, [dictType, fault]] of Object.entries(codeFields)) {
    const code = input[field as keyof typeof codeFields] // one of its keys
    if (code && !(await codesOf(store, db, dictType)).has(code)) throw new Refusal(codes.badRequest, fault).at(field)
  }
}

/**
 * A record must be inspected at most one week before it is entered, and not in the future, except for fast clocks. The
 * rule is the same with and without a network: drafts that waited for a network look like others.
 * @param enteredAt the time when the record was made
 */
export function refuseInspectionTime(inspectedAt: number, enteredAt: number, now: number): void {
  if (inspectedAt > now + MAX_AHEAD_MS) throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
  if (inspectedAt >= enteredAt - MAX_LATE_MS) return
  throw new Refusal(codes.badRequest, 'qcRecord.tooLate').at('inspectedAt')
}
