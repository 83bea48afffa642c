import { useLocation } from 'wouter'
import { chartFroms, qcDicts, stages, type Stage } from '#shared/qc/constants'
import { TemplateInput, type TemplateDetail } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../api/qc/template'
import { DictField } from '../../../ui/dict'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { yesOrNo } from '../../../ui/form/conflict-words'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { RecordFooter, recordForm, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'

/** The names of a template in the form and its list. */
const template = {
  name: 'qcTemplate',
  id: 'templateId',
  label: 'name',
  texts: { noun: 'qcTemplate.noun' },
  fields: { name: { text: 'record.name', en: 'nameEn' } },
} as const

/** The dialog that creates a template, or changes its head. */
export default recordForm(template, { api: templateApi, Fields: TemplateFields })

function TemplateFields(dialog: FieldsProps<TemplateDetail>) {
  const { record: template, onSaved } = dialog
  const t = useText()
  const [, navigate] = useLocation()
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
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
