import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { codes } from '#shared/envelope'
import { TemplateItemInput, type TemplateDetail, type Version } from '#shared/qc/template/schema'
import { Failure } from '../../../../api/http'
import { templateApi } from '../../../../api/qc/template'
import { useUnsaved } from '../../../../ui/tab'
import { takeAnswer } from '../../../../ui/form/take-answer'
import { toast } from '../../../../ui/overlay/toast'
import { useStoredEdits } from '../../../../ui/form/useStoredEdits'
import { tr } from '../../../../ui/useText'
import { draftItemOf, inputOf, isSame, type DraftItem } from './draft-item'
import { editsOf, type Items, type SetItems } from './edits'
import type { DraftFault } from './faults'
import { keptDrafts, restoredDraft, type SavedDraft } from './kept-drafts'

const savedOf = ({ lockVersion, versionNo, items }: Version): SavedDraft => ({
  lockVersion,
  versionNo,
  items: items.map(draftItemOf),
})

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

/** A draft during editing: its lines here, and those on the server. */
export function useTemplateDraft(template: TemplateDetail, version: Version) {
  const { templateId } = template
  const queries = useQueryClient()
  const [saved, setSaved] = useState(() => savedOf(version))
  const [items, setItems] = useState(saved.items)
  const latest = useRef(items)
  const [refused, setRefused] = useState<readonly DraftFault[]>([])
  /** The template with another operator's changes, while both versions are compared. */
  const [theirs, setTheirs] = useState<TemplateDetail>()
  const [isSaving, setIsSaving] = useState(false)
  const [sent, setSent] = useState<Items>()
  const [isRestored, setIsRestored] = useState(false)
  const isChanged = useMemo(() => !isSame(items, saved.items), [items, saved])
  const edit = useMemo(() => ({ saved, items, sent }), [saved, items, sent])
  if (isRestored && !isChanged) setIsRestored(false)
  const isKept = useStoredEdits(keptDrafts, templateId, edit, isChanged, (stored) => {
    const restored = restoredDraft(stored)
    setSaved(restored.saved)
    setSent(restored.sent)
    edits.replaceAll(restored.items)
    setIsRestored(true)
  })
  useUnsaved(isChanged, isKept)

  const [edits] = useState(() => {
    const set: SetItems = (change) => {
      latest.current = change(latest.current)
      setItems(latest.current)
      setRefused([])
    }
    return editsOf(set)
  })

  // A draft saved by another operator or window is taken over if no change would be lost.
  const isNewer = isNewerDraft(template.draft, saved)
  if (template.draft && isNewer && !isSaving) {
    if (!isChanged) take(template.draft)
    // The answer to a save is lost when the page is reloaded before it arrives.
    else if (sent && isSavedFrom(template.draft, sent)) settle(template.draft, sent)
  }

  function take(newer: Version) {
    const next = savedOf(newer)
    setSaved(next)
    latest.current = next.items
    setItems(next.items)
    setRefused([])
  }

  /** Takes over the answer of a save. Lines changed since then keep their changes. */
  function settle(answer: Version, sentItems: Items) {
    const next = answer.items.map((item, index) => ({
      ...draftItemOf(item),
      rowId: sentItems[index]?.rowId ?? -1 - index,
    }))
    setSent(undefined)
    const byRow = new Map(next.map((item) => [item.rowId, item]))
    setSaved({ ...savedOf(answer), items: next })
    edits.replaceAll(
      latest.current.map((item) => {
        const savedItem = byRow.get(item.rowId)
        if (!savedItem) return item
        return sentItems.includes(item) ? savedItem : { ...item, itemKey: savedItem.itemKey }
      }),
    )
  }

  // The lock version of a draft begun since may be the same by chance.
  const isOther = template.draft?.versionNo !== saved.versionNo

  /**
   * @param overwritten lock version of the draft to overwrite
   * @returns undefined if it was not saved; the reason has been shown
   */
  async function save(overwritten?: number): Promise<TemplateDetail | undefined> {
    if (isSaving) return undefined
    if (overwritten === undefined && isOther) {
      setTheirs(template)
      return undefined
    }
    const lockVersion = overwritten ?? saved.lockVersion
    const sentItems = latest.current
    setSent(sentItems)
    setIsSaving(true)
    try {
      const detail = await templateApi.saveDraft(templateId, { lockVersion, items: sentItems.map(inputOf) })
      if (detail.draft) settle(detail.draft, sentItems)
      keep(detail)
      setTheirs(undefined)
      return detail
    } catch (error) {
      await refuse(error, sentItems)
      return undefined
    } finally {
      setIsSaving(false)
    }
  }

  /** @returns false if it was not discarded; the reason has been shown */
  async function discard(): Promise<boolean> {
    if (isOther) {
      setTheirs(template)
      return false
    }
    try {
      await templateApi.discardDraft(templateId, saved.lockVersion)
      return true
    } catch (error) {
      await refuse(error, [])
      return false
    }
  }

  /**
   * Puts the saved lines back.
   * @returns undoes it. The draft that the changes were based on comes back too, so that a newer one is not overwritten.
   */
  function reset(): () => void {
    edits.replaceAll(saved.items)
    return () => {
      setSaved(saved)
      edits.replaceAll(items)
    }
  }

  function keep(detail: TemplateDetail) {
    takeAnswer(queries, ['qcTemplate', 'one', templateId, undefined], detail)
    void queries.invalidateQueries({ queryKey: ['qcTemplate'] })
  }

  /**
   * Shows a refusal at its fields, as a conflict, or in a toast.
   * @param isUnsaveable false if only the publication was refused
   */
  async function refuse(error: unknown, sentItems: Items, isUnsaveable = true): Promise<void> {
    if (!(error instanceof Failure)) throw error
    if (error.code === codes.conflict) {
      const current = await readCurrent(templateId)
      if (current && (current.draft === null || isNewerDraft(current.draft, saved))) return setTheirs(current)
    }
    const faults = refusedFields(error.errors, sentItems, isUnsaveable)
    setRefused(faults)
    if (faults.length === 0) toast.show(error.message || tr('error.unknown'), { tone: 'error' })
  }

  /** Replaces the local changes by the other operator's. */
  function takeTheirs(detail: TemplateDetail) {
    if (detail.draft) take(detail.draft)
    else {
      setSaved({ ...saved, items: [] })
      edits.replaceAll([])
    }
    keep(detail)
    setTheirs(undefined)
  }

  /** Replaces the other operator's draft, which has been shown, by the local one. */
  async function overwrite(detail: TemplateDetail): Promise<void> {
    try {
      const open = detail.draft ?? (await templateApi.startDraft(templateId)).draft
      if (open) await save(open.lockVersion)
    } catch (error) {
      if (!(error instanceof Failure)) throw error // the refusal has been reported
    }
  }

  return {
    template,
    items,
    edits,
    saved,
    isChanged,
    isSaving,
    refused,
    theirs,
    save,
    discard,
    refuse,
    keep,
    takeTheirs,
    overwrite,
    /** True if changes from before leaving the page were restored. */
    isRestored,
    reset,
    stopComparing: () => setTheirs(undefined),
    compare: () => setTheirs(template),
    /** True if changed here, while the server has a newer draft or none. */
    isOutdated: isChanged && (template.draft === null || isNewer),
  }
}

