import { freezableCharts, limitStatuses } from './analysis/kinds'
import { MOST_IN_A_ROW } from '../spc/rules/figures'
import { SIGMA_METHODS } from '../spc/charts/track'
import { nameSchemas, z } from '../zod'
import { Id, Instant, line, listQuery, name, several } from '../list/page'
import { RunRule } from './analysis/schema'
import { FirstMoment, LastMoment } from '../list/moment'
import { ItemKey } from './template/schema'

/** Which rules its points are tested by; `figures` where not by the usual lengths and widths (see `RULE_FIGURES`). */
export const RuleSettings = z.object({
  rules: z.array(RunRule).max(12).default(['1', '2', '5']),
  figures: z.partialRecord(RunRule, z.number().min(1).max(MOST_IN_A_ROW)).default({}),
})
export type RuleSettings = z.infer<typeof RuleSettings>

/**
 * Limits that hold from an instant on. With `baseFrom` and `baseTo` they are estimated from the values of that time, less
 * the excluded ones; else `centre` and `sigma` are given by hand. `trial` begins a phase whose limits still follow its
 * values.
 */
export const LimitSetInput = z.object({
  itemKey: ItemKey,
  equipmentId: Id.nullish(),
  status: z.enum(['trial', 'active']).default('active'),
  chart: z.enum(freezableCharts).optional(),
  baseFrom: FirstMoment.optional(),
  baseTo: LastMoment.optional(),
  centre: z.number().optional(),
  sigma: z.number().positive().optional(),
  /** How sigma is estimated, where not as is usual for the chart. */
  sigmaMethod: z.enum(SIGMA_METHODS).optional(),
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
  chart: z.enum(freezableCharts),
  centre: z.number(),
  sigma: z.number(),
  /** Null where sigma was entered by hand or is that of counts, and where limits are older than this field. */
  sigmaMethod: z.enum(SIGMA_METHODS).nullable(),
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

/** Of which values limits would be estimated, and by which rules those would be tested. */
export const LimitEstimateQuery = z.object({
  itemKey: ItemKey,
  from: FirstMoment,
  to: LastMoment,
  equipmentId: Id.optional(),
  chart: z.enum(freezableCharts).optional(),
  sigmaMethod: z.enum(SIGMA_METHODS).optional(),
  rules: several(RunRule).optional(),
})
export type LimitEstimateQuery = z.infer<typeof LimitEstimateQuery>

/** What would come out. */
export const LimitEstimate = z.object({
  chart: z.enum(freezableCharts),
  centre: z.number(),
  /** Of a single value, or a single unit. */
  sigma: z.number(),
  /** How sigma was estimated; null of counts. */
  sigmaMethod: z.enum(SIGMA_METHODS).nullable(),
  points: z.int(),
  /** So many points are advised. */
  enough: z.int(),
  /** Records left out, their cause being known. */
  excluded: z.int(),
  /** Points that break a rule, those left out not counted: with some, the base is not steady. */
  brokenPoints: z.int(),
  /** The set in force, which ends where the new one begins. */
  inForce: z.object({ limitSetId: z.int(), validFrom: Instant, reason: z.string() }).nullable(),
})
export type LimitEstimate = z.infer<typeof LimitEstimate>

export const LimitSetIdParam = z.object({ limitSetId: Id })

/** A point that limits are not estimated from. */
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
