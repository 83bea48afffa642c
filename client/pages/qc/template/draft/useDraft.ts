import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { codes } from '#shared/envelope'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { Failure } from '../../../../api/http'
import { templateApi } from '../../../../api/qc/template'
import { useUnsaved } from '../../../../ui/tab'
import { takeAnswer } from '../../../../ui/form/take-answer'
import { toast } from '../../../../ui/overlay/toast'
import { useKept } from '../../../../ui/table/useKept'
import { tr } from '../../../../ui/useText'
import { draftOf, inputOf, isSame, type DraftItem } from './draft-item'
import { editsOf, type Items, type SetItems } from './edits'
import type { DraftFault } from './faults'
import { broughtBack, keptDrafts, type Saved } from './kept-drafts'

const savedOf = ({ lockVersion, versionNo, items }: Version): Saved => ({
  lockVersion,
  versionNo,
  items: items.map(draftOf),
})

export type DraftDesk = ReturnType<typeof useDraft>

/** A draft while it is being written: the lines as they are here, and as the server has them. */
export function useDraft(template: TemplateDetail, draft: Version) {
  const { templateId } = template
  const queries = useQueryClient()
  const [saved, setSaved] = useState(() => savedOf(draft))
  const [items, setState] = useState(saved.items)
  const latest = useRef(items)
  const [refused, setRefused] = useState<readonly DraftFault[]>([])
  /** What somebody else has made of it meanwhile. */
  const [theirs, setTheirs] = useState<TemplateDetail>()
  const [isSaving, setIsSaving] = useState(false)
  const [isRestored, setIsRestored] = useState(false)
  const isChanged = useMemo(() => !isSame(items, saved.items), [items, saved])
  const written = useMemo(() => ({ saved, items }), [saved, items])
  if (isRestored && !isChanged) setIsRestored(false)
  const isKept = useKept(keptDrafts, templateId, written, isChanged, (kept) => {
    const found = broughtBack(kept)
    setSaved(found.saved)
    edits.replaceAll(found.items)
    setIsRestored(true)
  })
  useUnsaved(isChanged, isKept)

  const [edits] = useState(() => {
    const set: SetItems = (change) => {
      latest.current = change(latest.current)
      setState(latest.current)
      setRefused([])
    }
    return editsOf(set)
  })

  // Somebody else, or another window, has saved it: taken over while nothing would be lost by it.
  const isNewer = isAnother(template.draft, saved)
  if (template.draft && isNewer && !isChanged && !isSaving) take(template.draft)

  function take(version: Version) {
    const next = savedOf(version)
    setSaved(next)
    latest.current = next.items
    setState(next.items)
    setRefused([])
  }

  /** After it was saved: lines that were changed since stay as they are. */
  function settle(version: Version, sent: Items) {
    const next = version.items.map((item, index) => ({ ...draftOf(item), rowId: sent[index]?.rowId ?? -1 - index }))
    const byRow = new Map(next.map((item) => [item.rowId, item]))
    setSaved({ ...savedOf(version), items: next })
    edits.replaceAll(
      latest.current.map((item) => {
        const kept = byRow.get(item.rowId)
        return kept && sent.includes(item) ? kept : kept ? { ...item, itemKey: kept.itemKey } : item
      }),
    )
  }

  /** Undefined when it was not saved, of which the operator is told. @param over lock version of what is to be overwritten */
  async function save(over?: number): Promise<TemplateDetail | undefined> {
    if (isSaving) return undefined
    // A draft that was begun since may by chance have been saved as often.
    if (over === undefined && template.draft?.versionNo !== saved.versionNo) {
      setTheirs(template)
      return undefined
    }
    const lockVersion = over ?? saved.lockVersion
    const sent = latest.current
    setIsSaving(true)
    try {
      const detail = await templateApi.saveDraft(templateId, { lockVersion, items: sent.map(inputOf) })
      if (detail.draft) settle(detail.draft, sent)
      keep(detail)
      setTheirs(undefined)
      return detail
    } catch (error) {
      await refuse(error, sent)
      return undefined
    } finally {
      setIsSaving(false)
    }
  }

  function keep(detail: TemplateDetail) {
    takeAnswer(queries, ['qcTemplate', 'one', templateId, undefined], detail)
    void queries.invalidateQueries({ queryKey: ['qcTemplate'] })
  }

  /** Shown where it belongs: at its fields, as a conflict, or else as any failure. */
  async function refuse(error: unknown, sent: Items): Promise<void> {
    if (!(error instanceof Failure)) throw error
    if (error.code === codes.conflict) {
      const now = await readNow(templateId)
      if (now && (now.draft === null || isAnother(now.draft, saved))) return setTheirs(now)
    }
    const named = refusedFields(error.errors, sent)
    setRefused(named)
    if (named.length === 0) toast.show(error.message || tr('error.unknown'), { tone: 'error' })
  }

  /** Throws away what was written here. */
  function takeTheirs(detail: TemplateDetail) {
    if (detail.draft) take(detail.draft)
    else {
      setSaved({ ...saved, items: [] })
      edits.replaceAll([])
    }
    keep(detail)
    setTheirs(undefined)
  }

  /** Puts what was written here in place of theirs, which must have been looked at. */
  async function overwrite(detail: TemplateDetail): Promise<void> {
    try {
      const open = detail.draft ?? (await templateApi.startDraft(templateId)).draft
      if (open) await save(open.lockVersion)
    } catch (error) {
      if (!(error instanceof Failure)) throw error // what was refused has been told
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
    refuse,
    keep,
    takeTheirs,
    overwrite,
    /** What was written before the page was left has been found again. */
    isRestored,
    reset: () => edits.replaceAll(saved.items),
    stopComparing: () => setTheirs(undefined),
    compare: () => setTheirs(template),
    /** Written upon something that is no longer what the server has. */
    isOutdated: isChanged && (template.draft === null || isNewer),
  }
}

/** What the server has is not what was taken over last: it was saved, or published and begun anew. */
const isAnother = (draft: Version | null, { versionNo, lockVersion }: Saved) =>
  draft !== null && (draft.versionNo > versionNo || (draft.versionNo === versionNo && draft.lockVersion > lockVersion))

/** `items.3.usl` is a field of the fourth line that was sent. */
function refusedFields(errors: Record<string, string> | undefined, sent: Items): DraftFault[] {
  return Object.entries(errors ?? {}).flatMap(([path, message]) => {
    const [, index, field] = /^items\.(\d+)\.(.+)$/.exec(path) ?? []
    const item: DraftItem | undefined = sent[Number(index)]
    return item && field ? [{ rowId: item.rowId, field, message, isUnsound: true }] : []
  })
}

/** The template as the server has it; undefined when that cannot be told. */
async function readNow(templateId: number): Promise<TemplateDetail | undefined> {
  try {
    return await templateApi.get(templateId)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
