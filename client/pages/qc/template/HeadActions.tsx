import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../api/qc/template'
import { useAllowed } from '../../../ui/Allow'
import { Button, IconButton } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import type { IconName } from '../../../ui/icons/Icon'
import { Menu, type MenuItem } from '../../../ui/overlay/Menu'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import { isReady } from '../../../ui/ready'
import { isDone } from '../../../ui/record/record-actions'
import { useText } from '../../../ui/useText'
import { printLabels } from '../../../ui/qc/label/print-labels'
import { isUsable, reactivate } from './retire'

const TemplateForm = dialogPart(() => import('./TemplateForm'))
const CopyForm = dialogPart(() => import('./CopyForm'))
const RetireForm = dialogPart(() => import('./RetireForm'))
const StartTemplate = dialogPart(() => import('./StartTemplate'))

/** The dialogs of the page. */
const dialogs = { head: TemplateForm, copy: CopyForm, retire: RetireForm, start: StartTemplate } as const

type Action = 'qr' | 'editHead' | 'copy' | 'exportFile' | 'retire' | 'reactivate'
type HeadActionsProps = { template: TemplateDetail; isDraft: boolean; shown: Version | null }

/** This operator's actions on a template as a whole. */
export function HeadActions({ template, isDraft, shown }: HeadActionsProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const [isBusy, setIsBusy] = useState(false)
  const mayAdd = useAllowed(['qc:template:add'])
  const mayEdit = useAllowed(['qc:template:edit'])
  const mayRetire = useAllowed(['qc:template:retire'])
  const mayExport = useAllowed(['qc:template:export'])
  const mayPrint = useAllowed(['qc:qr:print'])
  const mayRecord = useAllowed(['qc:record:add'])
  const { templateId, status, draft } = template
  const isActive = status === 'active'
  const canRecord = isUsable(template)
  const refresh = () => void queries.invalidateQueries()
  const close = () => setOpened(undefined)

  async function open(dialog: keyof typeof dialogs) {
    if (await isReady(dialogs[dialog])) setOpened(dialog)
  }

  /** Opens the draft. A new draft begins from the published version. */
  async function editDraft() {
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

  const entry = (key: Action, icon: IconName | undefined, onSelect: () => void): MenuItem => ({
    key,
    label: t(`qcTemplate.${key}`),
    ...(icon && { icon }),
    ...(key === 'retire' && { tone: 'danger' }),
    onSelect,
  })
  const exportFile = () => void isDone(templateApi.downloadFile(templateId, shown?.versionNo))
  const items = [
    mayPrint && canRecord && entry('qr', 'validCode', () => void printLabels('template', [templateId])),
    mayEdit && entry('editHead', 'edit', () => void open('head')),
    mayAdd && entry('copy', 'copy', () => void open('copy')),
    mayExport && entry('exportFile', 'documentation', exportFile),
    mayRetire && isActive && entry('retire', undefined, () => void open('retire')),
    mayRetire && !isActive && entry('reactivate', undefined, () => void reactivate(template, refresh)),
  ].filter((item) => item !== false)
  const more = t('record.more', { name: localizedNameNow(template) })
  return (
    <>
      {items.length > 0 && (
        <Menu label={more} trigger={<IconButton label={more} icon="more" size={20} />} items={items} />
      )}
      {mayRecord && canRecord && !isDraft && (
        <Button icon="plus" onClick={() => void open('start')}>
          {t('qcRecord.create')}
        </Button>
      )}
      {mayEdit && isActive && !isDraft && (
        <Button variant="primary" icon="edit" aria-keyshortcuts="e" busy={isBusy} onClick={() => void editDraft()}>
          {t(draft ? 'qcTemplate.continueDraft' : 'qcTemplate.newDraft')}
        </Button>
      )}
      {opened === 'head' && <TemplateForm id={templateId} onSaved={refresh} onClose={close} />}
      {opened === 'start' && <StartTemplate row={template} onClose={close} />}
      {opened === 'copy' && <CopyForm row={template} onSaved={refresh} onClose={close} />}
      {opened === 'retire' && <RetireForm row={template} onSaved={refresh} onClose={close} />}
    </>
  )
}
