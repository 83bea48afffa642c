import { lotStatuses } from '#shared/qc/constants'
import { LotInput, type Lot } from '#shared/qc/lot'
import { lot } from '#shared/qc/lot-resource'
import type { ProductOption } from '#shared/qc/product'
import { lotApi } from '../../../api/qc/lot'
import { NEW_RECORD } from '../../../api/resource'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { productOfList } from '../../../ui/qc/products'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'

/** The dialog that creates or changes a lot. */
export default recordForm(lot, {
  api: lotApi,
  load: async (id, { client }) => ({ listed: id === NEW_RECORD ? await productOfList(client) : undefined }),
  Fields: LotFields,
})

type LotFieldsProps = FieldsProps<Lot> & {
  /** The product line that filters the list, for a new lot. */
  listed: ProductOption | undefined
}

function LotFields({ listed, ...dialog }: LotFieldsProps) {
  const { record: lot } = dialog
  const t = useText()
  const productId = (lot ?? listed)?.productId
  const { input, select, formProps, formState, current } = useSchemaForm(LotInput, {
    record: lot,
    read: lot && (() => lotApi.get(lot.lotId)),
    defaults: {
      ...(productId !== undefined && { productId }), // a list of all lines has no default line
      lotNo: '',
      qty: '',
      supplier: '',
      producedAt: '',
      status: 'open',
      remark: '',
    },
    save: saveRecord(lotApi, dialog),
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
          options={statuses.filter(({ value }) => (value === 'hold') === isHeld || value === status.value)}
        />
      </div>
      <RemarkField {...input('remark')} />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
