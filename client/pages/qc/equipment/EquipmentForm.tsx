import { statuses } from '#shared/constants'
import { equipmentKinds, type EquipmentKind } from '#shared/qc/constants'
import { EquipmentInput, type Equipment } from '#shared/qc/equipment'
import type { ProductOption } from '#shared/qc/product'
import { equipmentApi } from '../../../api/qc/equipment'
import { NEW_RECORD } from '../../../api/resource'
import { Field } from '../../../ui/form/Field'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { calledNow, useCalled } from '../../../ui/qc/localized-name'
import { useProductOfList } from '../../../ui/qc/products'
import { EquipmentName, EquipmentSelect } from '../../../ui/qc/select/EquipmentSelect'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { RecordDialog, type RecordFieldsProps, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { saveRecord } from '../../../ui/record/save-record'
import { StatusField } from '../../../ui/record/status'
import { useText } from '../../../ui/useText'

/** The dialog that creates or changes equipment. */
export default function EquipmentForm(props: RecordFormProps) {
  const t = useText()
  const called = useCalled()
  const isNew = props.id === NEW_RECORD
  const productOfList = useProductOfList()
  return (
    <RecordDialog
      {...props}
      name="qcEquipment"
      load={async () => (isNew ? { listed: await productOfList() } : { equipment: await equipmentApi.get(props.id) })}
      title={(form) =>
        isNew
          ? t('qcEquipment.create')
          : t('qcEquipment.editTitle', { name: form?.equipment ? called(form.equipment) : '…' })
      }
    >
      {(form, fields) => <EquipmentFields {...form} {...fields} />}
    </RecordDialog>
  )
}

type EquipmentFieldsProps = RecordFieldsProps & {
  /** Undefined for new equipment. */
  equipment?: Equipment | undefined
  /** The product line that the list is filtered by, for new equipment. */
  listed?: ProductOption | undefined
}

function EquipmentFields({ equipment, listed, onSaved, onClose }: EquipmentFieldsProps) {
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
    save: saveRecord(equipmentApi, equipment?.equipmentId, calledNow, onSaved),
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
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(equipment ? 'qcEquipment.editSubmit' : 'qcEquipment.createSubmit')}
      </FormFooter>
    </form>
  )
}
