import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isPasswordUnlikeName, NewPassword } from '#shared/access/password'
import type { User } from '#shared/access/user'
import { z } from '#shared/zod'
import { userApi } from '../../../api/access/user'
import { minPasswordLength } from '../../../stores/app-info'
import { Dialog } from '../../../ui/overlay/Dialog'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import { InitialPasswordInput, PasswordHandover } from './InitialPassword'
import './user.css'

/** Sets a user's password, and then shows it once more for handover. */
export default function PasswordResetDialog({ row, onSaved, onClose }: RowDialogProps<User>) {
  const t = useText()
  const [isDone, setIsDone] = useState(false)
  const [schema] = useState(() => schemaFor(row))
  const { register, control, setValue, formProps, formState } = useSchemaForm(schema, {
    defaults: { password: '' },
    async save({ password }) {
      await userApi.resetPassword({ userId: row.userId, password })
      setIsDone(true)
      onSaved()
    },
  })
  const password = useWatch({ control, name: 'password' })
  const { errors, isSubmitting } = formState

  return (
    <Dialog
      title={t('user.resetTitle', { name: row.nickName })}
      open
      onClose={onClose}
      isChanged={isDone ? false : undefined}
    >
      {isDone ? (
        <PasswordHandover
          text={t('user.resetDone', { username: row.username })}
          password={password}
          onClose={onClose}
        />
      ) : (
        <form {...formProps}>
          <p className="user-dialog-text">{t('user.resetText')}</p>
          <Field
            label={t('profile.newPassword')}
            error={errors.password?.message}
            hint={t('user.resetHint', { min: minPasswordLength() })}
            required
          >
            {(field) => (
              <InitialPasswordInput
                {...field}
                {...register('password')}
                password={password}
                onGenerate={(generated) => setValue('password', generated, { shouldTouch: true, shouldValidate: true })}
              />
            )}
          </Field>
          <FormFooter onCancel={onClose} isBusy={isSubmitting}>
            {t('user.resetPassword')}
          </FormFooter>
        </form>
      )}
    </Dialog>
  )
}

const schemaFor = ({ username }: User) =>
  z.object({ password: NewPassword }).refine(({ password }) => isPasswordUnlikeName({ username, password }), {
    path: ['password'],
    message: 'password.likeName',
  })
