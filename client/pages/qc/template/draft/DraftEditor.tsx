import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../../api/qc/template'
import { Button } from '../../../../ui/Button'
import { confirm } from '../../../../ui/overlay/confirm'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { isReady } from '../../../../ui/ready'
import { isDone } from '../../../../ui/record/record-actions'
import { toast } from '../../../../ui/overlay/toast'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { useStable } from '../../../../ui/table/useStable'
import { useLocale, useText } from '../../../../ui/useText'
import { DraftBar } from './DraftBar'
import { DraftCards } from './DraftCards'
import { DraftGrid } from './grid/DraftGrid'
import { DraftSide } from './DraftSide'
import { newItem, type DraftItem, type ItemField } from './draft-item'
import { FaultSummary } from './FaultSummary'
import { faultsOf, WHOLE, type DraftFault } from './faults'
import { gridFields } from './grid/grid-fields'
import { Units } from './Units'
import { useDraft } from './useDraft'
import { useIsRoomy } from './useIsRoomy'
import './draft.css'

const ConflictDialog = dialogPart(() => import('./ConflictDialog'))
const PublishDialog = dialogPart(() => import('./PublishDialog'))
const PasteDialog = dialogPart(() => import('./grid/PasteDialog'))
const SheetDialog = dialogPart(() => import('./SheetDialog'))

const isEmptyField = (item: DraftItem, field: string) => String(item[field as ItemField] ?? '') === ''

type DraftEditorProps = {
  template: TemplateDetail
  draft: Version
  /** Hears of the draft while something would be lost without this; keep it the same. */
  onHold: (draft: Version | undefined) => void
}

/** How long a deletion can be undone from its toast. */
const UNDO_MS = 8000

