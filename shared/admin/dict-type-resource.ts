import { tagsFor, type Resource } from '../resource'

/** Dictionaries: the choices in forms, and their labels. */
export const dictType = {
  name: 'dict-type',
  listKey: 'dictType',
  path: '/dict/type',
  id: 'id',
  label: 'dictName',
  nouns: { a: 'a dictionary', one: 'dictionary', many: 'dictionaries' },
  routeTitles: {
    update: 'route.dictType.update',
    remove: 'route.dictType.remove',
  },
  trash: 'dictType',
  tags: tagsFor('admin:sysDictType', 'list', 'query', 'add', 'edit', 'remove', 'export', 'import'),
  view: '/admin/dict/index',
  texts: {
    one: 'resource.dictType',
    title: 'dict.title',
    intro: 'dict.intro',
    noun: 'dict.noun',
    remove: 'dict.delete',
    import: 'dict.import',
    empty: 'dict.empty',
  },
  fields: {
    id: { text: 'record.id', sort: true, column: 'never', sheet: false },
    dictName: { text: 'dict.name', as: 'name', en: 'dictNameEn', filter: 'contains', sort: true, column: 'always' },
    dictType: { text: 'dict.type', as: 'code', filter: 'contains', sort: true },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark', en: 'remarkEn' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
    dictNameEn: { text: 'record.nameEn', column: 'never' },
    remarkEn: { text: 'record.remarkEn', column: 'never' },
  },
} as const satisfies Resource
