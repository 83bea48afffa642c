import { statuses } from '#shared/constants'
import type { Role } from '#shared/schemas/role'
import { Button, IconButton } from '../../ui/Button'
import type { Column } from '../../ui/column'
import { Menu } from '../../ui/Menu'
import { Tag } from '../../ui/Tag'
import { Time } from '../../ui/time'
import type { T } from '../../ui/useText'
import './role.css'

/** What can be done with one role; undefined for what this operator may not do. */
type RowActions = {
  onEdit: ((role: Role) => void) | undefined
  onStatus: ((role: Role) => void) | undefined
  onRemove: ((role: Role) => void) | undefined
}

/** The columns of the role list. Ids of sortable ones are the server's field names. */
export const roleColumns = (t: T, actions: RowActions): Column<Role>[] => [
  {
    id: 'roleName',
    header: t('role.name'),
    sortable: true,
    canHide: false,
    cell: (role) => <RoleName role={role} onEdit={actions.onEdit} />,
  },
  { id: 'roleKey', header: t('role.key'), sortable: true, cell: (role) => <code>{role.roleKey}</code> },
  { id: 'roleSort', header: t('role.sort'), sortable: true, align: 'end', cell: (role) => role.roleSort },
  {
    id: 'status',
    header: t('role.status'),
    sortable: true,
    cell: ({ status }) =>
      status === statuses.on ? <Tag tone="ok">{t('status.on')}</Tag> : <Tag tone="pending">{t('status.off')}</Tag>,
  },
  { id: 'remark', header: t('role.remark'), cell: (role) => role.remark || '-' },
  {
    id: 'createdAt',
    header: t('role.createdAt'),
    sortable: true,
    cell: (role) => <Time value={role.createdAt} />,
  },
  ...(actions.onEdit || actions.onStatus || actions.onRemove
    ? [
        {
          id: 'actions',
          header: t('role.actions'),
          cell: (role: Role) => <RowButtons t={t} role={role} {...actions} />,
        },
      ]
    : []),
]

const RoleName = ({ role, onEdit }: { role: Role; onEdit: RowActions['onEdit'] }) =>
  onEdit ? (
    <button type="button" className="role-name" onClick={() => onEdit(role)}>
      {role.roleName}
    </button>
  ) : (
    role.roleName
  )

/** Edit, and what is done less often behind the dots. The administrator role can be neither disabled nor deleted. */
function RowButtons({ t, role, onEdit, onStatus, onRemove }: RowActions & { t: T; role: Role }) {
  const isOn = role.status === statuses.on
  const more = [
    ...(onStatus
      ? [
          {
            key: 'status',
            label: t(isOn ? 'role.disable' : 'role.enable'),
            disabled: role.admin,
            onSelect: () => onStatus(role),
          },
        ]
      : []),
    ...(onRemove
      ? [
          {
            key: 'remove',
            label: t('action.delete'),
            icon: 'trash' as const,
            tone: 'danger' as const,
            disabled: role.admin,
            onSelect: () => onRemove(role),
          },
        ]
      : []),
  ]
  return (
    <>
      {onEdit && (
        <Button variant="text" onClick={() => onEdit(role)}>
          {t('action.edit')}
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          label={t('role.more', { name: role.roleName })}
          trigger={<IconButton label={t('role.more', { name: role.roleName })} icon="more" size={20} />}
          items={more}
        />
      )}
    </>
  )
}
