import { createHash } from 'node:crypto'
import type { Access } from './access'

const DIGEST_LENGTH = 16

/**
 * Short text that changes when somebody may see or do something else than before: their roles or what these grant, which
 * rows, the menu. The same as long as nothing of that changes.
 */
export function accessStamp(deptId: number | null, { roles, permissions }: Access, state: string): string {
  const all = JSON.stringify([roles, permissions.toSorted(), deptId, state])
  return createHash('sha256').update(all).digest('base64url').slice(0, DIGEST_LENGTH)
}
