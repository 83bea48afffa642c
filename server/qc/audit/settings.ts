import type { SettingRules } from '../../access/settings/queries'
import { appendAudit, authorOf } from './queries'

/** Writes changes of settings into the audit trail. */
export const auditSettings: SettingRules['audit'] = async (store, db, context, changes) => {
  const entries = changes.map((change) => ({ entity: 'settings', entityId: 0, action: 'update', ...change }) as const)
  await appendAudit(store, db, await authorOf(store, db, context), entries)
}
