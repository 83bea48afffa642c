import type { resources } from '../resources'

type NameOf<One> = One extends { listKey: infer Key } ? Key : One extends { name: infer Name } ? Name : never
/** The name of the list of a declared resource. */
type Declared = NameOf<(typeof resources)[number]>

/** Compiles only if no declared resource is left out. Browsers load these names without the declarations. */
const withDeclared = <const Names extends readonly string[]>(
  names: [Declared] extends [Names[number]] ? Names : ['left out:', Exclude<Declared, Names[number]>],
) => names as Names

/** The names of lists with stored views and columns. Browsers use the same names. */
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
