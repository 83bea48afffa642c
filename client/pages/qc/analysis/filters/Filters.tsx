import { useState } from 'react'
import { recordStatuses } from '#shared/qc/constants'
import { statusFilterKey } from '#shared/qc/record/workflow'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { Button } from '../../../../ui/Button'
import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { ProductFilter } from '../../../../ui/qc/select/ProductFilter'
import { Select } from '../../../../ui/input/Select'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { useText } from '../../../../ui/useText'
import { ofItem, type Address, type ChangeAddress } from '../analysis-query'
import { GroupFilter } from './GroupFilter'
import { ItemChoice } from './ItemChoice'
import { RangeChoice } from './RangeChoice'

type FiltersProps = {
  items: readonly AnalysisItem[]
  itemsAt: number
  itemKey: string | undefined
  address: Address
  change: ChangeAddress
}

const narrowing = ['equipmentId', 'shiftId', 'operatorId', 'lotId', 'versionNo', 'status'] as const

/** Which values are looked at: of which characteristic, from when, made on what and by whom. */
export function Filters({ items, itemsAt, itemKey, address, change }: FiltersProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const item = items.find((one) => one.itemKey === itemKey)
  const set = narrowing.filter((name) => address[name] !== undefined)
  const isFolded = isNarrow && !isOpen
  return (
    <div className="analysis-filters card" role="group" aria-label={t('table.filters')}>
      <ProductFilter
        value={address.product}
        onSelect={(product) => change({ ...ofItem, product, itemKey: undefined })}
      />
      <ItemChoice
        items={items}
        at={itemsAt}
        itemKey={itemKey}
        onChoose={(chosen) => change({ ...ofItem, itemKey: chosen.itemKey })}
      />
      <RangeChoice address={address} change={change} />
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {set.length > 0 ? t('table.filtersSet', { count: set.length }) : t('table.filters')}
        </Button>
      )}
      {item && !isFolded && (
        <>
          <EquipmentSelect
            label={t('qc.equipment')}
            product={item.product}
            value={address.equipmentId}
            onSelect={(found) => change({ equipmentId: found?.equipmentId })}
          />
          <GroupFilter
            itemKey={item.itemKey}
            by="shift"
            label={t('qc.shift')}
            placeholder={t('qcAnalysis.anyShift')}
            value={address.shiftId}
            onSelect={(shiftId) => change({ shiftId })}
          />
          <GroupFilter
            itemKey={item.itemKey}
            by="operator"
            label={t('qcAnalysis.operator')}
            placeholder={t('qcAnalysis.anyOperator')}
            value={address.operatorId}
            onSelect={(operatorId) => change({ operatorId })}
          />
          <LotSelect
            label={t('qc.lot')}
            product={item.product}
            value={address.lotId}
            onSelect={(lot) => change({ lotId: lot?.lotId })}
          />
          <GroupFilter
            itemKey={item.itemKey}
            by="version"
            label={t('qcAnalysis.version')}
            placeholder={t('qcAnalysis.anyVersion')}
            value={address.versionNo}
            onSelect={(versionNo) => change({ versionNo })}
          />
          <Select
            label={t('record.status')}
            placeholder={t('record.anyStatus')}
            value={address.status}
            options={recordStatuses
              .filter((status) => status !== 'voided')
              .map((status) => ({ value: status, label: t(statusFilterKey(status)) }))}
            onSelect={(status) => change({ status })}
          />
          {set.length > 0 && (
            <Button
              variant="text"
              icon="close"
              onClick={() => change(Object.fromEntries(set.map((name) => [name, undefined])))}
            >
              {t('qcAnalysis.clearFilters')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
