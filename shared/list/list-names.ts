import { resources } from '../resources'

type KeyOf<One> = One extends { listKey: infer Key } ? Key : One extends { name: infer Name } ? Name : never

/** Lists of what is no declared resource. */
const otherLists = [
  'session',
  'operation-log',
  'login-log',
  'trash',
  'api',
  'qcNotificationDelivery',
  'qcTemplate',
  'qc-record',
  'qc-signal',
  'qcQr',
  'qc-audit',
  'qcAnalysisPoint',
] as const

/** The name of a list with stored views and columns. Browsers use the same names. */
export type ListName = KeyOf<(typeof resources)[number]> | (typeof otherLists)[number]

export const listNames: ListName[] = [
  ...resources.map((resource) => ('listKey' in resource ? resource.listKey : resource.name)),
  ...otherLists,
]
