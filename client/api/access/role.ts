import type { Status } from '#shared/constants'
import type { Role, RoleDepartments, RoleDetail, RoleInput, RoleQuery, RoleScope } from '#shared/access/role'
import { request } from '../http'
import { changeAt, changeOf, resourceApi, type Change } from '../resource'

export const roleApi = {
  ...resourceApi<Role, RoleDetail, RoleInput, RoleQuery>('/role'),
  setStatus: (role: Role, status: Status) =>
    changeAt('/role-status', changeOf(role, { status }), { roleId: role.roleId }),
  /** Its data scope, and the departments to choose from. */
  getScope: (roleId: number) => request<RoleDepartments>('GET', `/roleDeptTreeselect/${roleId}`, { failures: 'show' }),
  setScope: (scope: Change<RoleScope> & Pick<RoleScope, 'roleId' | 'dataScope'>) =>
    request<null>('PUT', '/roledatascope', { body: scope }),
}
