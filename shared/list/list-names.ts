import type { resources } from '../resources'

type NameOf<One> = One extends { listKey: infer Key } ? Key : One extends { name: infer Name } ? Name : never
/** What the list of a declared resource is called. */
type Declared = NameOf<(typeof resources)[number]>

/** Compiles only while no declared resource is left out. Browsers load these names, and no declarations for them. */
const withDeclared = <const Names extends readonly string[]>(
  names: [Declared] extends [Names[number]] ? Names : ['left out:', Exclude<Declared, Names[number]>],
) => names as Names

/** The lists whose views and columns the server stores, as browsers call them. */
export const listNames = withDeclared([
  'department',
  'menu',
  'user',
  'role',
  'post',
  'session',
  'operation-log',
  'login-log',
  'trash',
  'api',
  'config',
  'dictType',
  'dictData',
  'job',
  'qcProduct',
  'qcEquipment',
  'qcLot',
  'qcNotificationRule',
  'qcNotificationDelivery',
  'qcTemplate',
  'qc-record',
  'qc-signal',
  'qcQr',
  'qc-audit',
  'qcAnalysisPoint',
])
export type ListName = (typeof listNames)[number]
