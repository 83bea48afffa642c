import { tagsFor, type Resource } from '../resource'

/** Lots of material and products. */
export const lot = {
  name: 'qc-lot',
  listKey: 'qcLot',
  path: '/qc/lot',
  id: 'lotId',
  label: 'lotNo',
  nouns: { a: 'a lot', one: 'lot', many: 'lots' },
  trash: 'qcLot',
  tags: tagsFor('qc:lot', 'list', 'add', 'edit', 'remove'),
  view: '/qc/lot/index',
  texts: {
    one: 'resource.qcLot',
    title: 'qcLot.title',
    intro: 'qcLot.intro',
    noun: 'qcLot.noun',
    remove: 'qcLot.delete',
    empty: 'qcLot.empty',
  },
  keyword: { text: 'qcLot.keyword', fields: ['lotNo', 'supplier'] },
  fields: {
    lotId: { text: 'record.id', sort: true, column: 'never' },
    lotNo: { text: 'qcLot.no', as: 'name', sort: true, column: 'always' },
    productName: { text: 'qc.product', en: 'productNameEn', columnId: 'product' },
    status: {
      text: 'record.status',
      as: { open: 'qcLot.status.open', hold: 'qcLot.status.hold', closed: 'qcLot.status.closed' },
      filter: 'equals',
      sort: true,
    },
    qty: { text: 'qcLot.qty', as: 'number' },
    supplier: { text: 'qcLot.supplier', sort: true },
    producedAt: { text: 'qcLot.producedAt', sort: true },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
  },
} as const satisfies Resource
