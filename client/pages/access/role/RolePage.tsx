import type { Role, RoleQuery } from '#shared/access/role'
import { roleApi } from '../../../api/access/role'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { roleName } from '../../../ui/record/names'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { StatusFilter } from '../../../ui/record/status'
import { useText } from '../../../ui/useText'
import { roleColumns } from './columns'

const roles: Resource<Role, RoleQuery> = {
  name: 'role',
  id: ({ roleId }) => roleId,
  label: roleName,
  words: {
    title: 'role.title',
    intro: 'role.intro',
    create: 'role.create',
    remove: 'role.delete',
    empty: 'role.empty',
  },
  tags: {
    add: 'admin:sysRole:add',
    query: 'admin:sysRole:query',
    edit: 'admin:sysRole:update',
    remove: 'admin:sysRole:remove',
    export: 'admin:sysRole:export',
  },
  api: roleApi,
  columns: roleColumns,
  Filters: RoleFilters,
  Form: dialogPart(() => import('./RoleForm')),
  setStatus: roleApi.setStatus,
  isFixed: ({ admin }) => admin,
  actions: [
    {
      key: 'scope',
      label: 'role.dataScope',
      icon: 'tree',
      tag: 'admin:sysRole:update',
      isOff: ({ admin }) => admin,
      Dialog: dialogPart(() => import('./RoleScopeForm')),
    },
  ],
}

/** Roles: who may see and do what. */
export default function RolePage() {
  return <RecordPage of={roles} />
}

function RoleFilters({ query, filter }: FiltersProps<RoleQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('role.name')} value={query.roleName ?? ''} onSearch={(roleName) => filter({ roleName })} />
      <SearchBox label={t('role.key')} value={query.roleKey ?? ''} onSearch={(roleKey) => filter({ roleKey })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
