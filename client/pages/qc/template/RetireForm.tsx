import { TemplateRetirement, type Template } from '#shared/qc/template/schema'
import { templateApi } from '../../../api/qc/template'
import { Dialog } from '../../../ui/overlay/Dialog'
import { TextAreaField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import { toastRetired } from './retire'

type RetireFormProps = Omit<RowDialogProps<Template>, 'row'> & {
  row: Pick<Template, 'templateId' | 'name' | 'nameEn'>
}

/** Asks for the reason to retire a template. The audit trail stores it. */
export default function RetireForm({ row: template, onSaved, onClose }: RetireFormProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { input, formProps, formState } = useSchemaForm(TemplateRetirement, {
    defaults: { reason: '' },
    async save({ reason }) {
      await templateApi.retire(template.templateId, reason)
      onSaved()
      onClose()
      toastRetired(template, onSaved)
    },
  })
  const { isDirty, isSubmitting } = formState
  return (
    <Dialog
      title={t('qcTemplate.retireTitle', { name: localized(template) })}
      open
      onClose={onClose}
      isChanged={isDirty}
    >
      <form {...formProps}>
        <p className="dialog-text">{t('qcTemplate.retireText')}</p>
        <TextAreaField {...input('reason')} label={t('record.reason')} maxLength={500} required />
        <FormFooter onCancel={onClose} isBusy={isSubmitting}>
          {t('qcTemplate.retire')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
