import type { Role } from '#shared/access/role'
import { roleApi } from '../../../api/access/role'
import { choicesNow, roleName } from '../../../ui/record/names'
import { RecordDialog } from '../../../ui/record/RecordDialog'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { useText } from '../../../ui/useText'
import { RoleScopeFields } from './RoleScopeFields'

/** The dialog that sets which rows the holders of a role work with. */
export default function RoleScopeForm({ row, ...props }: RowDialogProps<Role>) {
  const t = useText()
  const { roleId } = row
  const name = roleName(row)
  return (
    <RecordDialog
      {...props}
      id={roleId}
      name="role-scope"
      load={() => loadScope(roleId)}
      title={() => t('role.scopeTitle', { name })}
    >
      {(scope, fields) => <RoleScopeFields {...scope} {...fields} roleId={roleId} roleName={name} />}
    </RecordDialog>
  )
}

async function loadScope(roleId: number) {
  const scope = await roleApi.getScope(roleId)
  return { ...scope, depts: choicesNow(scope.depts) }
}
