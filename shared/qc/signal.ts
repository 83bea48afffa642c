import { signalStates, tracks } from './analysis/kinds'
import { SIDES } from '../spc/charts/track'
import { nameSchemas, z } from '../zod'
import { FirstMoment, FirstOfPeriod, LastMoment, LastOfPeriod } from '../list/moment'
import { Id, Instant, line, listQuery, LockVersion, optionalLine, several } from '../list/page'
import { Assignment } from './assignment'
import { ProductFilter, RecordStatus } from './figures'
import { FreezableChart, RunRule } from './analysis/schema'
import { ItemKey } from './template/schema'

/** A broken rule of a characteristic, at the record that completes the pattern. */
export const Signal = z.object({
  signalId: z.int(),
  product: z.string(),
  templateId: z.int(),
  templateName: z.string(),
  templateNameEn: z.string(),
  itemKey: z.string(),
  itemName: z.string(),
  itemNameEn: z.string(),
  unit: z.string(),
  decimals: z.int(),
  limitSetId: z.int(),
  /** The chart of its limits. */
  chart: FreezableChart,
  equipmentId: z.int().nullable(),
  equipmentName: z.string().nullable(),
  equipmentNameEn: z.string().nullable(),
  track: z.enum(tracks),
  rule: RunRule,
  side: z.enum(SIDES),
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  inspectedAt: Instant,
  /** The inspection time of the first record of the pattern in the caller's data scope. */
  since: Instant,
  /** The records of the pattern in the caller's data scope. */
  members: z.array(z.int()),
  /** The number of points of the pattern, which follows from the rule. */
  pointCount: z.int(),
  stat: z.number(),
  cl: z.number(),
  lcl: z.number().nullable(),
  ucl: z.number().nullable(),
  detectedAt: Instant,
  state: z.enum(signalStates),
  causeCode: z.string().nullable(),
  actionCode: z.string().nullable(),
  comment: z.string(),
  ackName: z.string().nullable(),
  ackAt: Instant.nullable(),
  closedName: z.string().nullable(),
  closedAt: Instant.nullable(),
  lockVersion: z.int(),
  assignment: Assignment.nullable(),
})
export type Signal = z.infer<typeof Signal>

const signalFilters = {
  product: ProductFilter,
  templateId: Id.optional(),
  itemKey: ItemKey.optional(),
  qcValueBaseId: Id.optional(),
  state: z.enum(signalStates).optional(),
  /** Open or acknowledged signals. */
  unsettled: z.literal('1').optional(),
  /** Assigned to the caller. */
  assigned: z.literal('1').optional(),
  rule: RunRule.optional(),
  causeCode: line(64).optional(),
  /** These times apply to `detectedAt`. */
  beginTime: FirstOfPeriod.optional(),
  endTime: LastOfPeriod.optional(),
  /** All further filters apply to the record of the signal. These times apply to its inspection. */
  from: FirstMoment.optional(),
  to: LastMoment.optional(),
  equipmentId: several(Id).optional(),
  shiftId: several(Id).optional(),
  operatorId: several(Id).optional(),
  lotId: several(Id).optional(),
  recordStatus: RecordStatus.optional(),
  versionNo: several(z.coerce.number().int().min(1)).optional(),
  counted: z.enum(['1', 'all']).optional(),
}
export const SignalQuery = listQuery(signalFilters, ['detectedAt', 'inspectedAt'])
export type SignalQuery = z.infer<typeof SignalQuery>

export const SignalIdParam = z.object({ signalId: Id })
export const SignalAck = z.object({ lockVersion: LockVersion, comment: optionalLine(1000) })
export type SignalAck = z.infer<typeof SignalAck>
/** Codes of the dictionaries `qc_cause` and `qc_action`. */
export const SignalClose = z.object({
  lockVersion: LockVersion,
  causeCode: line(64).min(1, 'field.required'),
  actionCode: line(64).min(1, 'field.required'),
  comment: optionalLine(1000),
})
export type SignalClose = z.infer<typeof SignalClose>

/** For the bell: the number of open signals, and the latest of them. */
export const SignalBell = z.object({ open: z.int(), oldestAt: Instant.nullable(), latest: z.array(Signal).max(10) })
export type SignalBell = z.infer<typeof SignalBell>

nameSchemas({ Signal, SignalAck, SignalClose, SignalBell })
