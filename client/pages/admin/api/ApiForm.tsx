import { ApiInput, type ApiRoute } from '#shared/admin/api'
import { routesApi } from '../../../api/admin/api'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

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

function ApiFields({ route, onSaved, onClose }: RecordFieldsProps & { route: ApiRoute }) {
  const t = useText()
  const { register, formProps, fieldProps, formState } = useSchemaForm(ApiInput, {
    record: route,
    defaults: (route) => ({ title: route?.title ?? '' }),
    async save(_entered, change) {
      await routesApi.update(route.id, change)
      onSaved()
    },
  })
  return (
    <form {...formProps}>
      <Field label={t('api.name')} {...fieldProps('title')} hint={t('api.nameHint')}>
        {(control) => <input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t('api.editSubmit')}
      </FormFooter>
    </form>
  )
}
