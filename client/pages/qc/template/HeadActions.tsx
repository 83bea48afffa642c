import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../api/qc/template'
import { useAllowed } from '../../../ui/Allow'
import { Button, IconButton } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import type { IconName } from '../../../ui/Icon'
import { Menu, type MenuItem } from '../../../ui/overlay/Menu'
import { calledNow } from '../../../ui/qc/localized-name'
import { isReady } from '../../../ui/ready'
import { isDone } from '../../../ui/record/record-actions'
import { useText, type T } from '../../../ui/useText'
import { printLabels } from '../../../ui/qc/label/print-labels'
import { isUsable, reactivate } from './retire'

const TemplateForm = dialogPart(() => import('./TemplateForm'))
const CopyForm = dialogPart(() => import('./CopyForm'))
const RetireForm = dialogPart(() => import('./RetireForm'))
const StartTemplate = dialogPart(() => import('./StartTemplate'))

/** What stands on top of the page. */
const dialogs = { head: TemplateForm, copy: CopyForm, retire: RetireForm, start: StartTemplate } as const

type HeadActionsProps = { template: TemplateDetail; isDraft: boolean; shown: Version | null }

/** What this operator may do with a template as a whole. */
export function HeadActions({ template, isDraft, shown }: HeadActionsProps) {
  const t = useText()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const [isBusy, setIsBusy] = useState(false)
  const may = useMay()
  const { templateId, status, draft } = template
  const isActive = status === 'active'
  const refresh = () => void queries.invalidateQueries()

  async function open(what: keyof typeof dialogs) {
    if (await isReady(dialogs[what])) setOpened(what)
  }

  /** Writing begins from what is published. */
  async function write() {
    setIsBusy(true)
    try {
      if (draft || (await isDone(templateApi.startDraft(templateId)))) {
        await queries.invalidateQueries({ queryKey: ['qcTemplate'] })
        navigate(templatePath(templateId, 'draft'))
      }
    } finally {
      setIsBusy(false)
    }
  }

  const isOpen = isUsable(template)
  const items: MenuItem[] = [
    ...(may.print && isOpen ? [entry(t, 'qr', 'validCode', () => void printLabels('template', [templateId]))] : []),
    ...(may.edit ? [entry(t, 'editHead', 'edit', () => void open('head'))] : []),
    ...(may.add ? [entry(t, 'copy', 'copy', () => void open('copy'))] : []),
    ...(may.export
      ? [
          entry(
            t,
            'exportFile',
            'documentation',
            () => void isDone(templateApi.downloadFile(templateId, shown?.versionNo)),
          ),
        ]
      : []),
    ...(may.retire && isActive
      ? [{ ...entry(t, 'retire', undefined, () => void open('retire')), tone: 'danger' as const }]
      : []),
    ...(may.retire && !isActive ? [entry(t, 'reactivate', undefined, () => void reactivate(template, refresh))] : []),
  ]
  const more = t('record.more', { name: calledNow(template) })
  return (
    <>
      {items.length > 0 && (
        <Menu label={more} trigger={<IconButton label={more} icon="more" size={20} />} items={items} />
      )}
      {may.record && isOpen && !isDraft && (
        <Button icon="plus" onClick={() => void open('start')}>
          {t('qcTemplate.start')}
        </Button>
      )}
      {may.edit && isActive && !isDraft && (
        <Button variant="primary" icon="edit" aria-keyshortcuts="e" busy={isBusy} onClick={() => void write()}>
          {t(draft ? 'qcTemplate.continueDraft' : 'qcTemplate.newDraft')}
        </Button>
      )}
      {opened === 'head' && <TemplateForm id={templateId} onSaved={refresh} onClose={() => setOpened(undefined)} />}
      {opened === 'start' && <StartTemplate row={template} onClose={() => setOpened(undefined)} />}
      {opened === 'copy' && <CopyForm row={template} onSaved={refresh} onClose={() => setOpened(undefined)} />}
      {opened === 'retire' && <RetireForm row={template} onSaved={refresh} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type Deed = 'qr' | 'editHead' | 'copy' | 'exportFile' | 'retire' | 'reactivate'

const entry = (t: T, key: Deed, icon: IconName | undefined, onSelect: () => void) => ({
  key,
  label: t(`qcTemplate.${key}`),
  ...(icon && { icon }),
  onSelect,
})

const useMay = () => ({
  add: useAllowed(['qc:template:add']),
  edit: useAllowed(['qc:template:edit']),
  retire: useAllowed(['qc:template:retire']),
  export: useAllowed(['qc:template:export']),
  print: useAllowed(['qc:qr:print']),
  record: useAllowed(['qc:record:add']),
})
