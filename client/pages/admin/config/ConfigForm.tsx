import { configApi } from '../../../api/admin/config'
import { NEW_RECORD } from '../../../api/resource'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { configNameOf } from './config-name'
import { ConfigFields } from './ConfigFields'

/** The dialog that makes or changes a parameter. */
export default function ConfigForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="config"
      load={async () => ({ config: isNew ? undefined : await configApi.get(props.id) })}
      title={(form) =>
        isNew ? t('config.create') : t('config.editTitle', { name: form?.config ? configNameOf(form.config) : '…' })
      }
    >
      {({ config }, fields) => <ConfigFields config={config} {...fields} />}
    </RecordDialog>
  )
}
