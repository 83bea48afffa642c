import { ApiInput, type ApiRoute } from '#shared/admin/api'
import { routesApi } from '../../../api/admin/api'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

export function ApiFields({ route, onSaved, onClose }: RecordFieldsProps & { route: ApiRoute }) {
  const t = useText()
  const { register, formProps, fieldProps, formState } = useSchemaForm(ApiInput, {
    record: route,
    defaults: (known) => ({ title: known?.title ?? '' }),
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
