import { sql } from 'drizzle-orm'
import {
  chartFroms,
  itemTypes,
  judgeModes,
  requirements,
  severities,
  stages,
  templateStatuses,
  versionStatuses,
  type Chart,
  type ChartFrom,
  type ItemType,
  type JudgeMode,
  type Requirement,
  type Severity,
  type Stage,
  type TemplateStatus,
  type VersionStatus,
} from '#shared/qc/constants'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcProductTables } from '../product/table'

export function qcTemplateTables(k: Columns, { products }: QcProductTables) {
  /** Plans of inspections. Their items are in their versions. */
  const templates = k.table(
    'qc_template',
    {
      templateId: k.id('template_id'),
      productId: k.ref('product_id', () => products.productId).notNull(),
      code: k.text('code').notNull(),
      name: k.text('name').notNull(),
      nameEn: k.text('name_en').notNull().default(''),
      stage: k.text('stage').$type<Stage>().notNull(),
      ownerId: k.int('owner_id'),
      status: k.text('status').$type<TemplateStatus>().notNull(),
      chartFrom: k.text('chart_from').$type<ChartFrom>().notNull(),
      /** Signatures that a record needs: none, approval, or review and approval. */
      signLevels: k.int('sign_levels').$type<0 | 1 | 2>().notNull(),
      isLotRequired: k.bool('is_lot_required').notNull().default(false),
      remark: k.text('remark').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_template_code').on(t.productId, sql`lower(${t.code})`),
      k.index('qc_template_updated').on(t.updatedAt, t.templateId),
      k.check('qc_template_stage', among(t.stage, stages)),
      k.check('qc_template_status', among(t.status, templateStatuses)),
      k.check('qc_template_chart_from', among(t.chartFrom, chartFroms)),
      k.check('qc_template_sign_levels', sql`${t.signLevels} in (0, 1, 2)`),
    ],
  )

  /** The content of a template at a time. Once published it never changes; records keep theirs. */
  const templateVersions = k.table(
    'qc_template_version',
    {
      versionId: k.id('version_id'),
      templateId: k.ref('template_id', () => templates.templateId).notNull(),
      versionNo: k.int('version_no').notNull(),
      status: k.text('status').$type<VersionStatus>().notNull(),
      changeNote: k.text('change_note').notNull().default(''),
      effectiveFrom: k.time('effective_from'),
      publishedAt: k.time('published_at'),
      publishedBy: k.int('published_by'),
      publishedByName: k.text('published_by_name').notNull().default(''),
      /** The hash of the items in canonical JSON; set at publication. */
      contentSha256: k.text('content_sha256'),
      /** Grows with each change of a draft, so that no change is lost. */
      lockVersion: k.int('lock_version').notNull().default(0),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_template_version_no').on(t.templateId, t.versionNo),
      k
        .unique('qc_template_version_draft')
        .on(t.templateId)
        .where(sql`status = 'draft'`),
      k
        .unique('qc_template_version_published')
        .on(t.templateId)
        .where(sql`status = 'published'`),
      k.check('qc_template_version_status', among(t.status, versionStatuses)),
    ],
  )

  /** One item of a version. Limits and other entered figures are decimal text. */
  const templateItems = k.table(
    'qc_template_item',
    {
      itemId: k.id('item_id'),
      versionId: k.ref('version_id', () => templateVersions.versionId).notNull(),
      /** The key of the characteristic, the same in all versions. */
      itemKey: k.text('item_key').notNull(),
      seq: k.int('seq').notNull(),
      groupName: k.text('group_name').notNull().default(''),
      /** The name in formulas. */
      code: k.text('code').notNull(),
      name: k.text('name').notNull(),
      nameEn: k.text('name_en').notNull().default(''),
      type: k.text('item_type').$type<ItemType>().notNull(),
      unit: k.text('unit').notNull().default(''),
      decimals: k.int('decimals').notNull().default(0),
      nominal: k.text('nominal'),
      lsl: k.text('lsl'),
      usl: k.text('usl'),
      warnLow: k.text('warn_low'),
      warnHigh: k.text('warn_high'),
      plausLow: k.text('plaus_low'),
      plausHigh: k.text('plaus_high'),
      judgeMode: k.text('judge_mode').$type<JudgeMode>().notNull(),
      sampleSize: k.int('sample_size').notNull().default(1),
      severity: k.text('severity').$type<Severity>().notNull(),
      required: k.text('required').$type<Requirement>().notNull(),
      requiredWhen: k.text('required_when').notNull().default(''),
      visibleWhen: k.text('visible_when').notNull().default(''),
      formula: k.text('formula').notNull().default(''),
      /** JSON of `{code, name, nameEn, judgement}[]`. */
      choices: k.text('choices').notNull().default('[]'),
      gaugeKind: k.text('gauge_kind').notNull().default(''),
      instruction: k.text('instruction').notNull().default(''),
      spc: k.bool('spc').notNull().default(false),
      chart: k.text('chart').$type<Chart>().notNull(),
      /** JSON of numbers. */
      rules: k.text('rules').notNull().default('[]'),
    },
    (t) => [
      k.unique('qc_template_item_key').on(t.versionId, t.itemKey),
      k.unique('qc_template_item_code').on(t.versionId, t.code),
      k.index('qc_template_item_of').on(t.itemKey),
      k.check('qc_template_item_type', among(t.type, itemTypes)),
      k.check('qc_template_item_judge_mode', among(t.judgeMode, judgeModes)),
      k.check('qc_template_item_severity', among(t.severity, severities)),
      k.check('qc_template_item_required', among(t.required, requirements)),
      k.check('qc_template_item_sample_size', sql`${t.sampleSize} >= 1`),
    ],
  )
  return { templates, templateVersions, templateItems }
}
export type QcTemplateTables = ReturnType<typeof qcTemplateTables>
