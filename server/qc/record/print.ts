import type { PrintedRecord, RecordDetail } from '#shared/qc/record/schema'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { rowBy, rowsByIds } from '../../platform/list/rows-by'
import { oneRow } from '../../platform/list/statement'
import type { Reading, Store } from '../../platform/store'
import { recordAt, type RecordQuestion } from './detail'
import { instant } from '../../platform/list/wire'

const auditHead = oneRow(({ db, t: { auditHeads } }) => db.select().from(auditHeads))
const userById = rowBy('users', 'userId', { fields: ['nickName'] })
const gaugesById = rowsByIds('equipment', 'equipmentId', {
  fields: ['equipmentId', 'code', 'name', 'nameEn'],
  orderBy: ['equipmentId'],
})
const productById = rowBy('products', 'productId', { fields: ['name', 'nameEn'] })

/** A record for printing, with the audit trail of the same moment. */
export const printRecord = (
  store: Store,
  now: number,
  ...question: RecordQuestion
): Promise<PrintedRecord | undefined> =>
  store.snapshot(async (at) => {
    const record = await recordAt(at, ...question)
    const [, operator] = question
    return record && { ...record, ...(await printNoteOf(at, operator, now, record)) }
  })

/**
 * The rest of a print: the names of the product line and the gauges, the end of the audit trail, and the time and author of
 * the print.
 */
async function printNoteOf(
  store: Reading,
  { userId, username }: Operator,
  now: number,
  { productId, values }: RecordDetail,
): Promise<Omit<PrintedRecord, keyof RecordDetail>> {
  const gaugeIds = new Set(values.flatMap(({ gaugeId }) => gaugeId ?? []))
  const [head, user, product, gauges] = await Promise.all([
    auditHead(store),
    userById(store, store.db, userId),
    productById(store, store.db, productId),
    gaugeIds.size > 0 ? gaugesById(store, store.db, gaugeIds) : [],
  ])
  return {
    headId: head?.lastId ?? 0,
    headHash: head?.lastHash ?? '',
    printedAt: instant(now),
    printedBy: nameOfUser({ nickName: user?.nickName, username }),
    productName: product?.name ?? '',
    productNameEn: product?.nameEn ?? '',
    gauges,
  }
}
