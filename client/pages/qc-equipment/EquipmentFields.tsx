import { statuses } from '#shared/constants'
import { equipmentKinds } from '#shared/qc/constants'
import { EquipmentInput, type Equipment } from '#shared/schemas/qc-equipment'
import type { ProductOption } from '#shared/schemas/qc-product'
import { equipmentApi } from '../../api/qc-equipment'
import { Field } from '../../ui/Field'
import { FormFooter } from '../../ui/FormFooter'
import { calledNow } from '../../ui/qc/called'
import { EquipmentSelect } from '../../ui/qc/EquipmentSelect'
import { ProductSelect } from '../../ui/qc/ProductSelect'
import type { RecordFieldsProps } from '../../ui/RecordDialog'
import { RemarkField } from '../../ui/RemarkField'
import { Select } from '../../ui/Select'
import { StatusField } from '../../ui/status'
import { tellCreated } from '../../ui/tell-created'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { useText } from '../../ui/useText'

type EquipmentFieldsProps = RecordFieldsProps & {
  /** Undefined for new equipment. */
  equipment?: Equipment | undefined
  /** The product line that the list is narrowed to, for new equipment. */
  listed?: ProductOption | undefined
}

export function EquipmentFields({ equipment, listed, onSaved, onClose }: EquipmentFieldsProps) {
  const t = useText()
  const { register, selectProps, setValue, formProps, formState } = useSchemaForm(EquipmentInput, {
    defaults: {
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
    },
    async save(input) {
      // What is no gauge has no resolution, though one may have been entered before its kind was chosen.
      const { kind, resolution } = input
      const whole = { ...input, resolution: kind === 'gauge' ? resolution : null }
      if (equipment) await equipmentApi.update(equipment.equipmentId, whole)
      else {
        await equipmentApi.create(whole)
        tellCreated(calledNow(input))
      }
      onSaved()
    },
  })
  const { errors, isSubmitting } = formState
  const product = selectProps('productId')
  const parent = selectProps('parentId')
  const kind = selectProps('kind')
  const productId = Number(product.value) || null

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcEquipment.name')} error={errors.name?.message} required>
          {(field) => <input {...field} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('qc.nameEn')} error={errors.nameEn?.message}>
          {(field) => <input {...field} {...register('nameEn')} autoComplete="off" />}
        </Field>
        <Field label={t('qc.code')} error={errors.code?.message} hint={t('qcEquipment.codeHint')} required>
          {(field) => (
            <input {...field} {...register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('qcEquipment.kind')} error={errors.kind?.message} required>
          {(field) => (
            <Select
              {...field}
              {...kind}
              label={t('qcEquipment.kind')}
              options={equipmentKinds.map((one) => ({ value: one, label: t(`qcEquipment.kind.${one}`) }))}
            />
          )}
        </Field>
        <Field label={t('qc.product')} error={errors.productId?.message}>
          {(field) => (
            <ProductSelect
              {...field}
              label={t('qc.product')}
              placeholder={t('qcEquipment.servesAll')}
              value={product.value}
              known={
                equipment?.productName ? { name: equipment.productName, nameEn: equipment.productNameEn } : undefined
              }
              onSelect={(id) => {
                product.onSelect(id ?? null)
                setValue('parentId', null) // it belonged to the other line
              }}
            />
          )}
        </Field>
        <Field label={t('qcEquipment.parent')} error={errors.parentId?.message}>
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
            error={errors.resolution?.message}
            hint={t('qcEquipment.resolutionHint')}
          >
            {(field) => <input {...field} {...register('resolution')} inputMode="decimal" autoComplete="off" />}
          </Field>
        )}
        <Field label={t('qcEquipment.calibrationDue')} error={errors.calibrationDue?.message}>
          {(field) => <input {...field} {...register('calibrationDue')} type="date" />}
        </Field>
        <StatusField {...selectProps('status')} />
      </div>
      <RemarkField {...register('remark')} error={errors.remark?.message} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(equipment ? 'qcEquipment.editSubmit' : 'qcEquipment.createSubmit')}
      </FormFooter>
    </form>
  )
}
