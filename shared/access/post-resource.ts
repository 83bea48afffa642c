import { tagsFor, type Resource } from '../resource'

/** Posts: the jobs of users. */
export const post = {
  name: 'post',
  path: '/post',
  id: 'postId',
  label: 'postName',
  nouns: { a: 'a post', one: 'post', many: 'posts' },
  trash: 'post',
  tags: tagsFor('admin:sysPost', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  view: '/admin/sys-post/index',
  texts: {
    one: 'resource.post',
    title: 'post.title',
    intro: 'post.intro',
    noun: 'post.noun',
    remove: 'post.delete',
    empty: 'post.empty',
  },
  fields: {
    postId: { text: 'record.id', sort: true, column: 'never', sheet: false },
    postName: { text: 'post.name', as: 'name', en: 'postNameEn', filter: 'contains', sort: true, column: 'always' },
    postCode: { text: 'post.code', as: 'code', filter: 'contains', sort: true },
    sort: { text: 'record.sort', as: 'number', sort: true, bulk: true },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark', en: 'remarkEn' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
    postNameEn: { text: 'record.nameEn', column: 'never' },
    remarkEn: { text: 'record.remarkEn', column: 'never' },
  },
} as const satisfies Resource
