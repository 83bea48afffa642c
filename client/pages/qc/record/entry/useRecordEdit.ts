import { useMemo, useState } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { inspect } from '#shared/spc/sampling/inspection'
import { contentOf, isSame, settled, withValue, type Content, type EnteredValue } from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { useKept } from '../../../../ui/table/useKept'
import { keptRecords, type KeptEdit } from './kept-edits'

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
  const isOlder = edit.lockVersion < lockVersion
  if (!isChanged && isOlder) setEdit(beginFrom(record))
  const isKept = useKept(keptRecords, qcValueBaseId, isOn || isChanged ? edit : undefined, isChanged, (kept) => {
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
    /** This device has what was changed. */
    isKept,
    /** What was changed before the page was left has been found again. */
    isRestored: isRestored && isChanged,
    /** Somebody else has changed the record since. */
    isStale: isChanged && isOlder,
    change: (change: Partial<Omit<Content, 'values'>>) =>
      setEdit((now) => ({ ...now, content: { ...now.content, ...change } })),
    /** Goes on from what was saved: what was changed since `sent`, or else since it was last saved, stays. */
    settle: (saved: RecordDetail, sent?: Content) => {
      const begun = beginFrom(saved)
      setEdit((now) => ({ ...begun, content: settled(now.content, sent ?? now.base, begun.content, items) }))
    },
    /** Goes on from what the server holds, with other contents where some are given. */
    rebase: (current: RecordDetail, chosen?: Content) => {
      const begun = beginFrom(current)
      setEdit(chosen ? { ...begun, content: chosen } : begun)
      setIsRestored(false)
    },
  }
}
