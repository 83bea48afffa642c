import { MessengerChange } from '#shared/access/wecom'
import type { UserDetail } from '#shared/access/user'
import { userApi } from '../../../api/access/user'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { toast } from '../../../ui/overlay/toast'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { tr, useText } from '../../../ui/useText'
import './user.css'

type MessengerFieldsProps = { user: UserDetail; onSaved: () => void; onClose: () => void }

/** The member that a user is bound to; left blank, to none. */
export function MessengerFields({ user, onSaved, onClose }: MessengerFieldsProps) {
  const t = useText()
  const { register, formProps, formState } = useSchemaForm(MessengerChange, {
    defaults: { userId: user.userId, memberId: user.memberId ?? '' },
    async save(change) {
      await userApi.setMessenger(change)
      toast.show(tr(change.memberId === '' ? 'user.unbound' : 'user.bound', { name: user.nickName }), {
        tone: 'success',
      })
      onSaved()
      onClose()
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <form {...formProps}>
      <p className="user-dialog-text">{t('user.messengerText')}</p>
      <Field label={t('user.memberId')} error={errors.memberId?.message} hint={t('user.memberHint')}>
        {(field) => (
          <input {...field} {...register('memberId')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t('user.messengerSubmit')}
      </FormFooter>
    </form>
  )
}
