import { lotStatuses } from '#shared/qc/constants'
import { LotInput, type Lot } from '#shared/qc/lot'
import type { ProductOption } from '#shared/qc/product'
import { lotApi } from '../../../api/qc/lot'
import { NEW_RECORD } from '../../../api/resource'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useProductOfList } from '../../../ui/qc/products'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { RecordDialog, type RecordFieldsProps, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { saveRecord } from '../../../ui/record/save-record'
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
  const { input, select, formProps, formState, current } = useSchemaForm(LotInput, {
    record: lot,
    read: lot && (() => lotApi.get(lot.lotId)),
    defaults: {
      ...(productId !== undefined && { productId }), // a list of all lines has none to begin with
      lotNo: '',
      qty: '',
      supplier: '',
      producedAt: '',
      status: 'open',
      remark: '',
    },
    save: saveRecord(lotApi, lot?.lotId, ({ lotNo }) => lotNo, onSaved),
  })
  const isHeld = current?.status === 'hold'
  const status = select('status', undefined, { canKeep: !isHeld })
  const statuses = lotStatuses.map((value) => ({ value, label: t(`qcLot.status.${value}`) }))

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('lotNo')} label={t('qcLot.no')} required isCode />
        <ProductField
          {...select('productId')}
          label={t('qc.product')}
          present={lot && { name: lot.productName, nameEn: lot.productNameEn }}
          required
        />
        <InputField {...input('qty')} label={t('qcLot.qty')} inputMode="decimal" />
        <InputField {...input('supplier')} label={t('qcLot.supplier')} />
        <InputField {...input('producedAt')} label={t('qcLot.producedAt')} type="date" />
        <SelectField
          {...status}
          label={t('record.status')}
          hint={t(isHeld ? 'qcLot.heldHint' : 'qcLot.statusHint')}
          options={statuses.filter(({ value }) => !isHeld || value === 'hold' || value === status.value)}
        />
      </div>
      <RemarkField {...input('remark')} />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(lot ? 'qcLot.editSubmit' : 'qcLot.createSubmit')}
      </FormFooter>
    </form>
  )
}
