import type { DepartmentNode } from '#shared/access/department'
import { department } from '#shared/access/department-resource'
import { departmentApi } from '../../../api/access/department'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { treePage } from '../../../ui/record/declared'
import { isOn } from '../../../ui/record/is-on'
import { TreePage } from '../../../ui/tree/TreePage'
import type { Query } from './DepartmentForm'

const departments = treePage<DepartmentNode, Query>(department, {
  api: departmentApi,
  matches: ({ deptName, deptNameEn, status }, query) =>
    `${deptName}\n${deptNameEn}`.toLowerCase().includes((query.deptName ?? '').toLowerCase()) &&
    (!query.status || String(status) === query.status),
  Form: dialogPart(() => import('./DepartmentForm')),
  hasChildForm: true,
  canHaveChildren: ({ status }) => isOn(status),
  setStatus: departmentApi.setStatus,
  onMove: ({ parentId, order, seen }) => departmentApi.putInOrder({ parentId, order, seen }),
  canMove: (_, parent) => parent === undefined || isOn(parent.status),
})

/** Departments, which users and data belong to. */
export default function DepartmentPage() {
  return <TreePage of={departments} />
}
