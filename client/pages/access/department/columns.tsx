import type { DepartmentNode } from '#shared/access/department'
import type { Column } from '../../../ui/table/column'
import { departmentName } from '../../../ui/record/names'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the tree of departments. */
export const departmentColumns = (t: T, deeds: RecordDeeds<DepartmentNode>): Column<DepartmentNode>[] => [
  {
    id: 'deptName',
    header: t('dept.name'),
    canHide: false,
    cell: (department) => (
      <RowLink row={department} onOpen={deeds.onEdit}>
        {departmentName(department)}
      </RowLink>
    ),
  },
  { id: 'leader', header: t('dept.leader'), cell: ({ leader }) => leader || '-' },
  { id: 'phone', header: t('dept.phone'), cell: ({ phone }) => phone || '-' },
  { id: 'email', header: t('dept.email'), cell: ({ email }) => email || '-' },
  { id: 'status', header: t('record.status'), cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'createdAt', header: t('record.createdAt'), cell: ({ createdAt }) => <Time value={createdAt} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

const actionsColumn = (t: T, deeds: RecordDeeds<DepartmentNode>): Column<DepartmentNode> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (department) => (
    <RecordActions row={department} name={departmentName(department)} status={department.status} {...deeds} />
  ),
})
