import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { qcDicts } from '#shared/qc/constants'
import { templateApi } from '../../../../api/qc/template'
import { Button } from '../../../../ui/Button'
import { confirm } from '../../../../ui/overlay/confirm'
import { useDict } from '../../../../ui/dict'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { isReady } from '../../../../ui/ready'
import { toast } from '../../../../ui/overlay/toast'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { useStable } from '../../../../ui/table/useStable'
import { useLocale, useText } from '../../../../ui/useText'
import { DraftBar, FaultSummary } from './DraftBar'
import { DraftCards } from './DraftCards'
import { DraftGrid } from './grid/DraftGrid'
import { DraftSide } from './DraftSide'
import { newItem, type DraftItem } from './draft-item'
import { faultsOf, WHOLE_LIST, type DraftFault } from './faults'
import { gridFields } from './grid/grid-fields'
import type { Goal } from './useGoal'
import { useTemplateDraft } from './useTemplateDraft'
import { useIsRoomy } from './useIsRoomy'
import './draft.css'

const ConflictDialog = dialogPart(() => import('./ConflictDialog'))
const PublishDialog = dialogPart(() => import('./PublishDialog'))
const PasteDialog = dialogPart(() => import('./grid/PasteDialog'))
const SheetDialog = dialogPart(() => import('./SheetDialog'))

/** @param path as in a fault: `usl`, `choices.2.code` */
function isBlankField(item: DraftItem, path: string): boolean {
  const value = path.split('.').reduce<unknown>((part, key) => Object(part)[key], item)
  return value === '' || (Array.isArray(value) && value.length === 0)
}

type DraftEditorProps = {
  template: TemplateDetail
  version: Version
  /** Receives the version while the editor holds unsaved changes, else undefined. Keep the function the same. */
  onHold: (version: Version | undefined) => void
}

/** The time in which a deletion or discarded changes can be brought back from their toast. */
const UNDO_MS = 8000

