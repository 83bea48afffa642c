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
import { PasswordField } from '../form/fields'
import { useUnsaved } from '../tab'
import { toast } from '../overlay/toast'
import { useSchemaForm } from '../form/useSchemaForm'
import { tr, useText } from '../useText'
import { useWait } from '../form/useWait'
import './password.css'

const Entered = PasswordChange.safeExtend({ repeated: z.string().min(1) }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], message: 'profile.passwordDiffers' },
)

/**
 * Changes the password: the old one, and the new one twice.
 * @param onDone called instead of a success message
 */
export default function PasswordFields({ onDone }: { onDone?: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [waitSeconds, waitFor] = useWait()
  const { input, control, formProps, formState, reset, setFocus } = useSchemaForm(Entered, {
    defaults: { oldPassword: '', newPassword: '', repeated: '' },
    async save({ oldPassword, newPassword }) {
      if (waitSeconds > 0) return // keys submit as well
      try {
        await changePassword({ oldPassword, newPassword })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.code === codes.tooMany && error.retryAfter) {
          setFocus('oldPassword') // the button is about to be disabled
          waitFor(error.retryAfter)
        } else if (!error.errors && !isSessionOver(error)) toast.show(error.message, { tone: 'error' })
        throw error
      }
      reset()
      await swapToken(true) // invalidates copies of the present token
      if (onDone) return onDone()
      toast.show(tr('profile.passwordDone'), { tone: 'success' })
      void queries.invalidateQueries()
    },
  })
  const newPassword = useWatch({ control, name: 'newPassword' })
  const { isDirty, isSubmitting } = formState
  useUnsaved(isDirty)
  const oldPassword = input('oldPassword')

  return (
    <form {...formProps} className="profile-password">
      <PasswordField
        {...oldPassword}
        label={t('profile.oldPassword')}
        error={waitSeconds > 0 ? t('login.wait') : oldPassword.error} // only the button counts the seconds
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...input('newPassword')}
        label={t('profile.newPassword')}
        hint={t('profile.passwordRules', { min: minPasswordLength() })}
        autoComplete="new-password"
        required
      />
      {newPassword !== '' && <PasswordLength length={[...newPassword].length} />}
      <PasswordField {...input('repeated')} label={t('profile.repeatPassword')} autoComplete="new-password" required />
      <div className="row wrap profile-foot">
        <Button variant="primary" type="submit" busy={isSubmitting} disabled={waitSeconds > 0}>
          {t('profile.password')}
          {waitSeconds > 0 && ` · ${waitSeconds} s`}
        </Button>
      </div>
    </form>
  )
}

const levels = [
  { from: 16, name: 'strong' },
  { from: 12, name: 'good' },
  { from: 0, name: 'fair' },
] as const

/** Rates a password by its length, the most important property. */
function PasswordLength({ length }: { length: number }) {
  const t = useText()
  const min = minPasswordLength()
  const reached = levels.filter(({ from }) => length >= Math.max(from, min))
  const level = reached[0]?.name
  return (
    <p className="row gap-4 hint profile-strength" data-level={level}>
      {levels.map(({ name }, index) => (
        <i key={name} data-filled={index < reached.length} />
      ))}
      <span role="status">
        {level ? t(`profile.strength.${level}`) : t('profile.strength.short', { count: min - length })}
      </span>
    </p>
  )
}
