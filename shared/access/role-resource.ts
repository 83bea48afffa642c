import { tagsFor, type Resource } from '../resource'

/** Roles: sets of permissions and data scopes. */
export const role = {
  name: 'role',
  path: '/role',
  id: 'roleId',
  label: 'roleName',
  nouns: { a: 'a role', one: 'role', many: 'roles' },
  trash: 'role',
  tags: { ...tagsFor('admin:sysRole', 'list', 'query', 'add', 'remove', 'export'), edit: 'admin:sysRole:update' },
  view: '/admin/sys-role/index',
  texts: {
    one: 'resource.role',
    title: 'role.title',
    intro: 'role.intro',
    noun: 'role.noun',
    remove: 'role.delete',
    empty: 'role.empty',
  },
  fields: {
    roleId: { text: 'record.id', filter: 'equals', sort: true, column: 'never', sheet: false },
    roleName: { text: 'role.name', as: 'name', en: 'roleNameEn', filter: 'contains', sort: true, column: 'always' },
    roleKey: { text: 'role.key', as: 'code', filter: 'contains', sort: true },
    dataScope: {
      text: 'role.dataScope',
      as: {
        '1': 'role.scope.1',
        '2': 'role.scope.2',
        '3': 'role.scope.3',
        '4': 'role.scope.4',
        '5': 'role.scope.5',
        '': 'role.scope.5',
      },
    },
    roleSort: { text: 'record.sort', as: 'number', sort: true, bulk: true },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark', en: 'remarkEn' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
    roleNameEn: { text: 'record.nameEn', column: 'never' },
    remarkEn: { text: 'record.remarkEn', column: 'never' },
  },
} as const satisfies Resource
