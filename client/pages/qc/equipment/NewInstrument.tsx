import { InstrumentInput, type InstrumentCreated } from '#shared/qc/instrument'
import { instrumentApi } from '../../../api/qc/instrument'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { ProductSelect } from '../../../ui/qc/select/ProductSelect'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

/** The form of a new key. */
export function NewInstrument({ onCreated }: { onCreated: (instrument: InstrumentCreated) => void }) {
  const t = useText()
  const { register, selectProps, formProps, formState } = useSchemaForm(InstrumentInput, {
    defaults: { name: '', username: '', expiresAt: '' },
    async save(input) {
      onCreated(await instrumentApi.create(input))
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <form {...formProps} className="instrument-form">
      <Field label={t('qcInstrument.name')} error={errors.name?.message} required>
        {(field) => (
          <input {...field} {...register('name')} placeholder={t('qcInstrument.nameExample')} autoComplete="off" />
        )}
      </Field>
      <Field
        label={t('qcInstrument.account')}
        error={errors.username?.message}
        hint={t('qcInstrument.accountHint')}
        required
      >
        {(field) => (
          <input {...field} {...register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field label={t('qc.product')} error={errors.productId?.message}>
        {(field) => (
          <ProductSelect
            {...field}
            {...selectProps('productId')}
            label={t('qc.product')}
            placeholder={t('qcInstrument.anyLine')}
          />
        )}
      </Field>
      <Field label={t('qcKey.end')} error={errors.expiresAt?.message} hint={t('qcKey.endHint')}>
        {(field) => <input {...field} {...register('expiresAt')} type="date" />}
      </Field>
      <Button variant="primary" type="submit" busy={isSubmitting}>
        {t('qcInstrument.make')}
      </Button>
    </form>
  )
}
