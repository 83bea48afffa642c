import { EquipmentSelect } from '../../../../ui/qc/select/EquipmentSelect'
import { useText } from '../../../../ui/useText'

type GaugeChoiceProps = {
  /** Names the item. */
  item: string
  /** Code of the product line. */
  product: string
  value: number | null
  onSelect: (gaugeId: number | null) => void
}

/** With what an item was measured. */
export function GaugeChoice({ item, product, value, onSelect }: GaugeChoiceProps) {
  const t = useText()
  return (
    <EquipmentSelect
      label={t('qcRecord.gaugeOf', { item })}
      placeholder={t('qcRecord.gauge')}
      product={product}
      kind="gauge"
      value={value}
      isFilter={false}
      onSelect={(gauge) => onSelect(gauge?.equipmentId ?? null)}
    />
  )
}
