import { role } from '#shared/access/role-resource'
import { roleApi } from '../../../api/access/role'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { listPage } from '../../../ui/record/declared'
import { recordPage } from '../../../ui/record/RecordPage'
import { kindOf } from './scope-kind'

const roles = listPage(role, {
  api: roleApi,
  cells: { dataScope: ({ admin, dataScope }, t) => t(`role.scope.${admin ? '1' : kindOf(dataScope)}`) },
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
})

/** Roles: their permissions and data scopes. */
export default recordPage(roles)
