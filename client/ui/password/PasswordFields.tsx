import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { codes } from '#shared/envelope'
import { PasswordChange } from '#shared/access/password'
import { z } from '#shared/zod'
import { isSessionOver } from '../../api/failure'
import { Failure } from '../../api/http'
import { changePassword } from '../../api/access/profile'
import { minPasswordLength } from '../../stores/app-info'
import { swapToken } from '../../stores/token-swap'
import { Button } from '../Button'
import { Field } from '../form/Field'
import { PasswordInput } from '../input/PasswordInput'
import { useUnsaved } from '../tab'
import { toast } from '../overlay/toast'
import { useSchemaForm } from '../form/useSchemaForm'
import { tr, useText } from '../useText'
import { useWait } from '../form/useWait'
import { PasswordLength } from './PasswordLength'
import './password.css'

const Entered = PasswordChange.safeExtend({ repeated: z.string().min(1) }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], message: 'profile.passwordDiffers' },
)

/**
 * Changes the password: the old one, and the new one twice.
 * @param onDone called instead of telling that it is done
 */
export default function PasswordFields({ onDone }: { onDone?: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [waitSeconds, waitFor] = useWait()
  const { register, control, formProps, formState, reset, setFocus } = useSchemaForm(Entered, {
    defaults: { oldPassword: '', newPassword: '', repeated: '' },
    async save({ oldPassword, newPassword }) {
      if (waitSeconds > 0) return // keys save as well
      try {
        await changePassword({ oldPassword, newPassword })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.code === codes.tooMany && error.retryAfter) {
          setFocus('oldPassword') // the button is about to be held
          waitFor(error.retryAfter)
        } else if (!error.errors && !isSessionOver(error)) toast.show(error.message, { tone: 'error' })
        throw error
      }
      reset()
      await swapToken(true) // whoever has a copy of the present token shall not go on with it either
      if (onDone) return onDone()
      toast.show(tr('profile.passwordDone'), { tone: 'success' })
      void queries.invalidateQueries()
    },
  })
  const newPassword = useWatch({ control, name: 'newPassword' })
  const { errors, isDirty, isSubmitting } = formState
  useUnsaved(isDirty)
  // The seconds are counted on the button alone.
  const wrong = waitSeconds > 0 ? t('login.wait') : errors.oldPassword?.message

  return (
    <form {...formProps} className="profile-password">
      <Field label={t('profile.oldPassword')} error={wrong} required>
        {(field) => <PasswordInput {...field} {...register('oldPassword')} autoComplete="current-password" />}
      </Field>
      <Field
        label={t('profile.newPassword')}
        error={errors.newPassword?.message}
        hint={t('profile.passwordRules', { min: minPasswordLength() })}
        required
      >
        {(field) => <PasswordInput {...field} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      {newPassword !== '' && <PasswordLength length={[...newPassword].length} />}
      <Field label={t('profile.repeatPassword')} error={errors.repeated?.message} required>
        {(field) => <PasswordInput {...field} {...register('repeated')} autoComplete="new-password" />}
      </Field>
      <div className="profile-foot">
        <Button variant="primary" type="submit" busy={isSubmitting} disabled={waitSeconds > 0}>
          {t('profile.password')}
          {waitSeconds > 0 && ` · ${waitSeconds} s`}
        </Button>
      </div>
    </form>
  )
}
