import { navigate } from 'wouter/use-browser-location'
import { chartFroms, qcDicts, stages, type Stage } from '#shared/qc/constants'
import { TemplateInput, type TemplateDetail } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { NEW_RECORD } from '../../../api/resource'
import { templateApi } from '../../../api/qc/template'
import { DictField } from '../../../ui/dict'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { yesOrNo } from '../../../ui/form/conflict-words'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useCalled } from '../../../ui/qc/localized-name'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { RecordDialog, type RecordFieldsProps, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'

/** The dialog that creates a template, or changes its head. */
export default function TemplateForm(props: RecordFormProps) {
  const t = useText()
  const called = useCalled()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="qcTemplate"
      load={async () => ({ template: isNew ? undefined : await templateApi.get(props.id) })}
      title={(form) =>
        isNew
          ? t('qcTemplate.create')
          : t('qcTemplate.editTitle', { name: form?.template ? called(form.template) : '…' })
      }
    >
      {(form, fields) => <TemplateFields {...form} {...fields} />}
    </RecordDialog>
  )
}

type TemplateFieldsProps = RecordFieldsProps & {
  /** Undefined for a new template. */
  template: TemplateDetail | undefined
}

function TemplateFields({ template, onSaved, onClose }: TemplateFieldsProps) {
  const t = useText()
  const { register, input, select, fieldProps, formProps, formState } = useSchemaForm(TemplateInput, {
    record: template,
    defaults: {
      productId: '',
      code: '',
      name: '',
      nameEn: '',
      stage: 'ipqc',
      chartFrom: 'submitted',
      signLevels: 1,
      isLotRequired: false,
      remark: '',
    },
    async save(value, change) {
      if (template) {
        await templateApi.update(template.templateId, change)
        return onSaved()
      }
      const templateId = await templateApi.create(value)
      onSaved()
      navigate(templatePath(templateId, 'draft')) // to add its items
    },
  })
  const stage = select('stage')
  const signLevels = select('signLevels')
  const levelOptions = ([0, 1, 2] as const).map((value) => ({ value, label: t(`qcTemplate.signLevel.${value}`) }))

  return (
    <form {...formProps}>
      <div className="field-columns">
        <ProductField
          {...select('productId')}
          label={t('qc.product')}
          present={template && { name: template.productName, nameEn: template.productNameEn }}
          required
        />
        <InputField {...input('code')} label={t('qcTemplate.code')} hint={t('qcTemplate.codeHint')} required isCode />
        <InputField {...input('name')} label={t('record.name')} required />
        <InputField {...input('nameEn')} label={t('record.nameEn')} />
        <DictField<Stage>
          {...stage}
          type={qcDicts.stage}
          label={t('qcTemplate.stage')}
          value={stages.find((value) => value === stage.value)}
          required
        />
        <SelectField
          {...signLevels}
          label={t('qcTemplate.signLevels')}
          value={Number(signLevels.value)}
          options={levelOptions}
        />
        <SelectField
          {...select('chartFrom')}
          label={t('qcTemplate.chartFrom')}
          options={chartFroms.map((value) => ({ value, label: t(`qcTemplate.chartFrom.${value}`) }))}
        />
      </div>
      <label className="row template-check">
        <input type="checkbox" {...register('isLotRequired')} />
        {t('qcTemplate.isLotRequired')}
      </label>
      <FieldConflict label={t('qcTemplate.isLotRequired')} {...fieldProps('isLotRequired', yesOrNo)} />
      <RemarkField {...input('remark')} />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(template ? 'qcTemplate.editSubmit' : 'qcTemplate.createSubmit')}
      </FormFooter>
    </form>
  )
}
