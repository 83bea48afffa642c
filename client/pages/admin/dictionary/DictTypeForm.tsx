import { statuses } from '#shared/constants'
import { DictTypeInput, type DictType } from '#shared/admin/dictionary'
import { NEW_RECORD } from '../../../api/resource'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { dictName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { FormFooter } from '../../../ui/form/FormFooter'
import { RemarkField, InputField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/status'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { saveRecord } from '../../../ui/record/save-record'

/** The dialog that makes or changes a dictionary. */
export default function DictTypeForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="dictType"
      load={async () => ({ type: isNew ? undefined : await dictTypeApi.get(props.id) })}
      title={(form) =>
        isNew ? t('dict.create') : t('dict.editTitle', { name: form?.type ? dictName(form.type) : '…' })
      }
    >
      {({ type }, fields) => <DictTypeFields type={type} {...fields} />}
    </RecordDialog>
  )
}

type DictTypeFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  type: DictType | undefined
}

function DictTypeFields({ type, onSaved, onClose }: DictTypeFieldsProps) {
  const t = useText()
  const { input, select, formProps, formState } = useSchemaForm(DictTypeInput, {
    record: type,
    defaults: (type) => ({
      dictName: type?.dictName ?? '',
      dictNameEn: type?.dictNameEn ?? '',
      dictType: type?.dictType ?? '',
      status: type?.status === 1 ? statuses.off : statuses.on,
      remark: type?.remark ?? '',
      remarkEn: type?.remarkEn ?? '',
    }),
    save: saveRecord(dictTypeApi, type?.id, ({ dictName }) => dictName, onSaved),
  })

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('dictName')} label={t('dict.name')} required />
        <InputField {...input('dictNameEn')} label={t('record.nameEn')} />
        <InputField {...input('dictType')} label={t('dict.type')} hint={t('dict.typeHint')} required isCode />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <RemarkField {...input('remarkEn')} isEnglish />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(type ? 'dict.editSubmit' : 'dict.createSubmit')}
      </FormFooter>
    </form>
  )
}
