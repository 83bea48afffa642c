import { resources } from '../resources'

type Declared = (typeof resources)[number]
type NameOf<One> = One extends { listKey: infer Key } ? Key : One extends { name: infer Name } ? Name : never

/** Lists that no declared resource stands behind. */
const others = [
  'session',
  'operation-log',
  'login-log',
  'trash',
  'api',
  'qcTemplate',
  'qc-record',
  'qc-signal',
  'qcQr',
  'qc-audit',
  'qcAnalysisPoint',
] as const
export type ListName = NameOf<Declared> | (typeof others)[number]

/** The lists whose views and columns the server stores, as browsers call them. */
export const listNames: readonly ListName[] = [
  ...resources.map((resource) => ('listKey' in resource ? resource.listKey : resource.name)),
  ...others,
]
