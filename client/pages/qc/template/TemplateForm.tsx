import { NEW_RECORD } from '../../../api/resource'
import { templateApi } from '../../../api/qc/template'
import { useCalled } from '../../../ui/qc/localized-name'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { TemplateFields } from './TemplateFields'

/** The dialog that makes a template, or changes what it is called and how its records go their way. */
export default function TemplateForm(props: RecordFormProps) {
  const t = useText()
  const called = useCalled()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="qcTemplate"
      load={() => loadForm(props.id)}
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

const loadForm = async (templateId: number) => ({
  template: templateId === NEW_RECORD ? undefined : await templateApi.get(templateId),
})
