import { lotStatuses } from '#shared/qc/constants'
import { LotInput, type Lot } from '#shared/qc/lot'
import type { ProductOption } from '#shared/qc/product'
import { lotApi } from '../../../api/qc/lot'
import { NEW_RECORD } from '../../../api/resource'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useProductOfList } from '../../../ui/qc/products'
import { ProductName, ProductSelect } from '../../../ui/qc/select/ProductSelect'
import { RecordDialog, type RecordFieldsProps, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { RemarkField } from '../../../ui/form/fields'
import { Select } from '../../../ui/input/Select'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

/** The dialog that creates or changes a lot. */
export default function LotForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  const productOfList = useProductOfList()
  return (
    <RecordDialog
      {...props}
      name="qcLot"
      load={async () => (isNew ? { listed: await productOfList() } : { lot: await lotApi.get(props.id) })}
      title={(form) => (isNew ? t('qcLot.create') : t('qcLot.editTitle', { name: form?.lot?.lotNo ?? '…' }))}
    >
      {(form, fields) => <LotFields {...form} {...fields} />}
    </RecordDialog>
  )
}

type LotFieldsProps = RecordFieldsProps & {
  /** Undefined for a new lot. */
  lot?: Lot | undefined
  /** The product line that the list is filtered by, for a new lot. */
  listed?: ProductOption | undefined
}

function LotFields({ lot, listed, onSaved, onClose }: LotFieldsProps) {
  const t = useText()
  const productId = (lot ?? listed)?.productId
  const { register, selectProps, formProps, fieldProps, formState, current } = useSchemaForm(LotInput, {
    record: lot,
    read: lot && (() => lotApi.get(lot.lotId)),
    defaults: (lot) => ({
      ...(productId !== undefined && { productId }), // a list of all lines has none to begin with
      lotNo: lot?.lotNo ?? '',
      qty: lot?.qty ?? '',
      supplier: lot?.supplier ?? '',
      producedAt: lot?.producedAt ?? '',
      status: lot?.status ?? 'open',
      remark: lot?.remark ?? '',
    }),
    async save(input, change) {
      if (lot) await lotApi.update(lot.lotId, change)
      else {
        await lotApi.create(input)
        toastCreated(input.lotNo)
      }
      onSaved()
    },
  })
  const { isSubmitting } = formState
  const isHeld = current?.status === 'hold'
  const status = selectProps('status')

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcLot.no')} {...fieldProps('lotNo')} required>
          {(field) => (
            <input {...field} {...register('lotNo')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('qc.product')} {...fieldProps('productId', (id) => <ProductName id={id} />)} required>
          {(field) => (
            <ProductSelect
              {...field}
              {...selectProps('productId')}
              label={t('qc.product')}
              present={lot && { name: lot.productName, nameEn: lot.productNameEn }}
            />
          )}
        </Field>
        <Field label={t('qcLot.qty')} {...fieldProps('qty')}>
          {(field) => <input {...field} {...register('qty')} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label={t('qcLot.supplier')} {...fieldProps('supplier')}>
          {(field) => <input {...field} {...register('supplier')} autoComplete="off" />}
        </Field>
        <Field label={t('qcLot.producedAt')} {...fieldProps('producedAt')}>
          {(field) => <input {...field} {...register('producedAt')} type="date" />}
        </Field>
        <Field
          label={t('record.status')}
          {...fieldProps('status', (value) => value && t(`qcLot.status.${value}`), { canKeep: !isHeld })}
          hint={t(isHeld ? 'qcLot.heldHint' : 'qcLot.statusHint')}
        >
          {(field) => (
            <Select
              {...field}
              {...status}
              label={t('record.status')}
              options={lotStatuses
                .filter((value) => !isHeld || value === 'hold' || value === status.value)
                .map((value) => ({ value, label: t(`qcLot.status.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(lot ? 'qcLot.editSubmit' : 'qcLot.createSubmit')}
      </FormFooter>
    </form>
  )
}
