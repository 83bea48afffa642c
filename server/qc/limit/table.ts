import { sql } from 'drizzle-orm'
import { freezableCharts, limitStatuses, type FreezableChart, type LimitStatus } from '#shared/qc/analysis/kinds'
import type { SigmaMethod } from '#shared/spc/charts/track'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcEquipmentTables } from '../equipment/table'
import type { QcRecordTables } from '../record/table'
import type { QcTemplateTables } from '../template/table'

type Others = QcEquipmentTables & QcTemplateTables & QcRecordTables

export function qcLimitTables(k: Columns, { equipment, templates, valueBases }: Others) {
  /** Centre and sigma of a characteristic since an instant. Limits are computed from them and n. */
  const limitSets = k.table(
    'qc_limit_set',
    {
      limitSetId: k.id('limit_set_id'),
      templateId: k.ref('template_id', () => templates.templateId).notNull(),
      itemKey: k.text('item_key').notNull(),
      /** The machine of the limits; null for all. */
      equipmentId: k.ref('equipment_id', () => equipment.equipmentId),
      chart: k.text('chart').$type<FreezableChart>().notNull(),
      centre: k.real('centre').notNull(),
      /** Of a single value, or of a single unit of a count: the limits of any sample size are computed from it. */
      sigma: k.real('sigma').notNull(),
      /** The estimate of sigma. Null for limits entered by hand or from counts, and in sets older than this column. */
      sigmaMethod: k.text('sigma_method').$type<SigmaMethod>(),
      /** JSON of `RuleSettings`. */
      rules: k.text('rules').notNull(),
      /** The period of the records of the estimate, and the number of its points. Null for limits entered by hand. */
      baseFrom: k.time('base_from'),
      baseTo: k.time('base_to'),
      points: k.int('points'),
      /** JSON of the ids of excluded records. */
      excluded: k.text('excluded').notNull().default('[]'),
      validFrom: k.time('valid_from').notNull(),
      validTo: k.time('valid_to'),
      status: k.text('status').$type<LimitStatus>().notNull(),
      reason: k.text('reason').notNull(),
      createBy: k.int('create_by').notNull(),
      createName: k.text('create_name').notNull(),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k
        .unique('qc_limit_set_active')
        .on(t.itemKey)
        .where(sql`status = 'active' and equipment_id is null`),
      k
        .unique('qc_limit_set_active_equipment')
        .on(t.itemKey, t.equipmentId)
        .where(sql`status = 'active' and equipment_id is not null`),
      k.index('qc_limit_set_item').on(t.itemKey, t.validFrom),
      k.index('qc_limit_set_template').on(t.templateId, t.status),
      k.index('qc_limit_set_equipment').on(t.equipmentId),
      k.check('qc_limit_set_status', among(t.status, limitStatuses)),
      k.check('qc_limit_set_chart', among(t.chart, freezableCharts)),
      k.check('qc_limit_set_sigma', sql`${t.sigma} >= 0`),
    ],
  )

  /** Points excluded from the estimate of limits because their cause is known. They are still drawn and tested. */
  const exclusions = k.table(
    'qc_exclusion',
    {
      exclusionId: k.id('exclusion_id'),
      itemKey: k.text('item_key').notNull(),
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId).notNull(),
      /** A value of the dictionary of causes. */
      causeCode: k.text('cause_code'),
      reason: k.text('reason').notNull(),
      createBy: k.int('create_by').notNull(),
      createName: k.text('create_name').notNull(),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [
      k.unique('qc_exclusion_point').on(t.itemKey, t.qcValueBaseId),
      k.index('qc_exclusion_record').on(t.qcValueBaseId),
    ],
  )
  return { limitSets, exclusions }
}
export type QcLimitTables = ReturnType<typeof qcLimitTables>
