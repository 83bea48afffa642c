import { equipmentKinds } from '#shared/qc/constants'
import type { Equipment, EquipmentQuery } from '#shared/qc/equipment'
import { equipmentApi } from '../../../api/qc/equipment'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { calledNow } from '../../../ui/qc/localized-name'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { showRecords } from '../../../ui/qc/show-records'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { StatusFilter } from '../../../ui/record/status'
import { useText } from '../../../ui/useText'
import { labelDeeds } from '../../../ui/qc/label/label-deeds'
import { equipmentColumns } from './columns'
import { InstrumentsButton } from './InstrumentsButton'

const labels = labelDeeds<Equipment>('equipment', ({ equipmentId }) => equipmentId)

const equipment: Resource<Equipment, EquipmentQuery> = {
  name: 'qcEquipment',
  id: ({ equipmentId }) => equipmentId,
  label: calledNow,
  words: {
    title: 'qcEquipment.title',
    intro: 'qcEquipment.intro',
    create: 'qcEquipment.create',
    remove: 'qcEquipment.delete',
    empty: 'qcEquipment.empty',
  },
  tags: {
    add: 'qc:equipment:add',
    query: 'qc:equipment:list',
    edit: 'qc:equipment:edit',
    remove: 'qc:equipment:remove',
  },
  api: equipmentApi,
  columns: equipmentColumns,
  Filters: EquipmentFilters,
  Form: dialogPart(() => import('./EquipmentForm')),
  Extras: InstrumentsButton,
  setStatus: equipmentApi.setStatus,
  actions: [
    {
      key: 'records',
      label: 'qc.showRecords',
      tag: 'qc:record:list',
      onSelect: ({ equipmentId }) => showRecords({ measuredWith: equipmentId }),
    },
    labels.one,
  ],
  bulk: [labels.many],
}

/** Lines, machines, stations and gauges. */
export default function EquipmentPage() {
  return <RecordPage of={equipment} />
}

function EquipmentFilters({ query, filter }: FiltersProps<EquipmentQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('qc.codeOrName')}
        value={query.keyword ?? ''}
        onSearch={(keyword) => filter({ keyword: keyword || undefined })}
      />
      <ProductFilter value={query.product} onSelect={(product) => filter({ product })} />
      <Select
        label={t('qcEquipment.kind')}
        placeholder={t('qcEquipment.anyKind')}
        value={query.kind}
        options={equipmentKinds.map((kind) => ({ value: kind, label: t(`qcEquipment.kind.${kind}`) }))}
        onSelect={(kind) => filter({ kind })}
      />
      <Select
        label={t('qcEquipment.calibration')}
        placeholder={t('qcEquipment.calibration')}
        value={query.overdue}
        options={[{ value: '1' as const, label: t('qcEquipment.overdue') }]}
        onSelect={(overdue) => filter({ overdue })}
      />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
