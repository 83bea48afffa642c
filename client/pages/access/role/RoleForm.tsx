import { behind } from '#shared/list/next-order'
import { getDepartments } from '../../../api/access/department'
import { getRoleMenus } from '../../../api/access/menu'
import { NEW_RECORD } from '../../../api/resource'
import { roleApi } from '../../../api/access/role'
import { choicesNow, roleName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
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
      title={(form) =>
        isNew ? t('role.create') : t('role.editTitle', { name: form?.role ? roleName(form.role) : '…' })
      }
    >
      {(form, fields) => <RoleFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(roleId: number) {
  const isNew = roleId === NEW_RECORD
  const [role, { menus, checkedKeys }, last, departments] = await Promise.all([
    isNew ? undefined : roleApi.get(roleId),
    getRoleMenus(roleId),
    isNew ? roleApi.list({ pageIndex: 1, pageSize: 1, orders: [['roleSort', 'desc']] }) : undefined,
    isNew ? getDepartments() : [],
  ])
  const sort = behind((last?.list ?? []).map(({ roleSort }) => roleSort))
  return { role, menus, checkedKeys, sort, departments: choicesNow(departments) }
}
