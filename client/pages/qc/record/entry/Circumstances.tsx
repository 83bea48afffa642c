import { Field } from '../../../../ui/form/Field'
import type { Content } from '../../../../stores/qc/entered'
import { EquipmentSelect, equipmentFields } from '../../../../ui/qc/select/EquipmentSelect'
import { fromLocalTime, toLocalTime } from '../../../../ui/qc/entry/local-time'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { useText } from '../../../../ui/useText'

export type CircumstancesProps = {
  content: Omit<Content, 'values'>
  productId: number
  isLotRequired: boolean
  isRemarkRequired: boolean
  /** What is wrong, by the names of the fields. */
  faults: Readonly<Record<string, string>>
  onChange: (change: Partial<Omit<Content, 'values'>>) => void
}

/** Of what, on what and when the values of a record were taken, and what there is to say of it. */
export function Circumstances(props: CircumstancesProps) {
  const { content, productId, isLotRequired, isRemarkRequired, faults, onChange } = props
  const t = useText()
  return (
    <div className="record-circumstances">
      <Field label={t('qc.lot')} error={faults['lotId']} required={isLotRequired}>
        {(control) => (
          <LotSelect
            {...control}
            label={t('qc.lot')}
            productId={productId}
            value={content.lotId}
            onSelect={(lot) => onChange({ lotId: lot?.lotId ?? null, lotNo: lot?.lotNo ?? null })}
          />
        )}
      </Field>
      <Field label={t('qc.equipment')} error={faults['equipmentId']}>
        {(control) => (
          <EquipmentSelect
            {...control}
            label={t('qc.equipment')}
            productId={productId}
            value={content.equipmentId}
            onSelect={(found) => onChange(equipmentFields(found))}
          />
        )}
      </Field>
      <Field label={t('qcRecord.inspectedAt')} error={faults['inspectedAt']}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={toLocalTime(content.inspectedAt)}
            onChange={({ target }) => {
              const inspectedAt = fromLocalTime(target.value)
              if (inspectedAt) onChange({ inspectedAt })
            }}
          />
        )}
      </Field>
      <Field label={t('record.remark')} error={faults['remark']} required={isRemarkRequired}>
        {(control) => (
          <textarea
            {...control}
            data-remark
            rows={1}
            maxLength={1000}
            value={content.remark}
            onChange={({ target }) => onChange({ remark: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
