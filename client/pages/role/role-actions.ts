import type { Role } from '#shared/schemas/role'
import { roleApi } from '../../api/role'
import { removeRecords, switchStatus } from '../../ui/record-actions'
import { tr } from '../../ui/useText'

/** Enables or disables a role. */
export const switchRole = ({ roleId, roleName, status }: Role, onDone: () => void) =>
  switchStatus({ name: roleName, status, setStatus: (next) => roleApi.setStatus(roleId, next), onDone })

/** Deletes roles, once the operator is sure. */
export const removeRoles = (roles: readonly Role[], onDone: () => void) =>
  removeRecords({
    names: roles.map(({ roleName }) => roleName),
    deed: tr('role.delete', { count: roles.length }),
    remove: () => roleApi.remove(roles.map(({ roleId }) => roleId)),
    onDone,
  })
