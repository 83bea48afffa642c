import type { Role, RoleQuery } from '#shared/access/role'
import type { Column } from '../../../ui/table/column'
import { remarkOf, roleName } from '../../../ui/record/names'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import { kindOf } from './scope-kind'

/** The columns of the role list. */
export const roleColumns = (t: T, deeds: RecordDeeds<Role>): Column<Role, RoleQuery>[] => [
  {
    id: 'roleName',
    header: t('role.name'),
    sortable: true,
    canHide: false,
    cell: (role) => (
      <RowLink row={role} onOpen={deeds.onEdit}>
        {roleName(role)}
      </RowLink>
    ),
  },
  { id: 'roleKey', header: t('role.key'), sortable: true, cell: (role) => <code>{role.roleKey}</code> },
  {
    id: 'dataScope',
    header: t('role.dataScope'),
    cell: ({ admin, dataScope }) => t(`role.scope.${admin ? '1' : kindOf(dataScope)}`),
  },
  { id: 'roleSort', header: t('record.sort'), sortable: true, align: 'end', cell: (role) => role.roleSort },
  { id: 'status', header: t('record.status'), sortable: true, cell: (role) => <StatusTag value={role.status} /> },
  { id: 'remark', header: t('record.remark'), cell: (role) => remarkOf(role) || '-' },
  { id: 'createdAt', header: t('record.createdAt'), sortable: true, cell: (role) => <Time value={role.createdAt} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

/** The administrator role can be neither disabled nor deleted. */
const actionsColumn = (t: T, deeds: RecordDeeds<Role>): Column<Role, RoleQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (role) => (
    <RecordActions row={role} name={roleName(role)} status={role.status} isFixed={role.admin} {...deeds} />
  ),
})
