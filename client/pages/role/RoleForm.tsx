import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getRoleMenus } from '../../api/menu'
import { roleApi } from '../../api/role'
import { Dialog } from '../../ui/Dialog'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { useText } from '../../ui/useText'
import { RoleFields } from './RoleFields'

type RoleFormProps = {
  /** 0 for a new role. */
  roleId: number
  onSaved: () => void
  onClose: () => void
}

/** The dialog that makes or changes a role; it begins from what the server holds now, not from the row in the list. */
export default function RoleForm({ roleId, onSaved, onClose }: RoleFormProps) {
  const t = useText()
  const [isChanged, setIsChanged] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['role-form', roleId],
    queryFn: () => loadForm(roleId),
    staleTime: Infinity, // what is being edited must not change under the operator's hands
    gcTime: 0,
  })
  const title = roleId === 0 ? t('role.create') : t('role.editTitle', { name: data?.role?.roleName ?? '…' })

  return (
    <Dialog title={title} open onClose={onClose} isChanged={isChanged} size="medium">
      {data ? (
        <RoleFields
          {...data}
          onChanged={() => setIsChanged(true)}
          onClose={onClose}
          onSaved={() => {
            onSaved()
            onClose()
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}

async function loadForm(roleId: number) {
  const [role, { menus, checkedKeys }] = await Promise.all([
    roleId === 0 ? undefined : roleApi.get(roleId),
    getRoleMenus(roleId),
  ])
  return { role, menus, checkedKeys }
}
