import { sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import {
  judgements,
  recordSources,
  recordStatuses,
  valueStates,
  type Judgement,
  type RecordSource,
  type RecordStatus,
  type ValueState,
} from '#shared/qc/constants'
import { photoTypeNames, type PhotoType } from '#shared/qc/record/photo-limits'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcEquipmentTables } from '../equipment/table'
import type { QcLotTables } from '../lot/table'
import type { QcProductTables } from '../product/table'
import type { QcTemplateTables } from '../template/table'

/** The last four digits of a record's number. An index uses exactly this expression. */
export const serialOf = (recordNo: AnySQLiteColumn) => sql`substr(${recordNo}, length(${recordNo}) - 3)`

type Others = QcProductTables & QcEquipmentTables & QcLotTables & QcTemplateTables

export function qcRecordTables(k: Columns, others: Others) {
  const { products, shifts, equipment, lots, templates, templateVersions } = others
  /** Records: one inspection at one time, bound to one version of a template. */
  const valueBases = k.table(
    'qc_value_base',
    {
      qcValueBaseId: k.id('qc_value_base_id'),
      recordNo: k.text('record_no').notNull(),
      productId: k.ref('product_id', () => products.productId).notNull(),
      templateId: k.ref('template_id', () => templates.templateId).notNull(),
      versionId: k.ref('version_id', () => templateVersions.versionId).notNull(),
      lotId: k.ref('lot_id', () => lots.lotId),
      equipmentId: k.ref('equipment_id', () => equipment.equipmentId),
      shiftId: k.ref('shift_id', () => shifts.shiftId),
      /** `YYYY-MM-DD`, by the clock of the product line. */
      businessDay: k.text('business_day').notNull(),
      /** Id and name of the inspector. Inspector and department decide who may see the record. */
      operatorId: k.int('operator_id').notNull(),
      operatorName: k.text('operator_name').notNull(),
      deptId: k.int('dept_id'),
      /** The user who made it here: the inspector, or an importer. */
      createBy: k.int('create_by').notNull(),
      /** Sign levels of the template when the record was made. Later changes of the template do not affect it. */
      signLevels: k.int('sign_levels').$type<0 | 1 | 2>().notNull(),
      inspectedAt: k.time('inspected_at').notNull(),
      /** Offset of the product line's clock from UTC, in minutes. */
      tzMin: k.int('tz_min').notNull(),
      source: k.text('source').$type<RecordSource>().notNull(),
      status: k.text('status').$type<RecordStatus>().notNull(),
      judgement: k.text('judgement').$type<Judgement>().notNull(),
      ngItems: k.int('ng_items').notNull().default(0),
      warnItems: k.int('warn_items').notNull().default(0),
      missingItems: k.int('missing_items').notNull().default(0),
      /** At the first submission; for the first-pass yield. */
      firstJudgement: k.text('first_judgement').$type<Judgement>(),
      disposition: k.text('disposition'),
      retestOf: k.ref('retest_of', (): AnySQLiteColumn => valueBases.qcValueBaseId),
      /** Grows when an approved record is reopened. */
      rev: k.int('rev').notNull().default(1),
      /** Grows with every change, so that no change is lost (S42). */
      lockVersion: k.int('lock_version').notNull().default(0),
      /** Given by the device that made it: a record sent twice is one record. */
      clientUid: k.text('client_uid'),
      submittedAt: k.time('submitted_at'),
      submittedBy: k.int('submitted_by'),
      /** The printed name of the submitter at the time of submission. */
      submittedByName: k.text('submitted_by_name'),
      reviewedAt: k.time('reviewed_at'),
      reviewedBy: k.int('reviewed_by'),
      approvedAt: k.time('approved_at'),
      approvedBy: k.int('approved_by'),
      voidedAt: k.time('voided_at'),
      voidReason: k.text('void_reason').notNull().default(''),
      /** The last change of the content. */
      contentAt: k.time('content_at').notNull(),
      remark: k.text('remark').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_value_base_no').on(t.recordNo),
      k.unique('qc_value_base_client_uid').on(t.clientUid),
      // For the search by a part of the number; the data scope is checked in the index alone.
      k.index('qc_value_base_number').on(k.bytewise(t.recordNo), t.deptId, t.operatorId, t.qcValueBaseId),
      k.index('qc_value_base_serial').on(serialOf(t.recordNo), t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_inspected').on(t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_product').on(t.productId, t.inspectedAt, t.qcValueBaseId),
      // Combinations of two filters and the data scope are counted in the index alone.
      k
        .index('qc_value_base_template')
        .on(t.templateId, t.inspectedAt, t.qcValueBaseId, t.judgement, t.status, t.deptId, t.operatorId),
      k.index('qc_value_base_status').on(t.status, t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_judgement').on(t.judgement, t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_lot').on(t.lotId, t.inspectedAt, t.qcValueBaseId),
      k
        .index('qc_value_base_equipment')
        .on(t.equipmentId, t.inspectedAt, t.qcValueBaseId, t.judgement, t.status, t.deptId, t.operatorId),
      k.index('qc_value_base_scope').on(t.deptId, t.operatorId),
      k.index('qc_value_base_operator').on(t.operatorId, t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_shift').on(t.shiftId, t.inspectedAt, t.qcValueBaseId),
      k.index('qc_value_base_day').on(t.businessDay, t.productId, t.judgement),
      k.index('qc_value_base_version').on(t.versionId),
      k.index('qc_value_base_retest').on(t.retestOf),
      k.check('qc_value_base_sign_levels', sql`${t.signLevels} in (0, 1, 2)`),
      k.check('qc_value_base_status_word', among(t.status, recordStatuses)),
      k.check('qc_value_base_judgement_word', among(t.judgement, judgements)),
      k.check('qc_value_base_source_word', among(t.source, recordSources)),
    ],
  )

  const values = k.table(
    'qc_value',
    {
      valueId: k.id('value_id'),
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId).notNull(),
      /** Of a published version, which keeps its items. A foreign key would search all values at each save. */
      itemId: k.int('item_id').notNull(),
      itemKey: k.text('item_key').notNull(),
      /** Counted from 1. */
      sampleNo: k.int('sample_no').notNull(),
      state: k.text('state').$type<ValueState>().notNull(),
      missingCode: k.text('missing_code'),
      /** The typed text; null without one. */
      raw: k.text('raw'),
      /** The parsed number. */
      num: k.real('num'),
      /** For counts: the sample size or the inspected area. */
      den: k.real('den'),
      judgement: k.text('judgement').$type<Judgement>().notNull(),
      gaugeId: k.ref('gauge_id', () => equipment.equipmentId),
      /** The expiry of the gauge's calibration, if before the inspection. Later calibrations do not change it. */
      gaugeOverdueSince: k.time('gauge_overdue_since'),
      /** Confirmed by a person although improbable. */
      confirmed: k.bool('confirmed').notNull().default(false),
      enteredBy: k.int('entered_by').notNull(),
      enteredAt: k.time('entered_at').notNull(),
      /** Changed after the first submission of the record. */
      corrected: k.bool('corrected').notNull().default(false),
    },
    (t) => [
      k.unique('qc_value_sample').on(t.qcValueBaseId, t.itemId, t.sampleNo),
      k.index('qc_value_item').on(t.itemKey, t.qcValueBaseId, t.sampleNo, t.num),
      k
        .index('qc_value_gauge')
        .on(t.gaugeId)
        .where(sql`gauge_id is not null`),
      k.check('qc_value_state', among(t.state, valueStates)),
      k.check('qc_value_judgement', among(t.judgement, judgements)),
      k.check('qc_value_sample_no', sql`${t.sampleNo} >= 1`),
    ],
  )

  /** Photos of records and of their items. A photo without a record is an upload not attached yet. */
  const photos = k.table(
    'qc_photo',
    {
      photoId: k.id('photo_id'),
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId),
      /** Null: a photo of the whole record. */
      itemKey: k.text('item_key'),
      /** Of `content`. */
      sha256: k.text('sha256').notNull(),
      mediaType: k.text('media_type').$type<PhotoType>().notNull(),
      bytes: k.int('bytes').notNull(),
      width: k.int('width').notNull(),
      height: k.int('height').notNull(),
      addedBy: k.int('added_by').notNull(),
      addedAt: k.time('added_at').notNull(),
      /** The time of its removal by a correction. It is kept, because the record was submitted with it. */
      removedAt: k.time('removed_at'),
      /** The last column, so that reads of the others skip it. */
      content: k.bytes('content').notNull(),
    },
    (t) => [
      k.index('qc_photo_record').on(t.qcValueBaseId, t.photoId),
      k
        .unique('qc_photo_upload')
        .on(t.addedBy, t.sha256)
        .where(sql`qc_value_base_id is null`),
      k
        .index('qc_photo_unattached')
        .on(t.addedAt)
        .where(sql`qc_value_base_id is null`),
      k.index('qc_photo_bytes').on(t.bytes),
      k.check('qc_photo_media_type', among(t.mediaType, photoTypeNames)),
    ],
  )

  /** Comments on records. They never change, except for redaction. */
  const recordComments = k.table(
    'qc_comment',
    {
      commentId: k.id('comment_id'),
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId).notNull(),
      text: k.text('text').notNull(),
      authorId: k.int('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [k.index('qc_comment_record').on(t.qcValueBaseId, t.commentId)],
  )

  /** The last number given per product line and day. */
  const recordCounters = k.table('qc_counter', {
    counterKey: k.text('counter_key').notNull().primaryKey(),
    last: k.int('last').notNull(),
  })
  return { valueBases, values, photos, recordComments, recordCounters }
}
export type QcRecordTables = ReturnType<typeof qcRecordTables>
