import { statuses } from '#shared/constants'
import { equipmentKinds, type EquipmentKind } from '#shared/qc/constants'
import { EquipmentInput, type Equipment } from '#shared/qc/equipment'
import type { ProductOption } from '#shared/qc/product'
import { equipmentApi } from '../../../api/qc/equipment'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { calledNow } from '../../../ui/qc/localized-name'
import { EquipmentName, EquipmentSelect } from '../../../ui/qc/select/EquipmentSelect'
import { ProductName, ProductSelect } from '../../../ui/qc/select/ProductSelect'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { RemarkField } from '../../../ui/form/fields'
import { Select } from '../../../ui/input/Select'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

type EquipmentFieldsProps = RecordFieldsProps & {
  /** Undefined for new equipment. */
  equipment?: Equipment | undefined
  /** The product line that the list is narrowed to, for new equipment. */
  listed?: ProductOption | undefined
}

export function EquipmentFields({ equipment, listed, onSaved, onClose }: EquipmentFieldsProps) {
  const t = useText()
  const { register, selectProps, setValue, formProps, fieldProps, formState } = useSchemaForm(EquipmentInput, {
    record: equipment,
    defaults: (equipment) => ({
      productId: equipment ? equipment.productId : (listed?.productId ?? null),
      parentId: equipment?.parentId ?? null,
      code: equipment?.code ?? '',
      name: equipment?.name ?? '',
      nameEn: equipment?.nameEn ?? '',
      kind: equipment?.kind ?? 'machine',
      resolution: equipment?.resolution ?? '',
      calibrationDue: equipment?.calibrationDue ?? '',
      status: equipment?.status ?? statuses.on,
      remark: equipment?.remark ?? '',
    }),
    async save(input, change) {
      if (equipment) await equipmentApi.update(equipment.equipmentId, change)
      else {
        await equipmentApi.create(input)
        toastCreated(calledNow(input))
      }
      onSaved()
    },
  })
  const { isSubmitting } = formState
  const product = selectProps('productId')
  const parent = selectProps('parentId')
  const kind = selectProps('kind')
  const productId = Number(product.value) || null

  /** What is no gauge has no resolution; that of a gauge comes back with its kind. */
  function chooseKind(chosen: EquipmentKind | undefined) {
    kind.onSelect(chosen)
    setValue('resolution', chosen === 'gauge' ? (equipment?.resolution ?? '') : '')
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcEquipment.name')} {...fieldProps('name')} required>
          {(field) => <input {...field} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('nameEn')}>
          {(field) => <input {...field} {...register('nameEn')} autoComplete="off" />}
        </Field>
        <Field label={t('qc.code')} {...fieldProps('code')} hint={t('qcEquipment.codeHint')} required>
          {(field) => (
            <input {...field} {...register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('record.kind')} {...fieldProps('kind', (one) => t(`qcEquipment.kind.${one}`))} required>
          {(field) => (
            <Select
              {...field}
              {...kind}
              onSelect={chooseKind}
              label={t('record.kind')}
              options={equipmentKinds.map((one) => ({ value: one, label: t(`qcEquipment.kind.${one}`) }))}
            />
          )}
        </Field>
        <Field
          label={t('qc.product')}
          {...fieldProps('productId', (id) => (id ? <ProductName id={id} /> : t('qcEquipment.servesAll')))}
        >
          {(field) => (
            <ProductSelect
              {...field}
              label={t('qc.product')}
              placeholder={t('qcEquipment.servesAll')}
              value={product.value}
              present={
                equipment?.productName ? { name: equipment.productName, nameEn: equipment.productNameEn } : undefined
              }
              onSelect={(id) => {
                product.onSelect(id ?? null)
                setValue('parentId', null) // it belonged to the other line
              }}
            />
          )}
        </Field>
        <Field
          label={t('qcEquipment.parent')}
          {...fieldProps('parentId', (id) => (id ? <EquipmentName id={Number(id)} /> : t('qcEquipment.noneAbove')))}
        >
          {(field) => (
            <EquipmentSelect
              {...field}
              label={t('qcEquipment.parent')}
              placeholder={t('qcEquipment.noneAbove')}
              productId={productId}
              value={parent.value}
              onSelect={(chosen) => parent.onSelect(chosen?.equipmentId ?? null)}
            />
          )}
        </Field>
        {kind.value === 'gauge' && (
          <Field
            label={t('qcEquipment.resolution')}
            {...fieldProps('resolution')}
            hint={t('qcEquipment.resolutionHint')}
          >
            {(field) => <input {...field} {...register('resolution')} inputMode="decimal" autoComplete="off" />}
          </Field>
        )}
        <Field label={t('qcEquipment.calibrationDue')} {...fieldProps('calibrationDue')}>
          {(field) => <input {...field} {...register('calibrationDue')} type="date" />}
        </Field>
        <StatusField {...selectProps('status')} {...fieldProps('status', statusText)} />
      </div>
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(equipment ? 'qcEquipment.editSubmit' : 'qcEquipment.createSubmit')}
      </FormFooter>
    </form>
  )
}
