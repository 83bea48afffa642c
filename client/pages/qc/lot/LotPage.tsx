import { lotStatuses, type LotStatus } from '#shared/qc/constants'
import { lot } from '#shared/qc/lot-resource'
import type { Lot, LotQuery } from '#shared/qc/lot'
import { lotApi } from '../../../api/qc/lot'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { toast } from '../../../ui/overlay/toast'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { showRecords } from '../../../ui/qc/show-records'
import { Tag, type Tone } from '../../../ui/feedback/Tag'
import { listPage } from '../../../ui/record/declared'
import { recordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps } from '../../../ui/record/list-page'
import { isChanged, keepFocus } from '../../../ui/record/record-actions'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { tr, useText } from '../../../ui/useText'
import { labelActions } from '../../../ui/qc/label/label-actions'

const labels = labelActions<Lot>('lot', ({ lotId }) => lotId)

const tones = { open: 'info', hold: 'warn', closed: 'pending' } as const satisfies Record<LotStatus, Tone>

const lots = listPage(lot, {
  api: lotApi,
  cells: { status: ({ status }, t) => <Tag tone={tones[status]}>{t(`qcLot.status.${status}`)}</Tag> },
  Filters: LotFilters,
  Form: dialogPart(() => import('./LotForm')),
  actions: [
    {
      key: 'records',
      label: 'qc.showRecords',
      tag: 'qc:record:list',
      onSelect: ({ product, lotId }) => showRecords({ product, lotId }),
    },
    labels.rowAction,
    {
      key: 'hold',
      label: 'qcLot.hold',
      tag: ['qc:lot:hold', 'qc:lot:edit'],
      isFor: ({ status }) => status === 'open',
      Dialog: dialogPart(() => import('../../../ui/qc/sign/HoldForm')),
    },
    {
      key: 'release',
      label: 'qcLot.release',
      tag: 'qc:lot:release',
      isFor: ({ status }) => status === 'hold',
      Dialog: dialogPart(() => import('./ReleaseDialog')),
    },
    {
      key: 'open',
      label: 'qcLot.open',
      tag: 'qc:lot:edit',
      isFor: ({ status }) => status === 'closed',
      onSelect: (lot, refresh) => void switchLot(lot, 'open', refresh),
    },
    {
      key: 'close',
      label: 'qcLot.close',
      tag: 'qc:lot:edit',
      isFor: ({ status }) => status === 'open',
      onSelect: (lot, refresh) => void switchLot(lot, 'closed', refresh),
    },
  ],
  bulk: [labels.bulkAction],
})

/** Lots of material and products. */
export default recordPage(lots)

function LotFilters({ query, filter }: FiltersProps<LotQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('qcLot.keyword')}
        value={query.keyword ?? ''}
        onSearch={(keyword) => filter({ keyword: keyword || undefined })}
      />
      <ProductFilter value={query.product} onSelect={(product) => filter({ product })} />
      <Select
        label={t('record.status')}
        placeholder={t('record.anyStatus')}
        value={query.status}
        options={lotStatuses.map((status) => ({ value: status, label: t(`qcLot.status.${status}`) }))}
        onSelect={(status) => filter({ status })}
      />
    </>
  )
}

/** Closes or reopens a lot at once. A toast offers undo. */
async function switchLot(lot: Lot, status: 'open' | 'closed', onDone: () => void): Promise<void> {
  if (!(await isChanged(lotApi.setStatus(lot, status), onDone))) return
  onDone()
  toast.show(tr(`qcLot.done.${status}`, { lotNo: lot.lotNo }), {
    action: {
      label: tr('action.undo'),
      onClick() {
        keepFocus()
        void switchLot({ ...lot, status }, status === 'open' ? 'closed' : 'open', onDone)
      },
    },
  })
}
