import type { PermissionTag } from '../permissions'

/** The kinds of search results in display order, with the permission to list each. */
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

/** Maximum length of a search text. */
export const MAX_SEARCH_LENGTH = 100
