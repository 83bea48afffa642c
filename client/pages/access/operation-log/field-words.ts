import type { PlainTextKey } from '#shared/i18n/text'
import type { Field } from '#shared/resource'
import { resources } from '#shared/resources'
import { settingTitles } from '#shared/access/setting-titles'
import { isTextKey } from '../../../stores/texts'
import type { T } from '../../../ui/useText'

/** Labels of fields outside declarations, or with another label in the log, such as settings and filters. */
const own: Readonly<Record<string, PlainTextKey>> = {
  ...settingTitles,
  action: 'operation.action',
  activeMenu: 'menu.activeMenu',
  actor: 'operation.user',
  address: 'operation.address',
  configId: 'record.id',
  cronExpression: 'job.cron',
  default: 'operation.field.defaultValue',
  email: 'record.email',
  entity: 'operation.subject',
  entityId: 'operation.field.recordId',
  equipment: 'resource.qcEquipment',
  equipmentId: 'resource.qcEquipment',
  introduction: 'profile.introduction',
  ipaddr: 'operation.address',
  itemKey: 'operation.field.item',
  jobNameEn: 'record.nameEn',
  kind: 'record.kind',
  lot: 'resource.qcLot',
  lotId: 'resource.qcLot',
  memberId: 'user.memberId',
  menuId: 'record.id',
  menuIds: 'role.menus',
  menuName: 'menu.name',
  misfirePolicy: 'job.missed',
  nickName: 'record.personName',
  operatorId: 'operation.field.operator',
  operIp: 'operation.address',
  operName: 'operation.user',
  operUrl: 'operation.request',
  parentName: 'operation.field.parentId',
  phone: 'record.phone',
  product: 'resource.qcProduct',
  productId: 'resource.qcProduct',
  qcValueBaseId: 'operation.field.recordId',
  record: 'operation.field.recordId',
  requestMethod: 'operation.request',
  roleId: 'operation.field.roleIds',
  scopes: 'role.menus',
  sex: 'record.sex',
  shiftId: 'operation.field.shift',
  shifts: 'operation.field.shift',
  stem: 'operation.subject',
  template: 'resource.qcTemplate',
  templateId: 'resource.qcTemplate',
  username: 'login.username',
  visible: 'menu.visibleField',
}

/** The fields of all declared resources. */
export const declaredFields: [name: string, field: Field][] = resources.flatMap(({ fields }) => Object.entries(fields))
const declared: ReadonlyMap<string, PlainTextKey> = new Map(declaredFields.map(([name, { text }]) => [name, text]))

/** Fields for storage or comparison only; other fields have the same facts. */
export const unshown: readonly string[] = ['deptPath', 'usernameKey', 'names', 'afterEventId']

/** Ids of the records themselves; an entry shows them beside the names. */
export const ownIds: ReadonlyMap<string, string> = new Map([
  ...resources.map(({ name, id }) => [name, id] as const),
  ['config', 'configId'],
])

/** The label of a field; an unknown field keeps its name. */
export function nameOfField(field: string, t: T): string {
  const sorted = /^(\w+)Order$/.exec(field)?.[1]
  if (sorted) return t('operation.field.sorting', { name: nameOfField(sorted, t) })
  const label = labelOf(field)
  return label ? t(label) : field
}

/** The text of `operation.field.<name>` precedes the label of the declaration, which may belong to another resource. */
function labelOf(field: string): PlainTextKey | undefined {
  if (Object.hasOwn(own, field)) return own[field]
  const key = `operation.field.${field}`
  return isTextKey(key) ? (key as PlainTextKey) : declared.get(field) // `sorting` has a placeholder, and is no field
}
