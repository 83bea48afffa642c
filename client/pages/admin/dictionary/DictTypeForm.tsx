import { NEW_RECORD } from '../../../api/resource'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { dictName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { DictTypeFields } from './DictTypeFields'

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
