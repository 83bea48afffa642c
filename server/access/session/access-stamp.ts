import { createHash } from 'node:crypto'
import type { Access } from './access'

const DIGEST_LENGTH = 16

/**
 * A short text that changes exactly when the rights of an operator change: their roles, the grants of these, the data
 * scope, or the menu.
 */
export function accessStamp(deptId: number | null, { roles, permissions }: Access, state: string): string {
  const all = JSON.stringify([roles, permissions.toSorted(), deptId, state])
  return createHash('sha256').update(all).digest('base64url').slice(0, DIGEST_LENGTH)
}
