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
    .select({ username: users.username, nickName: users.nickName })
    .from(users)
    .where(eq(users.userId, bind('userId'))),
)

type Told = Pick<PrintedRecord, 'headHash' | 'printedAt' | 'printedBy' | 'submittedByName'>

/** What a printed copy tells beside the record: who submitted it, the end of the audit trail, when and by whom it was printed. */
export async function printedBy(
  store: Store,
  { userId, username }: Operator,
  now: number,
  submittedBy: number | null,
): Promise<Told> {
  const [head, user, author] = await Promise.all([
    trailEnd(store),
    nameOf(store, { userId }),
    submittedBy === null ? undefined : nameOf(store, { userId: submittedBy }),
  ])
  return {
    headHash: head?.lastHash ?? '',
    printedAt: instant(now),
    printedBy: printedName({ nickName: user?.nickName, username }),
    submittedByName: author ? printedName(author) : null,
  }
}
