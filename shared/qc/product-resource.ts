import { tagsFor, type Resource } from '../resource'

/** Product lines, each with its clock and its shifts. */
export const product = {
  name: 'qc-product',
  listKey: 'qcProduct',
  path: '/qc/product',
  id: 'productId',
  label: 'name',
  nouns: { a: 'a product line', one: 'product line', many: 'product lines' },
  trash: 'qcProduct',
  tags: tagsFor('qc:product', 'list', 'add', 'edit', 'remove'),
  view: '/qc/product/index',
  texts: {
    one: 'resource.qcProduct',
    title: 'qcProduct.title',
    intro: 'qcProduct.intro',
    noun: 'qcProduct.noun',
    remove: 'qcProduct.delete',
    empty: 'qcProduct.empty',
  },
  keyword: { text: 'qc.codeOrName', fields: ['code', 'name', 'nameEn'] },
  fields: {
    productId: { text: 'record.id', sort: true, column: 'never' },
    name: { text: 'qcProduct.name', as: 'name', en: 'nameEn', sort: true, column: 'always' },
    code: { text: 'qc.code', as: 'code', sort: true },
    shifts: { text: 'qcProduct.shifts' },
    dayStartMin: { text: 'qcProduct.dayStart', columnId: 'dayStart' },
    tz: { text: 'qcProduct.tz' },
    sort: { text: 'record.sort', as: 'number', sort: true, bulk: true },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true, column: 'never' },
  },
} as const satisfies Resource
