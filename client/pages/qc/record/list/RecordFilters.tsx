import { useQuery } from '@tanstack/react-query'
import { judgements, recordStatuses } from '#shared/qc/constants'
import { statusFilterKey } from '#shared/qc/record/workflow'
import type { RecordSearch } from '../../../../api/qc/record'
import { templateApi } from '../../../../api/qc/template'
import { useAllowed } from '../../../../ui/Allow'
import { DateRange } from '../../../../ui/input/DateRange'
import { useCalled } from '../../../../ui/qc/localized-name'
import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { ProductFilter } from '../../../../ui/qc/select/ProductFilter'
import type { FiltersProps } from '../../../../ui/record/list-page'
import { NarrowedBy } from './NarrowedBy'
import { SearchBox } from '../../../../ui/input/SearchBox'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'

/** Which records are shown. */
export function RecordFilters({ query, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  const { product } = query
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
        onSelect={(found) => filter({ equipmentId: found?.equipmentId })}
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
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
      <NarrowedBy query={query} filter={filter} />
    </>
  )
}

/** Templates that records are made of; one that is not by now is kept, under its number. */
function TemplateFilter({ query: { product, templateId }, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  const called = useCalled()
  const { data = [] } = useQuery({
    queryKey: ['qcTemplate', 'options', product],
    queryFn: ({ signal }) => templateApi.options({ ...(product && { product }) }, signal),
    staleTime: 60_000,
  })
  const chosen = Number(templateId) || undefined // the address holds digits
  const options = data.map((template) => ({ value: template.templateId, label: called(template) }))
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen)
  return (
    <Select
      label={t('qc.template')}
      placeholder={t('qcRecord.anyTemplate')}
      value={chosen}
      options={isKnown ? options : [...options, { value: chosen, label: `#${chosen}` }]}
      onSelect={(id) => filter({ templateId: id })}
    />
  )
}
