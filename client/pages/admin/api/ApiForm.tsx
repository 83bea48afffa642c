import { routesApi } from '../../../api/admin/api'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { ApiFields } from './ApiFields'

/** The dialog that gives a route a title. */
export default function ApiForm(props: RecordFormProps) {
  const t = useText()
  return (
    <RecordDialog
      {...props}
      name="api"
      load={() => routesApi.get(props.id)}
      title={(route) => t('api.editTitle', { name: route ? `${route.action} ${route.path}` : '…' })}
    >
      {(route, fields) => <ApiFields route={route} {...fields} />}
    </RecordDialog>
  )
}
