import type { PermissionTag } from '../permissions'

/** What the search finds, in the order in which it is shown, with the permission to list it. */
export const searchTags = {
  record: 'qc:record:list',
  lot: 'qc:lot:list',
  template: 'qc:template:list',
  characteristic: 'qc:analysis:list',
  equipment: 'qc:equipment:list',
  product: 'qc:product:list',
  user: 'admin:sysUser:list',
} as const satisfies Record<string, PermissionTag>

export type HitKind = keyof typeof searchTags
export const hitKinds = Object.keys(searchTags) as HitKind[] // of the keys above

/** Nobody types more to find something. */
export const MAX_SEARCH_LENGTH = 100
