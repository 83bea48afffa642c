import { useMemo, useState } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { inspect } from '#shared/spc/sampling/inspection'
import {
  contentOf,
  countedValues,
  isSame,
  settled,
  withValue,
  type Content,
  type EnteredValue,
} from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { useStoredEdits } from '../../../../ui/form/useStoredEdits'
import { photoStorage } from '../../../../stores/qc/photo-storage'
import type { TransitionInput } from '../../../../api/qc/record'
import { storedEdits } from '../../../../stores/qc/stored-edits'

/** Why a submitted record is changed. */
export type Reasons = Pick<TransitionInput, 'reasonCode' | 'reason'>

/** Unsaved changes of a record. */
type Edit = {
  /** Lock version and content of the record that the changes are based on. */
  lockVersion: number
  base: Content
  content: Content
  /** The content of an unanswered save. */
  sent?: Content
  /** The reasons given with the last attempt to save it. */
  reasons?: Reasons
}

const keptRecords = storedEdits<Edit>('edits')

const editOf = (record: RecordDetail): Edit => {
  const content = contentOf(record)
  return { lockVersion: record.lockVersion, base: content, content }
}

/** Content stored by versions without photos has none. */
const whole = (content: Content): Content => ({ ...content, photos: content.photos ?? [] })

/** True if the server has saved this content: its values without those of hidden items. */
const isSavedFrom = (record: RecordDetail, sent: Content) =>
  isSame(contentOf(record), { ...sent, values: countedValues(record.items, sent.values) }, record.items)

/**
 * The changes of a record: judged during entry, and stored on the device until the server has them. Without changes the
 * content follows the record. Changes stay even when they can no longer be sent.
 * @param canEdit whether this operator may change the record now
 */
export function useRecordEdit(record: RecordDetail, canEdit: boolean) {
  const { qcValueBaseId, items, lockVersion } = record
  const [edit, setEdit] = useState(() => editOf(record))
  const [isRestored, setIsRestored] = useState(false)
  const { base, content } = edit
  const isChanged = useMemo(() => !isSame(content, base, items), [content, base, items])
  const isOlder = edit.lockVersion < lockVersion
  if (isOlder && !isChanged) setEdit(editOf(record))
  // The answer to a save is lost when the page is reloaded before it arrives.
  else if (isOlder && edit.sent && isSavedFrom(record, edit.sent)) settle(record, edit.sent)
  const isKept = useStoredEdits(
    keptRecords,
    qcValueBaseId,
    canEdit || isChanged ? edit : undefined,
    isChanged,
    (stored) => {
      setEdit({ ...stored, base: whole(stored.base), content: whole(stored.content) })
      setIsRestored(true)
    },
  )

  const inspection = useMemo(() => inspect(items, content.values), [items, content.values])
  const [set] = useState(() => (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => {
    setEdit((now) => {
      const values = withValue(now.content.values, itemKey, sampleNo, change)
      return { ...now, content: { ...now.content, values } }
    })
  })
  const [setPhotos] = useState(() => (update: Parameters<Entry['setPhotos']>[0]) => {
    setEdit((now) => ({ ...now, content: { ...now.content, photos: update(now.content.photos) } }))
    return true
  })
  /** Takes over a saved record. Changes made after `sent`, or else since the last save, stay. */
  function settle(saved: RecordDetail, sent?: Content) {
    const next = editOf(saved)
    setEdit((now) => ({ ...next, content: settled(now.content, sent ?? now.base, next.content, items) }))
  }

  const { values, photos } = content
  const entry: Entry = { items, values, inspection, set, photos, setPhotos }

  return {
    entry,
    content,
    base,
    lockVersion: edit.lockVersion,
    reasons: edit.reasons ?? {},
    isChanged,
    /** True if the device has stored the changes. */
    isKept: isKept && photos.every(photoStorage.isKept),
    /** True if changes from before leaving the page were restored. */
    isRestored: isRestored && isChanged,
    /** True if another operator has changed the record since. */
    isStale: isChanged && isOlder,
    change: (change: Partial<Omit<Content, 'values' | 'photos'>>) =>
      setEdit((now) => ({ ...now, content: { ...now.content, ...change } })),
    noteReasons: (reasons: Reasons) => setEdit((now) => ({ ...now, reasons })),
    /** Notes that the content is being saved. */
    noteSent: (sent: Content) => setEdit((now) => ({ ...now, sent })),
    settle,
    /** Starts again from the record of the server, optionally with other content. */
    rebase: (current: RecordDetail, content?: Content) => {
      if (!content) void photoStorage.remove(edit.content.photos)
      setEdit({ ...editOf(current), ...(content && { content, reasons: edit.reasons ?? {} }) })
      setIsRestored(false)
    },
  }
}
