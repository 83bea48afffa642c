import { tagsFor, type Resource } from '../resource'

/** Users: people with an account. */
export const user = {
  name: 'user',
  path: '/sys-user',
  id: 'userId',
  label: 'nickName',
  nouns: { a: 'a user', one: 'user', many: 'users' },
  trash: 'user',
  tags: tagsFor('admin:sysUser', 'list', 'query', 'add', 'edit', 'remove', 'export', 'import'),
  view: '/admin/sys-user/index',
  texts: {
    one: 'resource.user',
    title: 'user.title',
    intro: 'user.intro',
    noun: 'user.noun',
    remove: 'user.delete',
    empty: 'user.empty',
    import: 'user.import',
  },
  fields: {
    userId: { text: 'record.id', sort: true, sheet: false },
    username: { text: 'login.username', filter: 'contains', sort: true },
    nickName: { text: 'record.personName', as: 'name', filter: 'contains', sort: true },
    dept: { text: 'resource.department' },
    post: { text: 'resource.post' },
    roleNames: { text: 'record.roles' },
    phone: { text: 'record.phone', filter: 'contains' },
    email: { text: 'record.email' },
    sex: { text: 'record.sex', as: { '0': 'profile.sex.0', '1': 'profile.sex.1', '2': 'profile.sex.2' } },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
    // the filter takes a whole branch, and a user has several roles: neither is a partition of the users
    deptId: { text: 'resource.department', filter: 'equals', group: false, sheet: false, bulk: true },
    postId: { text: 'resource.post', filter: 'equals', sheet: false, bulk: true },
    roleId: { text: 'record.roles', filter: 'equals', group: false, sheet: false },
  },
  keyword: { text: 'user.search', fields: ['username', 'nickName', 'phone'] },
} as const satisfies Resource
