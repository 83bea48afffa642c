import { role } from '#shared/access/role-resource'
import type { Role, RoleQuery } from '#shared/access/role'
import { statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Page } from '#shared/list/page'
import { session } from '../../stores/session'
import { listPage } from '../../ui/record/declared'
import { RecordPage } from '../../ui/record/RecordPage'

const names = ['质量工程师', '检验员', 'Reviewer', '批准人']

const rows = Array.from({ length: 128 }, (_, index): Role => ({
  roleId: index + 1,
  roleName: `${names[index % names.length]} ${index + 1}`,
  roleNameEn: '',
  roleKey: `role-${index + 1}`,
  roleSort: index,
  status: index % 9 === 4 ? statuses.off : statuses.on,
  dataScope: '5',
  admin: index === 0,
  remark: index % 3 === 0 ? '只读' : '',
  remarkEn: '',
  createdAt: new Date(Date.now() - index * 3_700_000).toISOString(),
  updatedAt: new Date().toISOString(),
}))

/** Answers like a server, with a delay; the name `fail` simulates a server error. */
async function list({ roleName = '', status, orders, pageIndex, pageSize }: RoleQuery): Promise<Page<Role>> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  if (roleName === 'fail') throw new Error('服务器连接异常，请检查服务器！')
  const [field, direction] = orders[0] ?? ['roleSort', 'asc']
  const matches = rows
    .filter((row) => row.roleName.includes(roleName) && (!status || row.status === status))
    .toSorted((a, b) => (a[field] < b[field] ? -1 : 1) * (direction === 'asc' ? 1 : -1))
  const page = matches.slice((pageIndex - 1) * pageSize, pageIndex * pageSize)
  return { count: matches.length, total: matches.length, pageIndex, pageSize, list: page }
}

// This page has no sign-in: everything is permitted.
if (session.permissions.length === 0) session.permissions = [ALL_PERMISSIONS]

const roles = listPage<Role, RoleQuery>(role, {
  api: { list, remove: async () => {}, restore: async () => {} },
  isFixed: ({ admin }) => admin,
})

/** A list page: filters, sorting, ticks, columns and pages. */
export const SampleList = () => <RecordPage of={roles} />
