import { tagsFor, type Resource } from '../resource'

/** Departments, which contain users and data. */
export const department = {
  name: 'department',
  path: '/dept',
  isTree: true,
  id: 'deptId',
  label: 'deptName',
  nouns: { a: 'a department', one: 'department', many: 'departments' },
  routeTitles: { list: 'route.department.tree', update: 'route.department.update' },
  trash: 'dept',
  tags: tagsFor('admin:sysDept', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  view: '/admin/sys-dept/index',
  texts: {
    one: 'resource.department',
    title: 'dept.title',
    intro: 'dept.intro',
    noun: 'dept.noun',
    remove: 'dept.delete',
    empty: 'dept.empty',
  },
  fields: {
    deptName: { text: 'dept.name', as: 'name', en: 'deptNameEn', filter: 'contains', column: 'always' },
    parentId: { text: 'dept.parent', column: 'never' },
    deptPath: { text: 'dept.level', column: 'never' },
    leader: { text: 'dept.leader' },
    phone: { text: 'dept.phone' },
    email: { text: 'record.email' },
    sort: { text: 'record.sort', as: 'number', column: 'never' },
    status: { text: 'record.status', as: 'status', filter: 'equals' },
    createdAt: { text: 'record.createdAt', as: 'instant' },
    deptNameEn: { text: 'record.nameEn', column: 'never' },
  },
} as const satisfies Resource
