import type { RecordDetail } from '#shared/schemas/qc-record'
import type { NewRecord } from '../api/qc-record'
import type { LocalDraft } from './qc-draft'
import { contentOf, countedValues, isSame, sentValues } from './qc-entered'

/** A draft as the server is told of it: what was left empty is left out. */
export function recordOf(draft: LocalDraft): NewRecord {
  const { clientUid, template, lotId, equipmentId, inspectedAt, remark, retestOf } = draft
  return {
    clientUid,
    templateId: template.templateId,
    versionNo: template.versionNo,
    source: draft.hasWaited ? 'offline' : 'manual',
    retestOf,
    lotId,
    equipmentId,
    inspectedAt,
    remark,
    values: sentValues(template.items, draft.values),
  }
}

/**
 * How the server's record of a draft stands to it: `same`; `behind`, as an earlier attempt has left it; `done`, when only the
 * answer to its submission was lost; `foreign`, when somebody has gone on with it at another place: neither may overwrite
 * the other.
 */
export function standingOf(draft: LocalDraft, record: RecordDetail): 'same' | 'behind' | 'done' | 'foreign' {
  const isOpen = record.status === 'draft' || record.status === 'rejected'
  const mine = { ...draft, values: countedValues(draft.template.items, draft.values) }
  if (isSame(mine, contentOf(record), record.items)) return isOpen ? 'same' : 'done'
  return isOpen && record.lockVersion === (draft.serverLock ?? 0) ? 'behind' : 'foreign'
}