/** True if the server's draft was saved, or published and begun anew, since it was taken over. */
const isNewerDraft = (draft: Version | null, { versionNo, lockVersion }: SavedDraft) =>
  draft !== null && (draft.versionNo > versionNo || (draft.versionNo === versionNo && draft.lockVersion > lockVersion))

/** True if the server has saved these lines. It trims texts, and gives keys to new lines. */
function isSavedFrom({ items }: Version, sent: Items): boolean {
  const contents = (lines: Items) =>
    JSON.stringify(lines.map((line) => TemplateItemInput.safeParse({ ...inputOf(line), itemKey: undefined }).data))
  return contents(items.map(draftItemOf)) === contents(sent)
}

/** The faults of the sent lines. `items.3.usl` is a field of the fourth line. */
function refusedFields(errors: Record<string, string> | undefined, sent: Items, isUnsaveable: boolean): DraftFault[] {
  return Object.entries(errors ?? {}).flatMap(([path, message]) => {
    const [, index, field] = /^items\.(\d+)\.(.+)$/.exec(path) ?? []
    const item: DraftItem | undefined = sent[Number(index)]
    return item && field ? [{ rowId: item.rowId, field, message, isUnsaveable }] : []
  })
}

/** The template on the server. Undefined if it cannot be read. */
async function readCurrent(templateId: number): Promise<TemplateDetail | undefined> {
  try {
    return await templateApi.get(templateId)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
