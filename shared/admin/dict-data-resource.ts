import { tagsFor, type Resource } from '../resource'

/** Entries of dictionaries. */
export const dictData = {
  name: 'dict-data',
  listKey: 'dictData',
  path: '/dict/data',
  id: 'dictCode',
  idParam: 'dictCode',
  label: 'dictLabel',
  file: 'dictionary-data',
  nouns: { a: 'an entry', one: 'entry', many: 'entries' },
  routeTitles: {
    list: 'route.dictData.list',
    export: 'route.dictData.export',
    import: 'route.dictData.import',
  },
  trash: 'dictData',
  tags: tagsFor('admin:sysDictData', 'list', 'query', 'add', 'edit', 'remove', 'export', 'import'),
  view: '/admin/dict/data',
  texts: {
    one: 'resource.dictData',
    title: 'dictData.title',
    noun: 'dictData.noun',
    remove: 'dictData.delete',
    import: 'dictData.import',
    empty: 'dictData.empty',
  },
  fields: {
    dictCode: { text: 'record.id', sort: true, column: 'never', sheet: false },
    dictType: { text: 'dict.type', filter: 'equals', sort: true, column: 'never' },
    dictLabel: {
      text: 'dictData.label',
      as: 'text',
      filter: 'contains',
      en: 'dictLabelEn',
      sort: true,
      column: 'always',
    },
    dictLabelEn: { text: 'dictData.labelEn' },
    dictValue: { text: 'dictData.value', as: 'code', filter: 'contains', sort: true },
    dictSort: { text: 'record.sort', as: 'number', sort: true, bulk: true },
    listClass: {
      text: 'dictData.tone',
      as: {
        ok: 'dictData.tone.ok',
        warn: 'dictData.tone.warn',
        ng: 'dictData.tone.ng',
        pending: 'dictData.tone.pending',
        info: 'dictData.tone.info',
        approval: 'dictData.tone.approval',
      },
      bulk: true,
    },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
  },
} as const satisfies Resource
