import { lotStatuses } from '#shared/qc/constants'
import { LotInput, type Lot } from '#shared/schemas/qc-lot'
import type { ProductOption } from '#shared/schemas/qc-product'
import { lotApi } from '../../api/qc-lot'
import { Field } from '../../ui/Field'
import { FormFooter } from '../../ui/FormFooter'
import { ProductSelect } from '../../ui/qc/ProductSelect'
import type { RecordFieldsProps } from '../../ui/RecordDialog'
import { RemarkField } from '../../ui/RemarkField'
import { Select } from '../../ui/Select'
import { tellCreated } from '../../ui/tell-created'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { useText } from '../../ui/useText'

type LotFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  lot?: Lot | undefined
  /** The product line that the list is narrowed to, for a new one. */
  listed?: ProductOption | undefined
}

export function LotFields({ lot, listed, onSaved, onClose }: LotFieldsProps) {
  const t = useText()
  const productId = (lot ?? listed)?.productId
  const { register, selectProps, formProps, formState } = useSchemaForm(LotInput, {
    defaults: {
      ...(productId !== undefined && { productId }), // where the list shows all lines, none is chosen yet
      lotNo: lot?.lotNo ?? '',
      qty: lot?.qty ?? '',
      supplier: lot?.supplier ?? '',
      producedAt: lot?.producedAt ?? '',
      status: lot?.status ?? 'open',
      remark: lot?.remark ?? '',
    },
    async save(input) {
      if (lot) await lotApi.update(lot.lotId, input)
      else {
        await lotApi.create(input)
        tellCreated(input.lotNo)
      }
      onSaved()
    },
  })
  const { errors, isSubmitting } = formState

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcLot.no')} error={errors.lotNo?.message} required>
          {(field) => (
            <input {...field} {...register('lotNo')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('qc.product')} error={errors.productId?.message} required>
          {(field) => (
            <ProductSelect
              {...field}
              {...selectProps('productId')}
              label={t('qc.product')}
              known={lot && { name: lot.productName, nameEn: lot.productNameEn }}
            />
          )}
        </Field>
        <Field label={t('qcLot.qty')} error={errors.qty?.message}>
          {(field) => <input {...field} {...register('qty')} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label={t('qcLot.supplier')} error={errors.supplier?.message}>
          {(field) => <input {...field} {...register('supplier')} autoComplete="off" />}
        </Field>
        <Field label={t('qcLot.producedAt')} error={errors.producedAt?.message}>
          {(field) => <input {...field} {...register('producedAt')} type="date" />}
        </Field>
        <Field
          label={t('record.status')}
          error={errors.status?.message}
          hint={t(lot?.status === 'hold' ? 'qcLot.heldHint' : 'qcLot.statusHint')}
        >
          {(field) => (
            <Select
              {...field}
              {...selectProps('status')}
              label={t('record.status')}
              options={(lot?.status === 'hold' ? (['hold'] as const) : lotStatuses).map((status) => ({
                value: status,
                label: t(`qcLot.status.${status}`),
              }))}
            />
          )}
        </Field>
      </div>
      <RemarkField {...register('remark')} error={errors.remark?.message} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(lot ? 'qcLot.editSubmit' : 'qcLot.createSubmit')}
      </FormFooter>
    </form>
  )
}
