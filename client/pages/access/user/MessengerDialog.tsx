import { useQuery } from '@tanstack/react-query'
import type { User } from '#shared/access/user'
import { userApi } from '../../../api/access/user'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { MessengerFields } from './MessengerFields'

/** Which member of the company in WeCom a user is. */
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
