import { useEffect, useMemo, useRef, useState } from 'react'
import type { RecordDetail } from '#shared/schemas/qc-record'
import { inspect } from '#shared/spc/inspection'
import { contentOf, isSame, withValue, type Content, type EnteredValue } from '../../stores/qc-entered'
import type { Entry } from '../../ui/qc/entry/entry'
import { keptEdits, type KeptEdit } from './kept-edits'

/** Changes are written to the device after this pause. */
const PAUSE_MS = 250

const beginFrom = (record: RecordDetail): KeptEdit => {
  const content = contentOf(record)
  return { lockVersion: record.lockVersion, base: content, content }
}

/**
 * A record being changed: what was changed is kept on the device until the server has it, and judged as it is entered.
 * As long as nothing is changed it follows the record; what is changed stays, also when it can no longer be sent.
 * @param isOn whether this operator may change it now
 */
export function useRecordEdit(record: RecordDetail, isOn: boolean) {
  const { qcValueBaseId, items, lockVersion } = record
  const [edit, setEdit] = useState(() => beginFrom(record))
  const [isRestored, setIsRestored] = useState(false)
  const { base, content } = edit
  const isChanged = useMemo(() => !isSame(content, base, items), [content, base, items])
  if (!isChanged && edit.lockVersion !== lockVersion) setEdit(beginFrom(record))
  useKept(qcValueBaseId, isOn || isChanged ? edit : undefined, isChanged, (kept) => {
    setEdit(kept)
    setIsRestored(true)
  })

  const inspection = useMemo(() => inspect(items, content.values), [items, content.values])
  const [set] = useState(() => (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => {
    setEdit((now) => ({
      ...now,
      content: { ...now.content, values: withValue(now.content.values, itemKey, sampleNo, change) },
    }))
  })
  const entry: Entry = { items, values: content.values, inspection, set }

  return {
    entry,
    content,
    base,
    lockVersion: edit.lockVersion,
    isChanged,
    /** What was changed before the page was left has been found again. */
    isRestored: isRestored && isChanged,
    /** Somebody else has changed the record since. */
    isStale: isChanged && edit.lockVersion !== lockVersion,
    change: (change: Partial<Omit<Content, 'values'>>) =>
      setEdit((now) => ({ ...now, content: { ...now.content, ...change } })),
    /** Goes on from what the server holds, with other contents where some are given. */
    rebase: (current: RecordDetail, chosen?: Content) => {
      const begun = beginFrom(current)
      setEdit(chosen ? { ...begun, content: chosen } : begun)
      setIsRestored(false)
    },
  }
}

/** Keeps an edit on the device while it differs from the record, and finds it again. */
function useKept(id: number, edit: KeptEdit | undefined, isChanged: boolean, onFound: (kept: KeptEdit) => void) {
  const latest = useRef({ edit, isChanged, onFound })
  const isKept = useRef(false)
  const isRead = useRef(false)
  const [flush] = useState(() => () => {
    if (latest.current.edit && latest.current.isChanged) void keptEdits.write(id, latest.current.edit)
  })
  useEffect(() => {
    latest.current = { edit, isChanged, onFound }
  })

  const isOn = edit !== undefined
  useEffect(() => {
    if (!isOn) return
    if (!isRead.current) {
      isRead.current = true
      void keptEdits.read(id).then((kept) => {
        isKept.current = kept !== undefined
        if (kept && !latest.current.isChanged) latest.current.onFound(kept)
      })
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [id, isOn, flush])

  useEffect(() => {
    if (!edit) return
    if (isChanged) {
      isKept.current = true
      const timer = setTimeout(flush, PAUSE_MS)
      return () => clearTimeout(timer)
    }
    if (isKept.current) void keptEdits.remove(id)
    isKept.current = false
    return
  }, [id, edit, isChanged, flush])
}
