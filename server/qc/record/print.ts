import type { PrintedRecord, RecordDetail } from '#shared/qc/record/schema'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { rowBy } from '../../platform/list/rows-by'
import { oneRow } from '../../platform/list/statement'
import type { Reading, Store } from '../../platform/store'
import { recordAt, type RecordQuestion } from './detail'
import { instant } from '../../platform/list/wire'

const auditHead = oneRow(({ db, t: { auditHeads } }) => db.select().from(auditHeads))
const userById = rowBy('users', 'userId', { fields: ['nickName'] })
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

/** The rest of a print: the product line's name, the end of the audit trail, and the time and author of the print. */
async function printNoteOf(
  store: Reading,
  { userId, username }: Operator,
  now: number,
  { productId }: RecordDetail,
): Promise<Omit<PrintedRecord, keyof RecordDetail>> {
  const [head, user, product] = await Promise.all([
    auditHead(store),
    userById(store, store.db, userId),
    productById(store, store.db, productId),
  ])
  return {
    headId: head?.lastId ?? 0,
    headHash: head?.lastHash ?? '',
    printedAt: instant(now),
    printedBy: nameOfUser({ nickName: user?.nickName, username }),
    productName: product?.name ?? '',
    productNameEn: product?.nameEn ?? '',
  }
}
