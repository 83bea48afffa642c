import { eq } from 'drizzle-orm'
import type { Judgement, ValueState } from '#shared/qc/constants'
import type { RecordQuery, RecordRow } from '#shared/schemas/qc-record'
import type { Store } from '../store'
import { turn } from '../turn'
import type { Unpaged } from './listing'
import type { Act } from './operation'
import { appendAudit, authorOf, canonical } from './qc-audit'
import { recordBatches, type Asking } from './qc-record-list'
import { statement } from './statement'

/** Records whose values are read in one go: a few milliseconds. */
const RECORDS = 200

/** A value, or the lack of one, of one of the items. */
export type ExportedValue = {
  qcValueBaseId: number
  code: string
  name: string
  unit: string
  lsl: string | null
  usl: string | null
  sampleNo: number
  state: ValueState
  missingCode: string | null
  raw: string | null
  num: number | null
  den: number | null
  judgement: Judgement
  corrected: boolean
}
/** One row of the sheet; a record without values has one all the same. */
export type ExportedRow = { record: RecordRow; inspectedAt: Date; value: ExportedValue | undefined }

const valuesIn = statement((store) => {
  const { values, templateItems } = store.t
  return store.db
    .select({
      qcValueBaseId: values.qcValueBaseId,
      code: templateItems.code,
      name: templateItems.name,
      unit: templateItems.unit,
      lsl: templateItems.lsl,
      usl: templateItems.usl,
      sampleNo: values.sampleNo,
      state: values.state,
      missingCode: values.missingCode,
      raw: values.raw,
      num: values.num,
      den: values.den,
      judgement: values.judgement,
      corrected: values.corrected,
    })
    .from(values)
    .innerJoin(templateItems, eq(templateItems.itemId, values.itemId))
    .where(store.among(values.qcValueBaseId, store.bind('records'), 'ids'))
    .orderBy(values.qcValueBaseId, templateItems.seq, values.sampleNo)
})

/** All values of the records that the filters find, record by record. */
export async function* valueBatches(
  store: Store,
  query: Unpaged<RecordQuery>,
  asking: Asking,
): AsyncGenerator<ExportedRow[]> {
  for await (const records of recordBatches(store, query, asking)) {
    for (let from = 0; from < records.length; from += RECORDS) {
      const some = records.slice(from, from + RECORDS)
      const ids = some.map(({ qcValueBaseId }) => qcValueBaseId)
      const values = await valuesIn(store, { records: JSON.stringify({ ids }) })
      const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
      yield some.flatMap((record): ExportedRow[] => {
        const inspectedAt = new Date(record.inspectedAt)
        return (byRecord.get(record.qcValueBaseId) ?? [undefined]).map((value) => ({ record, inspectedAt, value }))
      })
      await turn()
    }
  }
}

/** Tells the audit trail that records were taken out of the house, and which. */
export const noteExport = (store: Store, act: Act, query: object): Promise<void> =>
  store.tx(async (db) =>
    appendAudit(store, db, await authorOf(store, db, act), [
      { entity: 'record', entityId: 0, action: 'export', new: canonical(query) },
    ]),
  )
