import { useQuery } from '@tanstack/react-query'
import type { PlainTextKey } from '#shared/i18n/text'
import { judgements, recordStatuses } from '#shared/qc/constants'
import { statusFilterKey } from '#shared/qc/record/workflow'
import type { RecordSearch } from '../../../../api/qc/record'
import { templateApi } from '../../../../api/qc/template'
import { useAllowed } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { Chip, ChipBar } from '../../../../ui/input/Chips'
import { DateRange } from '../../../../ui/input/DateRange'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { ProductFilter } from '../../../../ui/qc/select/ProductFilter'
import type { FiltersProps } from '../../../../ui/record/list-page'
import { SearchBox } from '../../../../ui/input/SearchBox'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'

/** The filters of the list of records. */
export function RecordFilters({ query, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  const { product } = query
  /** Filters that can only be set by links. */
  const linkFilters = [
    ['versionNo', t('qcRecord.onlyVersion', { no: query.versionNo ?? '' })],
    ['businessDay', t('qcRecord.onlyDay', { day: query.businessDay ?? '' })],
    ['counted', t(query.counted === 'all' ? 'qcRecord.onlyCountedAll' : 'qcRecord.onlyCounted')],
    ['measuredWith', t('qcRecord.onlyMeasuredWith')],
    ['ngItem', t('qcRecord.onlyNgItem')],
    ['defectItem', t('qcRecord.onlyDefectItem')],
  ] as const
  const maySeeTemplates = useAllowed(['qc:template:list', 'qc:record:add'])
  return (
    <>
      <SearchBox
        label={t('qcRecord.recordNo')}
        value={query.recordNo ?? ''}
        onSearch={(recordNo) => filter({ recordNo })}
      />
      <ProductFilter
        value={product}
        onSelect={(code) => filter({ product: code, templateId: undefined, lotId: undefined, equipmentId: undefined })}
      />
      {maySeeTemplates && <TemplateFilter query={query} filter={filter} />}
      <LotSelect
        label={t('qc.lot')}
        product={product}
        value={query.lotId}
        onSelect={(lot) => filter({ lotId: lot?.lotId })}
      />
      <EquipmentSelect
        label={t('qc.equipment')}
        product={product}
        value={query.equipmentId}
        onSelect={(equipment) => filter({ equipmentId: equipment?.equipmentId })}
      />
      <Select
        label={t('record.status')}
        placeholder={t('record.anyStatus')}
        value={query.status}
        options={recordStatuses.map((status) => ({ value: status, label: t(statusFilterKey(status)) }))}
        onSelect={(status) => filter({ status })}
      />
      <Select
        label={t('qcRecord.judgement')}
        placeholder={t('qcRecord.anyJudgement')}
        value={query.judgement}
        options={judgements.map((judgement) => ({ value: judgement, label: t(`qc.judgement.${judgement}`) }))}
        onSelect={(judgement) => filter({ judgement })}
      />
      <DateRange
        label={t('qcRecord.inspectedAt')}
        value={query}
        isRelative
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
      {linkFilters.map(
        ([name, text]) =>
          query[name] && (
            <Button key={name} icon="close" onClick={() => filter({ [name]: undefined })}>
              {text}
            </Button>
          ),
      )}
    </>
  )
}

/** The templates of records. A template that is no longer offered is shown by its id. */
function TemplateFilter({ query: { product, templateId }, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  const localized = useLocalizedName()
  const { data = [] } = useQuery({
    queryKey: ['qcTemplate', 'options', product],
    queryFn: ({ signal }) => templateApi.options({ ...(product && { product }) }, signal),
    staleTime: 60_000,
  })
  const selected = Number(templateId) || undefined // the address holds digits
  const options = data.map((template) => ({ value: template.templateId, label: localized(template) }))
  const isOffered = selected === undefined || options.some(({ value }) => value === selected)
  return (
    <Select
      label={t('qc.template')}
      placeholder={t('qcRecord.anyTemplate')}
      value={selected}
      options={isOffered ? options : [...options, { value: selected, label: `#${selected}` }]}
      onSelect={(id) => filter({ templateId: id })}
    />
  )
}

type QuickFilter = { label: PlainTextKey; filters: Partial<RecordSearch> }

const quickFilters: readonly QuickFilter[] = [
  { label: 'qcRecord.quick.today', filters: { beginTime: 'today', endTime: 'today' } },
  { label: 'qcRecord.quick.mine', filters: { mine: '1' } },
  { label: 'qcRecord.quick.waiting', filters: { waiting: '1' } },
  { label: 'qcAssign.mine', filters: { assigned: '1' } },
  { label: 'qcRecord.quick.ng', filters: { judgement: 'NG' } },
  { label: 'qcRecord.quick.drafts', filters: { status: 'draft' } },
  { label: 'qcRecord.quick.overdue', filters: { overdue: '1' } },
]

/** The most frequent filters; one press sets a filter, the next removes it. */
export function QuickFilters({ query, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  return (
    <ChipBar label={t('qcRecord.quick')}>
      {quickFilters.map(({ label, filters }) => {
        const names = Object.keys(filters) as (keyof RecordSearch)[]
        const isOn = names.every((name) => query[name] === filters[name])
        return (
          <Chip
            key={label}
            isOn={isOn}
            onPress={() => filter(isOn ? Object.fromEntries(names.map((name) => [name, undefined])) : filters)}
          >
            {t(label)}
          </Chip>
        )
      })}
    </ChipBar>
  )
}
