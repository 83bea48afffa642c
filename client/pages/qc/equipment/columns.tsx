import type { Equipment, EquipmentQuery } from '#shared/qc/equipment'
import { Link } from 'wouter'
import { recordsPath } from '#shared/qc/paths'
import { Allow } from '../../../ui/Allow'
import type { Column } from '../../../ui/table/column'
import { calledNow } from '../../../ui/qc/localized-name'
import { Named } from '../../../ui/qc/Named'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Tag } from '../../../ui/feedback/Tag'
import type { T } from '../../../ui/useText'
import './equipment.css'

/** The columns of the list of equipment. */
export const equipmentColumns = (t: T, deeds: RecordDeeds<Equipment>): Column<Equipment, EquipmentQuery>[] => [
  {
    id: 'name',
    header: t('qcEquipment.name'),
    sortable: true,
    canHide: false,
    cell: (one) => (
      <RowLink row={one} onOpen={deeds.onEdit}>
        <Named of={one} />
      </RowLink>
    ),
  },
  { id: 'code', header: t('qc.code'), sortable: true, cell: ({ code }) => <code>{code}</code> },
  { id: 'kind', header: t('qcEquipment.kind'), sortable: true, cell: ({ kind }) => t(`qcEquipment.kind.${kind}`) },
  {
    id: 'product',
    header: t('qc.product'),
    cell: ({ productName, productNameEn }) =>
      productName === null ? t('qcEquipment.servesAll') : <Named of={{ name: productName, nameEn: productNameEn }} />,
  },
  {
    id: 'parent',
    header: t('qcEquipment.parent'),
    cell: ({ parentName, parentNameEn }) => <Named of={{ name: parentName, nameEn: parentNameEn }} />,
  },
  { id: 'resolution', header: t('qcEquipment.resolution'), align: 'end', cell: ({ resolution }) => resolution ?? '-' },
  {
    id: 'calibrationDue',
    header: t('qcEquipment.calibrationDue'),
    sortable: true,
    cell: ({ equipmentId, calibrationDue, isCalibrationOverdue }) => (
      <span className="calibration">
        {calibrationDue ?? '-'}
        {isCalibrationOverdue && (
          <>
            <Tag tone="warn">{t('qcEquipment.overdue')}</Tag>
            <Allow tags={['qc:record:list']}>
              <Link href={recordsPath({ measuredWith: equipmentId })}>{t('qcEquipment.measured')}</Link>
            </Allow>
          </>
        )}
      </span>
    ),
  },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

const actionsColumn = (t: T, deeds: RecordDeeds<Equipment>): Column<Equipment, EquipmentQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (one) => <RecordActions row={one} name={calledNow(one)} status={one.status} {...deeds} />,
})
