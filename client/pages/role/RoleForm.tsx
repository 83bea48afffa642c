import { getRoleMenus } from '../../api/menu'
import { NEW_RECORD } from '../../api/resource'
import { roleApi } from '../../api/role'
import { RecordDialog, type RecordFormProps } from '../../ui/RecordDialog'
import { useText } from '../../ui/useText'
import { RoleFields } from './RoleFields'

/** The dialog that makes or changes a role. */
export default function RoleForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="role"
      load={() => loadForm(props.id)}
      title={(form) => (isNew ? t('role.create') : t('role.editTitle', { name: form?.role?.roleName ?? '…' }))}
    >
      {(form, fields) => <RoleFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(roleId: number) {
  const [role, { menus, checkedKeys }] = await Promise.all([
    roleId === NEW_RECORD ? undefined : roleApi.get(roleId),
    getRoleMenus(roleId),
  ])
  return { role, menus, checkedKeys }
}
