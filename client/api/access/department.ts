import type {
  Department,
  DepartmentInput,
  DepartmentNode,
  DepartmentOrder,
  DepartmentQuery,
} from '#shared/access/department'
import { department } from '#shared/access/department-resource'
import type { Choice } from '#shared/list/page'
import { read, request } from '../http'
import { resourceApi } from '../resource'

export const departmentApi = {
  ...resourceApi<DepartmentNode, Department, DepartmentInput, DepartmentQuery>(department),
  /** All departments in this operator's scope, as a tree. */
  list: (signal?: AbortSignal) => read<DepartmentNode[]>(department.path, signal),
  putInOrder: (order: DepartmentOrder) => request<null>('PUT', '/dept-order', { body: order }),
}

/** The departments that a record can belong to. */
export const getDepartments = () => read<Choice[]>('/deptTree')
