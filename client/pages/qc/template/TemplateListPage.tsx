import { useState } from 'react'
import { qcDicts, templateStatuses } from '#shared/qc/constants'
import type { Template, TemplateQuery } from '#shared/qc/template/schema'
import { templateApi } from '../../../api/qc/template'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isReady } from '../../../ui/ready'
import { DictSelect } from '../../../ui/dict'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { recordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { isDone } from '../../../ui/record/record-actions'
import { useText } from '../../../ui/useText'
import { labelActions } from '../../../ui/qc/label/label-actions'
import { templateColumns } from './columns'
import { isUsable, reactivate } from './retire'
import './template.css'

const ImportFile = dialogPart(() => import('./ImportFile'))

const labels = labelActions<Template>('template', ({ templateId }) => templateId, isUsable)

const templates: Resource<Template, TemplateQuery> = {
  name: 'qcTemplate',
  id: ({ templateId }) => templateId,
  label: localizedNameNow,
  words: {
    title: 'qcTemplate.title',
    intro: 'qcTemplate.intro',
    noun: 'qcTemplate.noun',
    empty: 'qcTemplate.empty',
  },
  tags: { add: 'qc:template:add', edit: 'qc:template:edit' },
  api: { list: templateApi.list },
  columns: templateColumns,
  Filters: TemplateFilters,
  Form: dialogPart(() => import('./TemplateForm')),
  Extras: ImportButton,
  actions: [
    {
      key: 'start',
      label: 'qcRecord.create',
      icon: 'plus',
      tag: 'qc:record:add',
      isFor: isUsable,
      Dialog: dialogPart(() => import('./StartTemplate')),
    },
    labels.rowAction,
    {
      key: 'copy',
      label: 'qcTemplate.copy',
      icon: 'copy',
      tag: 'qc:template:add',
      Dialog: dialogPart(() => import('./CopyForm')),
    },
    {
      key: 'file',
      label: 'qcTemplate.exportFile',
      icon: 'documentation',
      tag: 'qc:template:export',
      onSelect: ({ templateId }) => void isDone(templateApi.downloadFile(templateId, undefined)),
    },
    {
      key: 'retire',
      label: 'qcTemplate.retire',
      tone: 'danger',
      tag: 'qc:template:retire',
      isFor: ({ status }) => status === 'active',
      Dialog: dialogPart(() => import('./RetireForm')),
    },
    {
      key: 'reactivate',
      label: 'qcTemplate.reactivate',
      tag: 'qc:template:retire',
      isFor: ({ status }) => status === 'retired',
      onSelect: (template, refresh) => void reactivate(template, refresh),
    },
  ],
  bulk: [labels.bulkAction],
  isFixed: (template) => !isUsable(template),
}

/** The list of templates. */
export default recordPage(templates)

function TemplateFilters({ query, filter }: FiltersProps<TemplateQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('qcTemplate.keyword')}
        value={query.keyword ?? ''}
        onSearch={(keyword) => filter({ keyword })}
      />
      <ProductFilter value={query.product} onSelect={(product) => filter({ product })} />
      <DictSelect
        type={qcDicts.stage}
        label={t('qcTemplate.stage')}
        placeholder={t('qcTemplate.anyStage')}
        value={query.stage}
        onSelect={(stage) => filter({ stage })}
      />
      <Select
        label={t('record.status')}
        placeholder={t('record.anyStatus')}
        value={query.status}
        options={templateStatuses.map((value) => ({ value, label: t(`qcTemplate.status.${value}`) }))}
        onSelect={(status) => filter({ status })}
      />
    </>
  )
}

/** Opens the import of a template file. */
function ImportButton({ refresh }: { refresh: () => void }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Allow tags={['qc:template:import']}>
      <Button onClick={() => void isReady(ImportFile).then(setIsOpen)}>{t('qcTemplate.import')}</Button>
      {isOpen && <ImportFile onDone={refresh} onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
