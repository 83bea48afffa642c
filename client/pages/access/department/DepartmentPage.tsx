import type { DepartmentNode, DepartmentQuery } from '#shared/access/department'
import { departmentApi } from '../../../api/access/department'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isOn } from '../../../ui/record/is-on'
import { departmentName } from '../../../ui/record/names'
import type { FiltersProps, TreeResource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { StatusFilter } from '../../../ui/record/status'
import { TreePage } from '../../../ui/tree/TreePage'
import type { ListQuery } from '../../../ui/table/useListQuery'
import { useText } from '../../../ui/useText'
import { departmentColumns } from './columns'

export type Query = ListQuery & DepartmentQuery

const departments: TreeResource<DepartmentNode, Query> = {
  name: 'department',
  id: ({ deptId }) => deptId,
  label: departmentName,
  words: {
    title: 'dept.title',
    intro: 'dept.intro',
    create: 'dept.create',
    remove: 'dept.delete',
    empty: 'dept.empty',
  },
  tags: {
    add: 'admin:sysDept:add',
    query: 'admin:sysDept:query',
    edit: 'admin:sysDept:edit',
    remove: 'admin:sysDept:remove',
    export: 'admin:sysDept:export',
  },
  api: departmentApi,
  columns: departmentColumns,
  Filters: DepartmentFilters,
  matches: ({ deptName, deptNameEn, status }, query) =>
    `${deptName}\n${deptNameEn}`.toLowerCase().includes((query.deptName ?? '').toLowerCase()) &&
    (!query.status || String(status) === query.status),
  Form: dialogPart(() => import('./DepartmentForm')),
  hasChildForm: true,
  canHaveChildren: ({ status }) => isOn(status),
  setStatus: departmentApi.setStatus,
  onMove: ({ parentId, order, seen }) => departmentApi.putInOrder({ parentId, order, seen }),
  canMove: (_, parent) => parent === undefined || isOn(parent.status),
}

/** Departments: where users and data belong. */
export default function DepartmentPage() {
  return <TreePage of={departments} />
}

function DepartmentFilters({ query, filter }: FiltersProps<Query>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('dept.name')} value={query.deptName ?? ''} onSearch={(deptName) => filter({ deptName })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
