import { statuses } from '#shared/constants'
import { equipmentKinds, type EquipmentKind } from '#shared/qc/constants'
import { EquipmentInput, type Equipment } from '#shared/qc/equipment'
import { equipment } from '#shared/qc/equipment-resource'
import type { ProductOption } from '#shared/qc/product'
import { equipmentApi } from '../../../api/qc/equipment'
import { NEW_RECORD } from '../../../api/resource'
import { Field } from '../../../ui/form/Field'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { productOfList } from '../../../ui/qc/products'
import { EquipmentName, EquipmentSelect } from '../../../ui/qc/select/EquipmentSelect'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { StatusField } from '../../../ui/record/StatusField'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'

/** The dialog that creates or changes equipment. */
export default recordForm(equipment, {
  api: equipmentApi,
  load: async (id, { client }) => ({ listed: id === NEW_RECORD ? await productOfList(client) : undefined }),
  Fields: EquipmentFields,
})

type EquipmentFieldsProps = FieldsProps<Equipment> & {
  /** The product line that filters the list, for new equipment. */
  listed: ProductOption | undefined
}

function EquipmentFields({ listed, ...dialog }: EquipmentFieldsProps) {
  const { record: equipment } = dialog
  const t = useText()
  const { input, select, selectProps, fieldProps, setValue, formProps, formState } = useSchemaForm(EquipmentInput, {
    record: equipment,
    defaults: {
      productId: listed?.productId ?? null,
      parentId: null,
      code: '',
      name: '',
      nameEn: '',
      kind: 'machine',
      resolution: '',
      calibrationDue: '',
      status: statuses.on,
      remark: '',
    },
    save: saveRecord(equipmentApi, dialog),
  })
  const product = select('productId')
  const kind = select('kind')
  const parent = selectProps('parentId')

  /** Only a gauge has a resolution. It returns when the kind is changed back. */
  function chooseKind(value: EquipmentKind | undefined) {
    kind.onSelect(value)
    setValue('resolution', value === 'gauge' ? (equipment?.resolution ?? '') : '')
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('name')} label={t('qcEquipment.name')} required />
        <InputField {...input('nameEn')} label={t('record.nameEn')} />
        <InputField {...input('code')} label={t('qc.code')} hint={t('qcEquipment.codeHint')} required isCode />
        <SelectField
          {...kind}
          label={t('record.kind')}
          options={equipmentKinds.map((value) => ({ value, label: t(`qcEquipment.kind.${value}`) }))}
          onSelect={chooseKind}
          required
        />
        <ProductField
          {...product}
          label={t('qc.product')}
          placeholder={t('qcEquipment.servesAll')}
          present={
            equipment?.productName ? { name: equipment.productName, nameEn: equipment.productNameEn } : undefined
          }
          onSelect={(id) => {
            product.onSelect(id ?? null)
            setValue('parentId', null) // it belonged to the other line
          }}
        />
        <Field
          label={t('qcEquipment.parent')}
          {...fieldProps('parentId', (id) => (id ? <EquipmentName id={Number(id)} /> : t('qcEquipment.noneAbove')))}
        >
          {(control) => (
            <EquipmentSelect
              {...control}
              label={t('qcEquipment.parent')}
              placeholder={t('qcEquipment.noneAbove')}
              productId={Number(product.value) || null}
              value={parent.value}
              onSelect={(selected) => parent.onSelect(selected?.equipmentId ?? null)}
            />
          )}
        </Field>
        {kind.value === 'gauge' && (
          <InputField
            {...input('resolution')}
            label={t('qcEquipment.resolution')}
            hint={t('qcEquipment.resolutionHint')}
            inputMode="decimal"
          />
        )}
        <InputField {...input('calibrationDue')} label={t('qcEquipment.calibrationDue')} type="date" />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
