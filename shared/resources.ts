import { department } from './access/department-resource'
import { menu } from './access/menu-resource'
import { post } from './access/post-resource'
import { role } from './access/role-resource'
import { user } from './access/user-resource'
import { config } from './admin/config-resource'
import { dictData } from './admin/dict-data-resource'
import { dictType } from './admin/dict-type-resource'
import { job } from './admin/job-resource'
import { equipment } from './qc/equipment-resource'
import { lot } from './qc/lot-resource'
import { notificationRule } from './qc/notification/notification-rule-resource'
import { product } from './qc/product-resource'

/**
 * All declared resources, each after those it refers to: deleted records of several kinds are restored in this order.
 * The trash and the operation log take their kinds, names and field labels from here.
 */
export const resources = [
  department,
  post,
  menu,
  role,
  user,
  dictType,
  dictData,
  config,
  job,
  product,
  equipment,
  lot,
  notificationRule,
] as const

type Declared = (typeof resources)[number]

/** The kinds of deleted records, in the order in which they are restored. */
export type TrashKind = Declared['trash']
export const trashKinds: readonly TrashKind[] = resources.map(({ trash }) => trash)

/** The resource whose deleted records have this kind. */
export const resourceOfKind = (kind: TrashKind): Declared => resources.find(({ trash }) => trash === kind)!
