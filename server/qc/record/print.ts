import { eq } from 'drizzle-orm'
import type { PrintedRecord, RecordDetail } from '#shared/qc/record/schema'
import type { Reading, Store } from '../../platform/store'
import { printedName } from '../../access/user/printed-name'
import { recordAt, type RecordAsked } from './http/queries'
import { instant } from './row'
import type { Operator } from '../../access/session/queries'
import { oneRow } from '../../platform/list/statement'

const trailEnd = oneRow(({ db, t: { auditHeads } }) => db.select().from(auditHeads))

const nameOf = oneRow(({ db, t: { users }, bind }) =>
  db
    .select({ username: users.username, nickName: users.nickName })
    .from(users)
    .where(eq(users.userId, bind('userId'))),
)

const productNamed = oneRow(({ db, t: { products }, bind }) =>
  db
    .select({ name: products.name, nameEn: products.nameEn })
    .from(products)
    .where(eq(products.productId, bind('productId'))),
)

type PrintDetails = Omit<PrintedRecord, keyof RecordDetail>

/** A record as it is printed, with the audit trail of the same moment. */
export const printRecord = (store: Store, now: number, ...asked: RecordAsked): Promise<PrintedRecord | undefined> =>
  store.snapshot(async (at) => {
    const record = await recordAt(at, ...asked)
    const [, operator] = asked
    return record && { ...record, ...(await printedBy(at, operator, now, record)) }
  })

/**
 * What a printed copy tells beside the record: the name of its product line, the end of the audit trail, when and by
 * whom it was printed.
 */
async function printedBy(
  store: Reading,
  { userId, username }: Operator,
  now: number,
  { productId }: Pick<RecordDetail, 'productId'>,
): Promise<PrintDetails> {
  const [head, user, product] = await Promise.all([
    trailEnd(store),
    nameOf(store, { userId }),
    productNamed(store, { productId }),
  ])
  return {
    headId: head?.lastId ?? 0,
    headHash: head?.lastHash ?? '',
    printedAt: instant(now),
    printedBy: printedName({ nickName: user?.nickName, username }),
    productName: product?.name ?? '',
    productNameEn: product?.nameEn ?? '',
  }
}
