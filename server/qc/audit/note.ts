import type { Store } from '../../platform/store'
import { appendAudit, authorOf, canonical } from './queries'
import { writeOperation, type RequestContext, type Change } from '../../access/operation-log/write'

type Noted = {
  action: 'export' | 'verify'
  content: Record<string, unknown>
  /** Where nobody else writes that to the operation log. */
  operation?: Change
}

/** Tells the trail that it was itself taken out, or verified. */
export const noteAudit = (
  store: Store,
  context: RequestContext,
  { action, content, operation }: Noted,
): Promise<void> =>
  store.tx(async (db) => {
    if (operation) await writeOperation(store, db, context, operation)
    const author = await authorOf(store, db, context)
    await appendAudit(store, db, author, [{ entity: 'audit', entityId: 0, action, new: canonical(content) }])
  })
