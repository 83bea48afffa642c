import { useQuery } from '@tanstack/react-query'
import type { User, UserDetail } from '#shared/access/user'
import { MessengerChange } from '#shared/access/wecom'
import { userApi } from '../../../api/access/user'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { InputField } from '../../../ui/form/fields'
import { useText, tr } from '../../../ui/useText'
import { FormFooter } from '../../../ui/form/FormFooter'
import { toast } from '../../../ui/overlay/toast'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import './user.css'

/** Binds a user to a member of the company in WeCom. */
export default function MessengerDialog({ row, onSaved, onClose }: RowDialogProps<User>) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['form', 'messenger', row.userId],
    queryFn: () => userApi.get(row.userId),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <Dialog title={t('user.messengerTitle', { name: row.nickName })} open onClose={onClose}>
      {data ? (
        <MessengerFields user={data} onSaved={onSaved} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="160px" />
      )}
    </Dialog>
  )
}

type MessengerFieldsProps = { user: UserDetail; onSaved: () => void; onClose: () => void }

/** The member that a user is bound to; blank for none. */
function MessengerFields({ user, onSaved, onClose }: MessengerFieldsProps) {
  const t = useText()
  const { input, formProps, formState } = useSchemaForm(MessengerChange, {
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
  return (
    <form {...formProps}>
      <p className="user-dialog-text">{t('user.messengerText')}</p>
      <InputField {...input('memberId')} label={t('user.memberId')} hint={t('user.memberHint')} isCode />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t('user.messengerSubmit')}
      </FormFooter>
    </form>
  )
}
