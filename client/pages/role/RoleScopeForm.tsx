import type { Role } from '#shared/schemas/role'
import { roleApi } from '../../api/role'
import { RecordDialog } from '../../ui/RecordDialog'
import type { RowDialogProps } from '../../ui/resource'
import { useText } from '../../ui/useText'
import { RoleScopeFields } from './RoleScopeFields'

/** The dialog that sets which rows the holders of a role work with. */
export default function RoleScopeForm({ row: { roleId, roleName }, ...props }: RowDialogProps<Role>) {
  const t = useText()
  return (
    <RecordDialog
      {...props}
      id={roleId}
      name="role-scope"
      load={() => roleApi.getScope(roleId)}
      title={() => t('role.scopeTitle', { name: roleName })}
    >
      {(scope, fields) => <RoleScopeFields {...scope} {...fields} roleId={roleId} roleName={roleName} />}
    </RecordDialog>
  )
}
