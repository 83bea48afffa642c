import type { Columns } from '../../platform/tables/columns'
import type { QcRecordTables } from '../record/table'

export function qcAnnotationTables(k: Columns, { valueBases }: Pick<QcRecordTables, 'valueBases'>) {
  const annotations = k.table(
    'qc_annotation',
    {
      annotationId: k.id('annotation_id'),
      itemKey: k.text('item_key').notNull(),
      /** Null for an annotation of an instant. */
      qcValueBaseId: k.ref('qc_value_base_id', () => valueBases.qcValueBaseId),
      /** For an annotation of a record: the time of inspection. */
      at: k.time('at').notNull(),
      text: k.text('text').notNull(),
      createBy: k.int('create_by').notNull(),
      createName: k.text('create_name').notNull(),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [k.index('qc_annotation_item').on(t.itemKey, t.at), k.index('qc_annotation_record').on(t.qcValueBaseId)],
  )
  return { annotations }
}
