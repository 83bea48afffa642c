import { ApiInput, type ApiRoute } from '#shared/admin/api'
import { routesApi } from '../../../api/admin/api'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { InputField } from '../../../ui/form/fields'

/** The dialog that sets the title of a route. */
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

function ApiFields({ route, onSaved, onClose }: RecordFieldsProps & { route: ApiRoute }) {
  const t = useText()
  const { input, formProps, formState } = useSchemaForm(ApiInput, {
    record: route,
    defaults: { title: '' },
    async save(_entered, change) {
      await routesApi.update(route.id, change)
      onSaved()
    },
  })
  return (
    <form {...formProps}>
      <InputField {...input('title')} label={t('api.name')} hint={t('api.nameHint')} />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t('api.editSubmit')}
      </FormFooter>
    </form>
  )
}
