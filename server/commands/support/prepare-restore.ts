import { codes } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import { hostContext } from '../../access/operation-log/host'
import { writeOperation } from '../../access/operation-log/write'
import { revokeIn } from '../../access/session/end'
import type { Manifest } from '../../platform/backup/manifest'
import { prepareBackup, type RestoreOrder } from '../../platform/backup/restore'
import { Refusal } from '../../platform/http/refusal'
import type { Why } from '../../platform/log/reason'
import type { Store } from '../../platform/store'
import { verificationIn, verifyAudit } from '../../qc/audit/verify'

/**
 * Makes a database from a backup, ready to replace the present one. It ends all sessions: people who have signed out,
 * been disabled or changed a password since the backup would otherwise be signed in again.
 * @throws Refusal as {@link prepareBackup}; for a faulty audit trail, unless that is accepted
 */
export const prepareRestore = (order: RestoreOrder) => prepareBackup(order, settle)

/** Verifies the trail before any change, then writes the necessary changes of a restored database. */
async function settle(store: Store, order: RestoreOrder, manifest: Omit<Manifest, 'files'>): Promise<number> {
  const { name, by, now, isBrokenTrailTaken, report = () => {} } = order
  report({ phase: 'verifying the audit trail', done: 0, total: 0 })
  const verified = await verifyAudit(store)
  const { isWhole, headHash } = verified
  if (!isWhole && !isBrokenTrailTaken) {
    const firstIn = (locale: Locale) => verificationIn(locale, verified).faults[0]?.message ?? ''
    const first: Why = { why: firstIn('zh'), whyEn: firstIn('en') }
    throw new Refusal(codes.impossible, 'backup.trailBroken', { name, ...first })
  }
  const context = await hostContext(store, store.db, {
    ...by,
    resource: 'monitor',
    summary: 'Put a backup in the place of the data',
    now,
  })
  return store.tx(async (db) => {
    const ended = await revokeIn(store, db, {}, now)
    const { takenAt, version } = manifest
    const after = { takenAt, version, auditHead: headHash, isTrailWhole: isWhole, endedSessions: ended.length }
    await writeOperation(store, db, context, { action: 'restore', name, after })
    return ended.length
  })
}