/** Where the next version of a template is written. */
export default function DraftEditor({ template, draft, onHold }: DraftEditorProps) {
  const t = useText()
  const locale = useLocale()
  const [begun] = useState(draft)
  const isNarrow = useIsNarrow()
  const isRoomy = useIsRoomy()
  const desk = useDraft(template, draft)
  const { items, edits, isChanged, refused, theirs } = desk
  const [current, setCurrent] = useState<number>()
  const [side, setSide] = useState('line')
  const [opened, setOpened] = useState<'publish' | 'sheet' | { paste: string }>()
  const [goal, setGoal] = useState<{ rowId: number; field: string }>()
  const faults = useMemo(() => {
    const found = faultsOf(items, locale)
    return [
      ...refused.filter(({ rowId, field }) => !found.some((one) => one.rowId === rowId && one.field === field)),
      ...found,
    ]
  }, [items, refused, locale])
  /** A line that was just added: its empty fields are no faults until it is left. */
  const [fresh, setFresh] = useState<number>()
  const shownFaults = useMemo(() => {
    const item = items.find(({ rowId }) => rowId === fresh)
    return item ? faults.filter(({ rowId, field }) => rowId !== fresh || !isEmptyField(item, field)) : faults
  }, [faults, items, fresh])
  const unsound = faults.find(({ isUnsound }) => isUnsound)

  useEffect(() => {
    onHold(isChanged ? begun : undefined)
  }, [isChanged, begun, onHold])

  const insert = useStable((below?: number) => {
    const beside = items.find(({ rowId }) => rowId === below) ?? items.at(-1)
    begin(newItem({ groupName: beside?.groupName ?? '' }), below)
  })

  const addGroup = () => begin(newItem({ groupName: t('qcTemplate.newGroup') }))

  function begin(item: DraftItem, below?: number) {
    edits.add([item], below)
    goTo(item.rowId, 'code')
    setFresh(item.rowId)
  }

  function enter(rowId: number) {
    setCurrent(rowId)
    if (rowId !== fresh) setFresh(undefined)
  }

  const remove = useStable((rowId: number) => {
    const at = items.findIndex((item) => item.rowId === rowId)
    const item = items[at]
    if (!item) return
    edits.remove(rowId)
    const beside = items[at + 1] ?? items[at - 1]
    if (beside) goTo(beside.rowId, 'code')
    toast.show(t('record.deletedDone', { name: item.name || item.code || t('qcTemplate.lineNo', { no: at + 1 }) }), {
      timeoutMs: UNDO_MS,
      action: {
        label: t('action.undo'),
        onClick() {
          edits.putBack(item, items)
          goTo(rowId, 'code')
        },
      },
    })
  })

  /** All of a line: beside the grid where there is room, else on top of it. */
  async function open(rowId: number) {
    flushSync(() => {
      setCurrent(rowId)
      setSide('line')
    })
    if (!isRoomy && (await isReady(SheetDialog))) flushSync(() => setOpened('sheet'))
  }
  const openStable = useStable((rowId: number) => void open(rowId))

  function goTo(rowId: number, field: string) {
    setCurrent(rowId)
    setGoal({ rowId, field })
  }

  async function goToFault({ rowId, field }: DraftFault) {
    const [first = ''] = field.split('.')
    if (!isNarrow && gridFields.some((column) => column.field === first)) return goTo(rowId, first)
    goTo(rowId, 'sheet')
    await open(rowId)
    requestAnimationFrame(() => {
      const place = document.querySelector(`[data-sheet-field="${first}"]`)
      place?.scrollIntoView({ block: 'nearest' })
      place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    })
  }

  async function save() {
    setFresh(undefined)
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('.draft-group')) {
      document.activeElement.blur() // a heading is taken when it is left
    }
    if (!unsound) return desk.save()
    toast.show(t('qcTemplate.notSaved', { message: unsound.message }), { tone: 'error' })
    void goToFault(unsound)
    return undefined
  }

  async function publish() {
    setFresh(undefined)
    const first = faults[0]
    if (first) {
      toast.show(t('qcTemplate.notPublished', { count: faults.length }), { tone: 'error' })
      if (first.rowId !== WHOLE) void goToFault(first)
      return
    }
    if (await isReady(PublishDialog)) setOpened('publish')
  }

  async function discard() {
    const title = t('qcTemplate.discardDraft')
    const question = { title, text: t('qcTemplate.discardText'), confirmLabel: title, tone: 'danger' as const }
    if (!(await confirm(question)) || !(await isDone(templateApi.discardDraft(template.templateId)))) return
    navigate(templatePath(template.templateId), { replace: true })
    desk.keep(await templateApi.get(template.templateId))
  }

  async function paste(text: string) {
    if (await isReady(PasteDialog)) setOpened({ paste: text })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (isChanged && opened !== 'publish') void save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const rows = { items, edits, faults: shownFaults, current, onCurrent: enter, goal }
  const deeds = { open: openStable, insert, duplicate: edits.duplicate, remove }
  return (
    <>
      <DraftBar
        versionNo={desk.saved.versionNo}
        savedAt={template.draft?.updatedAt}
        isChanged={isChanged}
        isSaving={desk.isSaving}
        canDiscard={template.publishedVersion !== null}
        onUndo={desk.reset}
        onDiscard={() => void discard()}
        onSave={() => void save()}
        onPublish={() => void publish()}
      />
      {desk.isOutdated && (
        <p className="template-note" role="status">
          {t('qcTemplate.outdated')}{' '}
          <Button variant="text" onClick={desk.compare}>
            {t('qcTemplate.compare')}
          </Button>
        </p>
      )}
      {desk.isRestored && !desk.isOutdated && (
        <p className="template-note" role="status">
          {t('qc.restored')}
        </p>
      )}
      <FaultSummary faults={shownFaults} items={items} onGo={(fault) => void goToFault(fault)} />
      <div className="template-columns">
        <div className="template-items card">
          {items.length === 0 ? (
            <EmptyState text={t('qcTemplate.emptyDraft')} />
          ) : isNarrow ? (
            <DraftCards {...rows} deeds={deeds} />
          ) : (
            <DraftGrid {...rows} deeds={deeds} onPaste={(text) => void paste(text)} />
          )}
          <div className="draft-add">
            <Button icon="plus" data-add-line aria-keyshortcuts="n" onClick={() => insert()}>
              {t('qcTemplate.addItem')}
            </Button>
            <Button variant="text" onClick={addGroup}>
              {t('qcTemplate.addGroup')}
            </Button>
            <Button variant="text" icon="copy" onClick={() => void paste('')}>
              {t('qcTemplate.paste')}
            </Button>
            {!isNarrow && <span className="draft-keys">{t('qcTemplate.keys')}</span>}
          </div>
          <Units />
        </div>
        <DraftSide desk={desk} faults={shownFaults} current={current} open={side} onOpen={setSide} hasLine={isRoomy} />
      </div>
      {opened === 'publish' && <PublishDialog desk={desk} onClose={() => setOpened(undefined)} />}
      {opened === 'sheet' && current !== undefined && (
        <SheetDialog desk={desk} faults={shownFaults} current={current} onClose={() => setOpened(undefined)} />
      )}
      {typeof opened === 'object' && (
        <PasteDialog desk={desk} text={opened.paste} onClose={() => setOpened(undefined)} />
      )}
      {theirs && <ConflictDialog desk={desk} theirs={theirs} />}
    </>
  )
}
