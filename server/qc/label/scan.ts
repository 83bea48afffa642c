import { eq, sql } from 'drizzle-orm'
import type { Reader, Store, Writer } from '../../platform/store'
import type { RequestContext } from '../../access/operation-log/write'
import { setBounded } from '../../platform/cache/lru'
import { statementIn } from '../../platform/list/statement'

/** Who looks at a label again so soon has not scanned it again: pages are read anew when they come into sight. */
const PAUSE_MS = 60_000
const MAX_SCANS = 10_000

/** When whom of a database has scanned which label, the oldest first. */
const counted = new WeakMap<Reader, Map<string, number>>()

/** Counts that somebody has scanned a label, once a minute; no change that anybody would look for in a log. */
export async function countScan(store: Store, code: string, { operator, now }: RequestContext): Promise<void> {
  const scannedAt = counted.getOrInsertComputed(store.db, () => new Map())
  const key = `${operator.userId} ${code}`
  if (now - (scannedAt.get(key) ?? -Infinity) < PAUSE_MS) return
  setBounded(scannedAt, key, now, MAX_SCANS)
  await store.tx((db) => scanned(store, db, { code }))
}

const scanned = statementIn(({ t: { qrCodes }, bind }, db: Writer) =>
  db
    .update(qrCodes)
    .set({ scans: sql`${qrCodes.scans} + 1` })
    .where(eq(qrCodes.code, bind('code'))),
)
