import { navigate } from 'wouter/use-browser-location'
import { chartFroms, qcDicts, stages, type Stage } from '#shared/qc/constants'
import { TemplateInput, type TemplateDetail } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../api/qc/template'
import { DictLabel, DictSelect } from '../../../ui/dict'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { yesOrNo } from '../../../ui/form/conflict-words'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { RemarkField } from '../../../ui/form/fields'
import { ProductName, ProductSelect } from '../../../ui/qc/select/ProductSelect'
import { Select } from '../../../ui/input/Select'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

type TemplateFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  template: TemplateDetail | undefined
}

export function TemplateFields({ template, onSaved, onClose }: TemplateFieldsProps) {
  const t = useText()
  const { register, selectProps, formProps, fieldProps, formState } = useSchemaForm(TemplateInput, {
    record: template,
    defaults: (template) => ({
      productId: template?.productId ?? '',
      code: template?.code ?? '',
      name: template?.name ?? '',
      nameEn: template?.nameEn ?? '',
      stage: template?.stage ?? 'ipqc',
      chartFrom: template?.chartFrom ?? 'submitted',
      signLevels: template?.signLevels ?? 1,
      isLotRequired: template?.isLotRequired ?? false,
      remark: template?.remark ?? '',
    }),
    async save(input, change) {
      if (template) {
        await templateApi.update(template.templateId, change)
        return onSaved()
      }
      const templateId = await templateApi.create(input)
      onSaved()
      navigate(templatePath(templateId, 'draft')) // its items are what it is made for
    },
  })
  const { isSubmitting } = formState
  const level = selectProps('signLevels')
  const stage = selectProps('stage')

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qc.product')} {...fieldProps('productId', (id) => <ProductName id={id} />)} required>
          {(control) => (
            <ProductSelect
              {...control}
              {...selectProps('productId')}
              label={t('qc.product')}
              present={template && { name: template.productName, nameEn: template.productNameEn }}
            />
          )}
        </Field>
        <Field label={t('qcTemplate.code')} {...fieldProps('code')} hint={t('qcTemplate.codeHint')} required>
          {(control) => (
            <input {...control} {...register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('record.name')} {...fieldProps('name')} required>
          {(control) => <input {...control} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('nameEn')}>
          {(control) => <input {...control} {...register('nameEn')} autoComplete="off" />}
        </Field>
        <Field
          label={t('qcTemplate.stage')}
          {...fieldProps('stage', (value) => <DictLabel type={qcDicts.stage} value={value} />)}
          required
        >
          {(control) => (
            <DictSelect<Stage>
              {...control}
              type={qcDicts.stage}
              label={t('qcTemplate.stage')}
              value={stages.find((known) => known === stage.value)}
              onSelect={stage.onSelect}
            />
          )}
        </Field>
        <Field
          label={t('qcTemplate.signLevels')}
          {...fieldProps('signLevels', (value) => t(`qcTemplate.signLevel.${Number(value) as 0 | 1 | 2}`))}
        >
          {(control) => (
            <Select
              {...control}
              label={t('qcTemplate.signLevels')}
              value={Number(level.value)}
              options={([0, 1, 2] as const).map((value) => ({ value, label: t(`qcTemplate.signLevel.${value}`) }))}
              onSelect={level.onSelect}
            />
          )}
        </Field>
        <Field
          label={t('qcTemplate.chartFrom')}
          {...fieldProps('chartFrom', (value) => value && t(`qcTemplate.chartFrom.${value}`))}
        >
          {(control) => (
            <Select
              {...control}
              {...selectProps('chartFrom')}
              label={t('qcTemplate.chartFrom')}
              options={chartFroms.map((value) => ({ value, label: t(`qcTemplate.chartFrom.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <label className="template-check">
        <input type="checkbox" {...register('isLotRequired')} />
        {t('qcTemplate.isLotRequired')}
      </label>
      <FieldConflict label={t('qcTemplate.isLotRequired')} {...fieldProps('isLotRequired', yesOrNo)} />
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(template ? 'qcTemplate.editSubmit' : 'qcTemplate.createSubmit')}
      </FormFooter>
    </form>
  )
}
