import { useState } from 'react'
import { recordStatuses } from '#shared/qc/constants'
import { statusFilterKey } from '#shared/qc/record/workflow'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { Button } from '../../../../ui/Button'
import { DateRange } from '../../../../ui/input/DateRange'
import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { ProductFilter } from '../../../../ui/qc/select/ProductFilter'
import { Select } from '../../../../ui/input/Select'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { useText } from '../../../../ui/useText'
import { withoutItem, type Address, type ChangeAddress } from '../analysis-query'
import { DEFAULT_RANGE, rangeNames } from '../ranges'
import { GroupFilter } from './GroupFilter'
import { ItemChoice } from './ItemChoice'

type FiltersProps = {
  items: readonly AnalysisItem[]
  itemsAt: number
  itemKey: string | undefined
  /** The business day of the product line. */
  today: string
  address: Address
  change: ChangeAddress
}

const clearable = ['equipmentId', 'shiftId', 'operatorId', 'lotId', 'versionNo', 'status'] as const

/** The characteristic, the time range, and the filters of the values. */
export function Filters({ items, itemsAt, itemKey, today, address, change }: FiltersProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const item = items.find((candidate) => candidate.itemKey === itemKey)
  const active = clearable.filter((name) => address[name] !== undefined)
  const { product, from, to, vsFrom, vsTo } = address
  const folded = active.length + [product, from ?? to, vsFrom ?? vsTo].filter((value) => value !== undefined).length
  const isWhole = isOpen || !isNarrow // on a phone the chart comes first
  return (
    <div className="stack card analysis-filters" role="group" aria-label={t('table.filters')}>
      {isWhole && (
        <ProductFilter
          value={product}
          onSelect={(chosen) => change({ ...withoutItem, product: chosen, itemKey: undefined })}
        />
      )}
      <ItemChoice
        items={items}
        fetchedAt={itemsAt}
        itemKey={itemKey}
        onChoose={(chosen) => change({ ...withoutItem, itemKey: chosen.itemKey })}
      />
      <RangeChoice address={address} change={change} />
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {folded > 0 ? t('table.filtersSet', { count: folded }) : t('table.filters')}
        </Button>
      )}
      {isWhole && (
        <>
          <DateRange
            label={t('qcAnalysis.range.custom')}
            value={{ beginTime: from, endTime: to }}
            today={today}
            onChange={({ beginTime, endTime }) => change({ range: undefined, from: beginTime, to: endTime })}
          />
          <DateRange
            label={t('qcAnalysis.compareWith')}
            value={{ beginTime: vsFrom, endTime: vsTo }}
            today={today}
            onChange={({ beginTime, endTime }) => change({ vsFrom: beginTime, vsTo: endTime })}
          />
        </>
      )}
      {item && isWhole && (
        <>
          <EquipmentSelect
            label={t('qc.equipment')}
            product={item.product}
            value={address.equipmentId}
            onSelect={(equipment) => change({ equipmentId: equipment?.equipmentId })}
          />
          <GroupFilter name="shiftId" itemKey={item.itemKey} address={address} change={change} />
          <GroupFilter name="operatorId" itemKey={item.itemKey} address={address} change={change} />
          <LotSelect
            label={t('qc.lot')}
            product={item.product}
            value={address.lotId}
            onSelect={(lot) => change({ lotId: lot?.lotId })}
          />
          <GroupFilter name="versionNo" itemKey={item.itemKey} address={address} change={change} />
          <Select
            label={t('record.status')}
            placeholder={t('record.anyStatus')}
            value={address.status}
            options={recordStatuses
              .filter((status) => status !== 'voided')
              .map((status) => ({ value: status, label: t(statusFilterKey(status)) }))}
            onSelect={(status) => change({ status })}
          />
          {active.length > 0 && (
            <Button
              variant="text"
              icon="close"
              onClick={() => change(Object.fromEntries(active.map((name) => [name, undefined])))}
            >
              {t('table.clearFilters')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** The usual time ranges. */
function RangeChoice({ address: { range, from, to }, change }: Pick<FiltersProps, 'address' | 'change'>) {
  const t = useText()
  const isCustom = from !== undefined || to !== undefined
  return (
    <div className="gap-4 analysis-choices analysis-ranges" role="group" aria-label={t('qcAnalysis.range')}>
      {rangeNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={!isCustom && name === (range ?? DEFAULT_RANGE)}
          onClick={() => change({ range: name, from: undefined, to: undefined })}
        >
          {name === 'shift' || name === 'day'
            ? t(`qcAnalysis.range.${name}`)
            : t('qcAnalysis.range.days', { count: Number(name) })}
        </button>
      ))}
    </div>
  )
}
