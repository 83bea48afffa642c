import type { Status } from '#shared/constants'
import type { Role, RoleDetail, RoleInput, RoleQuery } from '#shared/schemas/role'
import { request } from './http'
import { resourceApi } from './resource'

export const roleApi = {
  ...resourceApi<Role, RoleDetail, RoleInput, RoleQuery>('/role'),
  setStatus: (roleId: number, status: Status) => request<null>('PUT', '/role-status', { body: { roleId, status } }),
}
