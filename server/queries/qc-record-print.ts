import { eq } from 'drizzle-orm'
import type { PrintedRecord } from '#shared/schemas/qc-record'
import type { Store } from '../store'
import { printedName } from './printed-name'
import { instant } from './qc-record-row'
import type { Operator } from './session'
import { oneRow } from './statement'

const trailEnd = oneRow(({ db, t: { auditHeads } }) => db.select().from(auditHeads))

const nameOf = oneRow(({ db, t: { users }, bind }) =>
  db
    .select({ nickName: users.nickName })
    .from(users)
    .where(eq(users.userId, bind('userId'))),
)

/** What a printed copy tells beside the record: the end of the audit trail, when and by whom it was printed. */
export async function printedBy(
  store: Store,
  { userId, username }: Operator,
  now: number,
): Promise<Pick<PrintedRecord, 'headHash' | 'printedAt' | 'printedBy'>> {
  const [head, user] = await Promise.all([trailEnd(store), nameOf(store, { userId })])
  return {
    headHash: head?.lastHash ?? '',
    printedAt: instant(now),
    printedBy: printedName({ nickName: user?.nickName, username }),
  }
}
