import { useLocation } from 'wouter'
import { TemplateCopy, type Template } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../api/qc/template'
import { Dialog } from '../../../ui/overlay/Dialog'
import { InputField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

type CopyFormProps = Omit<RowDialogProps<Template>, 'row'> & {
  row: Pick<Template, 'templateId' | 'code' | 'name' | 'nameEn'>
}

/** Copies a template under another code. The items of the copy are a draft. */
export default function CopyForm({ row: template, onSaved, onClose }: CopyFormProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const localized = useLocalizedName()
  const { input, formProps, formState } = useSchemaForm(TemplateCopy, {
    defaults: {
      code: `${template.code}-2`,
      name: t('qcTemplate.copyName', { name: template.name }),
      nameEn: template.nameEn && t('qcTemplate.copyName', { name: template.nameEn }),
    },
    async save(copy) {
      const templateId = await templateApi.copy(template.templateId, copy)
      onSaved()
      onClose()
      navigate(templatePath(templateId, 'draft'))
    },
  })
  return (
    <Dialog title={t('qcTemplate.copyTitle', { name: localized(template) })} open onClose={onClose}>
      <form {...formProps}>
        <InputField {...input('code')} label={t('qcTemplate.code')} hint={t('qcTemplate.codeHint')} required isCode />
        <InputField {...input('name')} label={t('record.name')} required />
        <InputField {...input('nameEn')} label={t('record.nameEn')} />
        <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
          {t('qcTemplate.copy')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
