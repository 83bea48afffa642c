import type { RecordDetail } from '#shared/qc/record/schema'
import type { NewRecord } from '../../api/qc/record'
import type { LocalDraft } from './draft'
import { contentOf, countedValues, isSame, sentPhotos, sentValues, type Content } from './entered'

/** A draft as sent to the server, without empty fields. */
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
    photos: sentPhotos(draft.photos),
  }
}

/** The content that a draft's record should have. */
export function contentToSend(draft: LocalDraft): Content {
  const { lotId, lotNo, equipmentId, equipmentName, equipmentNameEn, inspectedAt, remark, photos, template } = draft
  const equipment = { equipmentId, equipmentName, equipmentNameEn }
  return {
    lotId,
    lotNo,
    ...equipment,
    inspectedAt,
    remark,
    photos,
    values: countedValues(template.items, draft.values),
  }
}

/**
 * Compares a draft with its record on the server. `same`: equal. `behind`: the record is from an earlier attempt, even
 * one without an answer. `done`: the record was submitted, and only the answer was lost. It may have been returned
 * since; then a person submits it again. `foreign`: another person has continued it elsewhere; neither may overwrite
 * the other.
 */
export function standingOf(draft: LocalDraft, record: RecordDetail): 'same' | 'behind' | 'done' | 'foreign' {
  const isNew = record.status === 'draft' && record.submittedAt === null
  const stored = contentOf(record)
  if (isSame(contentToSend(draft), stored, record.items)) return isNew ? 'same' : 'done'
  const isOurs = draft.asked !== undefined && isSame(draft.asked, stored, record.items)
  return isNew && (isOurs || record.lockVersion === (draft.serverLock ?? 0)) ? 'behind' : 'foreign'
}

/** True if the same was entered in two states of a draft; what was uploaded meanwhile is no difference. */
export const isSameEntry = (a: LocalDraft, b: LocalDraft): boolean => isSame(entryOf(a), entryOf(b), b.template.items)

function entryOf(draft: LocalDraft): Content {
  const photos = draft.photos.map((photo) => (photo.localId === null ? photo : { ...photo, sha256: null }))
  return contentToSend({ ...draft, photos })
}
