import type { Status } from '#shared/constants'
import type {
  Department,
  DepartmentInput,
  DepartmentNode,
  DepartmentOrder,
  DepartmentQuery,
} from '#shared/access/department'
import type { Choice } from '#shared/list/page'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const departmentApi = {
  ...resourceApi<DepartmentNode, Department, DepartmentInput, DepartmentQuery>('/dept'),
  /** All departments this operator works with, each with those below it. */
  list: (signal?: AbortSignal) =>
    request<DepartmentNode[]>('GET', '/dept', { failures: 'show', ...(signal && { signal }) }),
  setStatus: (department: Department, status: Status) =>
    changeAt(`/dept/${department.deptId}`, changeOf(department, { status })),
  putInOrder: (order: DepartmentOrder) => request<null>('PUT', '/dept-order', { body: order }),
}

/** The departments that a record can be put into. */
export const getDepartments = () => request<Choice[]>('GET', '/deptTree', { failures: 'show' })
