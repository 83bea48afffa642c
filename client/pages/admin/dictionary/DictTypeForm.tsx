import { statuses } from '#shared/constants'
import { DictTypeInput, type DictType } from '#shared/admin/dictionary'
import { NEW_RECORD } from '../../../api/resource'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { dictName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { RemarkField } from '../../../ui/form/fields'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

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
  const { register, selectProps, formProps, fieldProps, formState } = useSchemaForm(DictTypeInput, {
    record: type,
    defaults: (type) => ({
      dictName: type?.dictName ?? '',
      dictNameEn: type?.dictNameEn ?? '',
      dictType: type?.dictType ?? '',
      status: type?.status === 1 ? statuses.off : statuses.on,
      remark: type?.remark ?? '',
      remarkEn: type?.remarkEn ?? '',
    }),
    async save(input, change) {
      if (type) await dictTypeApi.update(type.id, change)
      else {
        await dictTypeApi.create(input)
        toastCreated(input.dictName)
      }
      onSaved()
    },
  })
  const { isSubmitting } = formState

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('dict.name')} {...fieldProps('dictName')} required>
          {(control) => <input {...control} {...register('dictName')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('dictNameEn')}>
          {(control) => <input {...control} {...register('dictNameEn')} autoComplete="off" />}
        </Field>
        <Field label={t('dict.type')} {...fieldProps('dictType')} hint={t('dict.typeHint')} required>
          {(control) => (
            <input {...control} {...register('dictType')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <StatusField {...selectProps('status')} {...fieldProps('status', statusText)} />
      </div>
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <RemarkField {...register('remarkEn')} {...fieldProps('remarkEn')} isEnglish />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(type ? 'dict.editSubmit' : 'dict.createSubmit')}
      </FormFooter>
    </form>
  )
}
