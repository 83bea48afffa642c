import { useState } from 'react'
import { Link } from 'wouter'
import { equipmentKinds } from '#shared/qc/constants'
import { equipment } from '#shared/qc/equipment-resource'
import { recordsPath } from '#shared/qc/paths'
import type { Equipment, EquipmentQuery } from '#shared/qc/equipment'
import { equipmentApi } from '../../../api/qc/equipment'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { showRecords } from '../../../ui/qc/show-records'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { Tag } from '../../../ui/feedback/Tag'
import { isReady } from '../../../ui/ready'
import { Named } from '../../../ui/qc/Named'
import { listPage } from '../../../ui/record/declared'
import { recordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { StatusFilter } from '../../../ui/record/status'
import { useText, type T } from '../../../ui/useText'
import { labelActions } from '../../../ui/qc/label/label-actions'
import './equipment.css'

const Instruments = dialogPart(() => import('./Instruments'))

const labels = labelActions<Equipment>('equipment', ({ equipmentId }) => equipmentId)

const machines = listPage(equipment, {
  api: equipmentApi,
  cells: {
    productName: ({ productName, productNameEn }, t) =>
      productName === null ? t('qcEquipment.servesAll') : <Named of={{ name: productName, nameEn: productNameEn }} />,
    calibrationDue: (row, t) => (row.calibrationDue === null ? '-' : <Calibration of={row} t={t} />),
  },
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
    labels.rowAction,
  ],
  bulk: [labels.bulkAction],
})

/** Lines, machines, stations and gauges. */
export default recordPage(machines)

function Calibration({ of: { equipmentId, calibrationDue, isCalibrationOverdue }, t }: { of: Equipment; t: T }) {
  return (
    <span className="row inline wrap calibration">
      {calibrationDue}
      {isCalibrationOverdue && (
        <>
          <Tag tone="warn">{t('qcEquipment.overdue')}</Tag>
          <Allow tags={['qc:record:list']}>
            <Link href={recordsPath({ measuredWith: equipmentId })}>{t('qcEquipment.measured')}</Link>
          </Allow>
        </>
      )}
    </span>
  )
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
        label={t('record.kind')}
        placeholder={t('record.anyKind')}
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

/** Opens the keys of instruments that send measurements by themselves. */
function InstrumentsButton() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Allow tags={['qc:instrument:list']}>
      <Button onClick={() => void isReady(Instruments).then(setIsOpen)}>{t('qcInstrument.keys')}</Button>
      {isOpen && <Instruments onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
