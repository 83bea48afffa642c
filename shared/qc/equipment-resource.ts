import { tagsFor, type Resource } from '../resource'

/** Lines, machines, stations and gauges. */
export const equipment = {
  name: 'qc-equipment',
  listKey: 'qcEquipment',
  path: '/qc/equipment',
  id: 'equipmentId',
  label: 'name',
  nouns: { a: 'equipment', one: 'piece of equipment', many: 'equipment' },
  trash: 'qcEquipment',
  tags: tagsFor('qc:equipment', 'list', 'add', 'edit', 'remove'),
  view: '/qc/equipment/index',
  texts: {
    one: 'resource.qcEquipment',
    title: 'qcEquipment.title',
    intro: 'qcEquipment.intro',
    noun: 'qcEquipment.noun',
    remove: 'qcEquipment.delete',
    empty: 'qcEquipment.empty',
  },
  keyword: { text: 'qc.codeOrName', fields: ['code', 'name', 'nameEn'] },
  fields: {
    equipmentId: { text: 'record.id', sort: true, column: 'never' },
    name: { text: 'qcEquipment.name', as: 'name', en: 'nameEn', sort: true, column: 'always' },
    code: { text: 'qc.code', as: 'code', sort: true },
    kind: {
      text: 'record.kind',
      as: {
        line: 'qcEquipment.kind.line',
        machine: 'qcEquipment.kind.machine',
        station: 'qcEquipment.kind.station',
        gauge: 'qcEquipment.kind.gauge',
      },
      filter: 'equals',
      sort: true,
    },
    productName: { text: 'qc.product', en: 'productNameEn', columnId: 'product' },
    parentName: { text: 'qcEquipment.parent', en: 'parentNameEn', columnId: 'parent', priority: 1 },
    resolution: { text: 'qcEquipment.resolution', as: 'number' },
    calibrationDue: { text: 'qcEquipment.calibrationDue', sort: true, priority: 1 },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true, bulk: true },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true, column: 'never' },
  },
} as const satisfies Resource
