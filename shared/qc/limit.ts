import { limitStatuses } from './analysis/kinds'
import { MOST_IN_A_ROW } from '../spc/rules/figures'
import { nameSchemas, z } from '../zod'
import { Id, Instant, line, listQuery, name, several } from '../list/page'
import { FreezableChart, RunRule, SigmaMethod } from './analysis/schema'
import { FirstMoment, LastMoment } from '../list/moment'
import { ItemKey } from './template/schema'

/**
 * The rules that test the points. `figures`: lengths and widths that differ from the usual ones (see `RULE_FIGURES`).
 */
export const RuleSettings = z.object({
  rules: z.array(RunRule).max(12).default(['1', '2', '5']),
  figures: z.partialRecord(RunRule, z.number().min(1).max(MOST_IN_A_ROW)).default({}),
})
export type RuleSettings = z.infer<typeof RuleSettings>

/**
 * Limits in force from an instant on. With `baseFrom` and `baseTo` they are estimated from the values of that period
 * without the excluded ones. Otherwise `centre` and `sigma` are entered by hand. `trial` begins a phase whose limits
 * still follow its values.
 */
export const LimitSetInput = z.object({
  itemKey: ItemKey,
  equipmentId: Id.nullish(),
  status: z.enum(['trial', 'active']).default('active'),
  chart: FreezableChart.optional(),
  baseFrom: FirstMoment.optional(),
  baseTo: LastMoment.optional(),
  centre: z.number().optional(),
  sigma: z.number().positive().optional(),
  /** The method that estimates sigma, if not the usual one of the chart. */
  sigmaMethod: SigmaMethod.optional(),
  validFrom: FirstMoment,
  rules: RuleSettings.optional(),
  reason: name(500),
})
export type LimitSetInput = z.infer<typeof LimitSetInput>

/** `active` freezes a trial set, `retired` ends one. */
export const LimitSetChange = z.object({
  status: z.enum(['active', 'retired']).optional(),
  rules: RuleSettings.optional(),
  reason: name(500),
})
export type LimitSetChange = z.infer<typeof LimitSetChange>

export const LimitSet = z.object({
  limitSetId: z.int(),
  templateId: z.int(),
  itemKey: z.string(),
  equipmentId: z.int().nullable(),
  equipmentName: z.string().nullable(),
  equipmentNameEn: z.string().nullable(),
  chart: FreezableChart,
  centre: z.number(),
  sigma: z.number(),
  /** Null if sigma was entered by hand or comes from counts, and for limits older than this field. */
  sigmaMethod: SigmaMethod.nullable(),
  rules: RuleSettings,
  baseFrom: Instant.nullable(),
  baseTo: Instant.nullable(),
  points: z.int().nullable(),
  excluded: z.array(z.int()),
  validFrom: Instant,
  validTo: Instant.nullable(),
  status: z.enum(limitStatuses),
  reason: z.string(),
  createName: z.string(),
  createdAt: Instant,
})
export type LimitSet = z.infer<typeof LimitSet>

export const LimitSetQuery = listQuery({ itemKey: ItemKey.optional(), status: z.enum(limitStatuses).optional() }, [
  'validFrom',
])
export type LimitSetQuery = z.infer<typeof LimitSetQuery>

/** The values of an estimate of limits, and the rules that test these values. */
export const LimitEstimateQuery = z.object({
  itemKey: ItemKey,
  from: FirstMoment,
  to: LastMoment,
  equipmentId: Id.optional(),
  chart: FreezableChart.optional(),
  sigmaMethod: SigmaMethod.optional(),
  rules: several(RunRule).optional(),
})
export type LimitEstimateQuery = z.infer<typeof LimitEstimateQuery>

/** The result of an estimate. */
export const LimitEstimate = z.object({
  chart: FreezableChart,
  centre: z.number(),
  /** Sigma of a single value, or a single unit. */
  sigma: z.number(),
  /** The method that estimated sigma; null for counts. */
  sigmaMethod: SigmaMethod.nullable(),
  points: z.int(),
  /** The advised number of points. */
  enough: z.int(),
  /** The number of records left out because their cause is known. */
  excluded: z.int(),
  /** The number of points left out because their machines have limits of their own. */
  apart: z.int(),
  /** The number of points that break a rule, without the points left out. If it is above 0, the base is not stable. */
  brokenPoints: z.int(),
  /** The set in force. It ends at the start of the new one. */
  inForce: z.object({ limitSetId: z.int(), validFrom: Instant, reason: z.string() }).nullable(),
})
export type LimitEstimate = z.infer<typeof LimitEstimate>

export const LimitSetIdParam = z.object({ limitSetId: Id })

/** A point excluded from the estimate of limits. */
export const ExclusionInput = z.object({
  itemKey: ItemKey,
  qcValueBaseId: Id,
  causeCode: line(64).optional(),
  reason: name(500),
})
export type ExclusionInput = z.infer<typeof ExclusionInput>
export const ExclusionKey = ExclusionInput.pick({ itemKey: true, qcValueBaseId: true }).extend({ reason: name(500) })
export const Exclusion = z.object({
  itemKey: z.string(),
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  inspectedAt: Instant,
  causeCode: z.string().nullable(),
  reason: z.string(),
  createName: z.string(),
  createdAt: Instant,
})
export type Exclusion = z.infer<typeof Exclusion>
export const ExclusionQuery = listQuery({ itemKey: ItemKey.optional() }, ['inspectedAt'])
export type ExclusionQuery = z.infer<typeof ExclusionQuery>

nameSchemas({
  RuleSettings,
  LimitSetInput,
  LimitSetChange,
  LimitSet,
  LimitEstimate,
  ExclusionInput,
  ExclusionKey,
  Exclusion,
})
