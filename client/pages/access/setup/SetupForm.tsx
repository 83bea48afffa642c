import { SetupInput } from '#shared/access/setup'
import { setUp } from '../../../api/access/setup'
import { finishSetup } from '../../../stores/app-info'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { toast } from '../../../ui/overlay/toast'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { tr, useText } from '../../../ui/useText'

/** Name and password of the first administrator. The password can be looked at, so it is typed once. */
export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useText()
  const { register, formProps, formState } = useSchemaForm(SetupInput, {
    defaults: { token, username: 'admin', nickName: '', password: '' },
    async save(input) {
      await setUp(input)
      toast.show(tr('setup.done'), { tone: 'success' })
      finishSetup(input.username.trim())
      onDone()
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <form {...formProps}>
      <Field label={t('login.username')} error={errors.username?.message} required>
        {(control) => <input {...control} {...register('username')} autoComplete="username" spellCheck={false} />}
      </Field>
      <Field label={t('setup.nickName')} error={errors.nickName?.message} required>
        {(control) => <input {...control} {...register('nickName')} autoComplete="name" />}
      </Field>
      <Field label={t('login.password')} error={errors.password?.message} hint={t('setup.passwordHint')} required>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Button variant="primary" type="submit" className="setup-submit" busy={isSubmitting}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}
