import type { Status } from '#shared/constants'
import type { Role, RoleDepartments, RoleDetail, RoleInput, RoleQuery, RoleScope } from '#shared/access/role'
import { role } from '#shared/access/role-resource'
import { read, request } from '../http'
import { changeAt, changeOf, resourceApi, type Change } from '../resource'

export const roleApi = {
  ...resourceApi<Role, RoleDetail, RoleInput, RoleQuery>(role),
  setStatus: (row: Role, status: Status) => changeAt('/role-status', changeOf(row, { status }), { roleId: row.roleId }),
  /** The data scope of a role, and the departments to choose from. */
  getScope: (roleId: number) => read<RoleDepartments>(`/roleDeptTreeselect/${roleId}`),
  setScope: (scope: Change<RoleScope> & Pick<RoleScope, 'roleId' | 'dataScope'>) =>
    request<null>('PUT', '/roledatascope', { body: scope }),
}
