import type { Role, RoleQuery } from '#shared/access/role'
import { roleApi } from '../../api/role'
import { dialogPart } from '../../ui/Dialog'
import { roleName } from '../../ui/names'
import { RecordPage } from '../../ui/RecordPage'
import type { FiltersProps, Resource } from '../../ui/resource'
import { SearchBox } from '../../ui/SearchBox'
import { StatusFilter } from '../../ui/status'
import { useText } from '../../ui/useText'
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