/** The editor of a template's next version. */
export default function DraftEditor({ template, version, onHold }: DraftEditorProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const locale = useLocale()
  const localized = useLocalizedName()
  const { options: units } = useDict(qcDicts.unit)
  const [firstVersion] = useState(version)
  const isNarrow = useIsNarrow()
  const isRoomy = useIsRoomy()
  const draft = useTemplateDraft(template, version)
  const { items, edits, isChanged, refused, theirs } = draft
  const [current, setCurrent] = useState<number>()
  const [side, setSide] = useState('line')
  const [opened, setOpened] = useState<'publish' | 'sheet' | { paste: string }>()
  /** The note of a publication that failed. */
  const [note, setNote] = useState<string>()
  const [goal, setGoal] = useState<Goal>()
  const faults = useMemo(() => {
    const localFaults = faultsOf(items, locale)
    const isLocal = ({ rowId, field }: DraftFault) =>
      localFaults.some((fault) => fault.rowId === rowId && fault.field === field)
    return [...refused.filter((fault) => !isLocal(fault)), ...localFaults]
  }, [items, refused, locale])
  /** A line just added. Its blank fields are no faults until it is left. */
  const [newLine, setNewLine] = useState<number>()
  const shownFaults = useMemo(() => {
    const item = items.find(({ rowId }) => rowId === newLine)
    return item ? faults.filter(({ rowId, field }) => rowId !== newLine || !isBlankField(item, field)) : faults
  }, [faults, items, newLine])
  const unsaveable = faults.find(({ isUnsaveable }) => isUnsaveable)

  useEffect(() => {
    onHold(isChanged ? firstVersion : undefined)
  }, [isChanged, firstVersion, onHold])

  const insert = useStable((below?: number) => {
    const neighbour = items.find(({ rowId }) => rowId === below) ?? items.at(-1)
    addLine(newItem({ groupName: neighbour?.groupName ?? '' }), below)
  })

  function addLine(item: DraftItem, below?: number) {
    edits.add([item], below)
    goTo(item.rowId, 'code')
    setNewLine(item.rowId)
  }

  function enterLine(rowId: number) {
    setCurrent(rowId)
    if (rowId !== newLine) setNewLine(undefined)
  }

  const remove = useStable((rowId: number) => {
    const index = items.findIndex((item) => item.rowId === rowId)
    const item = items[index]
    if (!item) return
    edits.remove(rowId)
    const neighbour = items[index + 1] ?? items[index - 1]
    if (neighbour) goTo(neighbour.rowId, 'code')
    toast.show(
      t('record.deletedDone', { name: localized(item) || item.code || t('qcTemplate.lineNo', { no: index + 1 }) }),
      {
        timeoutMs: UNDO_MS,
        action: {
          label: t('action.undo'),
          onClick() {
            edits.restore(item, items)
            goTo(rowId, 'code')
          },
        },
      },
    )
  })

  /** Removes the offer to bring discarded changes back: it would overwrite what is typed since. */
  const endOffer = useRef<() => void>(undefined)
  useEffect(() => {
    if (isChanged) endOffer.current?.()
  }, [isChanged])

  function undoChanges() {
    const onClick = draft.reset()
    endOffer.current = toast.show(t('qcTemplate.undoneChanges'), {
      timeoutMs: UNDO_MS,
      action: { label: t('action.undo'), onClick },
    })
  }

  /** Opens the sheet of a line: beside the grid if there is room, else on top of it. */
  async function openLine(rowId: number) {
    flushSync(() => {
      setCurrent(rowId)
      setSide('line')
    })
    if (!isRoomy && (await isReady(SheetDialog))) flushSync(() => setOpened('sheet'))
  }
  const open = useStable((rowId: number) => void openLine(rowId))

  function goTo(rowId: number, field: string) {
    setCurrent(rowId)
    setGoal({ rowId, field })
  }

  async function goToFault({ rowId, field }: DraftFault) {
    const [first = ''] = field.split('.')
    if (!isNarrow && gridFields.some((column) => column.field === first)) return goTo(rowId, first)
    goTo(rowId, 'sheet')
    await openLine(rowId)
    requestAnimationFrame(() => {
      const places = [...document.querySelectorAll(`[data-sheet-field="${first}"]`)]
      const place = places.find((one) => one.checkVisibility() && !one.closest('[aria-hidden=true]')) // other drafts may be open
      place?.scrollIntoView({ block: 'nearest' })
      place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    })
  }

  function save() {
    setNewLine(undefined)
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('.draft-group')) {
      document.activeElement.blur() // leaving its heading renames a group
    }
    if (!unsaveable) return void draft.save()
    toast.show(t('qcTemplate.notSaved', { message: unsaveable.message }), { tone: 'error' })
    void goToFault(unsaveable)
  }

  async function publish() {
    setNewLine(undefined)
    const first = faults[0]
    if (first) {
      toast.show(t('qcTemplate.notPublished', { count: faults.length }), { tone: 'error' })
      if (first.rowId !== WHOLE_LIST) void goToFault(first)
      return
    }
    if (await isReady(PublishDialog)) setOpened('publish')
  }

  async function discard() {
    const title = t('qcTemplate.discardDraft')
    const question = { title, text: t('qcTemplate.discardText'), confirmLabel: title, tone: 'danger' as const }
    if (!(await confirm(question)) || !(await draft.discard())) return
    navigate(templatePath(template.templateId), { replace: true })
    draft.keep(await templateApi.get(template.templateId))
  }

  async function paste(text: string) {
    if (await isReady(PasteDialog)) setOpened({ paste: text })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (isChanged && opened !== 'publish') save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const actions = { open, insert, duplicate: edits.duplicate, remove }
  const rows = { items, edits, faults: shownFaults, goal, actions }
  return (
    <>
      <DraftBar
        versionNo={draft.saved.versionNo}
        savedAt={template.draft?.updatedAt}
        isChanged={isChanged}
        isSaving={draft.isSaving}
        canDiscard={template.publishedVersion !== null}
        onUndo={undoChanges}
        onDiscard={() => void discard()}
        onSave={() => save()}
        onPublish={() => void publish()}
      />
      {(draft.isOutdated || draft.isRestored) && (
        <p className="template-note" role="status">
          {t(draft.isOutdated ? 'qcTemplate.outdated' : 'qc.restored')}{' '}
          {draft.isOutdated && (
            <Button variant="text" onClick={draft.compare}>
              {t('qcTemplate.compare')}
            </Button>
          )}
        </p>
      )}
      <FaultSummary faults={shownFaults} items={items} onGo={(fault) => void goToFault(fault)} />
      <div className="grid start template-columns">
        <div className="template-items card">
          {items.length === 0 ? (
            <EmptyState text={t('qcTemplate.emptyDraft')} />
          ) : isNarrow ? (
            <DraftCards {...rows} />
          ) : (
            <DraftGrid {...rows} current={current} onCurrent={enterLine} onPaste={(text) => void paste(text)} />
          )}
          <div className="row wrap draft-add">
            <Button icon="plus" data-add-line aria-keyshortcuts="n" onClick={() => insert()}>
              {t('qcTemplate.addItem')}
            </Button>
            <Button variant="text" onClick={() => addLine(newItem({ groupName: t('qcTemplate.newGroup') }))}>
              {t('qcTemplate.addGroup')}
            </Button>
            <Button variant="text" icon="copy" onClick={() => void paste('')}>
              {t('qcTemplate.paste')}
            </Button>
            {!isNarrow && <span className="muted draft-keys">{t('qcTemplate.keys')}</span>}
          </div>
          <datalist id="draft-units">
            {units.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        </div>
        <DraftSide
          draft={draft}
          faults={shownFaults}
          current={current}
          open={side}
          onOpen={setSide}
          hasLine={isRoomy}
        />
      </div>
      {opened === 'publish' && (
        <PublishDialog draft={draft} given={note} onFailed={setNote} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'sheet' && current !== undefined && (
        <SheetDialog draft={draft} faults={shownFaults} current={current} onClose={() => setOpened(undefined)} />
      )}
      {typeof opened === 'object' && (
        <PasteDialog draft={draft} text={opened.paste} onClose={() => setOpened(undefined)} />
      )}
      {theirs && <ConflictDialog draft={draft} theirs={theirs} />}
    </>
  )
}
