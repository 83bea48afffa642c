import { signalStates, tracks, type SignalState, type TrackName } from '#shared/qc/analysis/kinds'
import type { RuleId, Side } from '#shared/spc/charts/track'
import { among, type Columns } from '../../platform/tables/columns'
import type { QcLimitTables } from '../limit/table'
import type { QcProductTables } from '../product/table'
import type { QcRecordTables } from '../record/table'
import type { QcTemplateTables } from '../template/table'

type Others = QcProductTables & QcTemplateTables & QcRecordTables & QcLimitTables

export function qcSignalTables(k: Columns, { products, templates, valueBases, limitSets }: Others) {
  /** A rule broken by values of a characteristic against a limit set, at the record that completes the pattern. */
  const signals = k.table(
    'qc_signal',
    {
      signalId: k.id('signal_id'),
      productId: k.ref('product_id', () => products.productId).notNull(),
      templateId: k.ref('template_id', () => templates.templateId).notNull(),
      itemKey: k.text('item_key').notNull(),
      limitSetId: k.ref('limit_set_id', () => limitSets.limitSetId).notNull(),
      track: k.text('track').$type<TrackName>().notNull(),
      rule: k.text('rule').$type<RuleId>().notNull(),
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId).notNull(),
      /** The time of the record, its place in the chart. */
      inspectedAt: k.time('inspected_at').notNull(),
      /** JSON of the ids of the records in the pattern, this one last. */
      members: k.text('members').notNull(),
      side: k.text('side').$type<Side>().notNull(),
      /** The plotted value and its limits. */
      stat: k.real('stat').notNull(),
      cl: k.real('cl').notNull(),
      lcl: k.real('lcl'),
      ucl: k.real('ucl'),
      detectedAt: k.time('detected_at').notNull(),
      state: k.text('state').$type<SignalState>().notNull(),
      /** Values of the dictionaries of causes and actions. */
      causeCode: k.text('cause_code'),
      actionCode: k.text('action_code'),
      comment: k.text('comment').notNull().default(''),
      ackBy: k.int('ack_by'),
      ackName: k.text('ack_name'),
      ackAt: k.time('ack_at'),
      closedBy: k.int('closed_by'),
      closedName: k.text('closed_name'),
      closedAt: k.time('closed_at'),
      /**
       * For a closed signal: the time since which it has no basis. If the rule is broken again, that is another event,
       * and the signal opens.
       */
      goneAt: k.time('gone_at'),
      /** Grows with every change, so that no change is lost. */
      lockVersion: k.int('lock_version').notNull().default(0),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_signal_hit').on(t.limitSetId, t.track, t.rule, t.qcValueBaseId),
      k.index('qc_signal_state').on(t.state, t.detectedAt, t.signalId),
      k.index('qc_signal_product').on(t.productId, t.state, t.detectedAt),
      k.index('qc_signal_item').on(t.itemKey, t.inspectedAt),
      k.index('qc_signal_template').on(t.templateId),
      k.index('qc_signal_record').on(t.qcValueBaseId),
      k.check('qc_signal_state_word', among(t.state, signalStates)),
      k.check('qc_signal_track', among(t.track, tracks)),
    ],
  )
  return { signals }
}
