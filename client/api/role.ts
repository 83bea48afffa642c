import type { Status } from '#shared/constants'
import type { Role, RoleDepartments, RoleDetail, RoleInput, RoleQuery, RoleScope } from '#shared/schemas/role'
import { request } from './http'
import { resourceApi } from './resource'

export const roleApi = {
  ...resourceApi<Role, RoleDetail, RoleInput, RoleQuery>('/role'),
  setStatus: (roleId: number, status: Status) => request<null>('PUT', '/role-status', { body: { roleId, status } }),
  /** Its data scope, and the departments to choose from. */
  getScope: (roleId: number) => request<RoleDepartments>('GET', `/roleDeptTreeselect/${roleId}`, { failures: 'show' }),
  setScope: (scope: RoleScope) => request<null>('PUT', '/roledatascope', { body: scope }),
}
