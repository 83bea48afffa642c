import { and, eq, exists, inArray, or } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { chunks } from '../../platform/chunks/chunk'

/** Those of these users who are in the audit trail, or inspector of a record. */
export async function signersAmong({ t }: Dialect, db: Reader, ids: readonly number[]): Promise<Set<number>> {
  const { users, audits, valueBases } = t
  const signers = new Set<number>()
  for (const chunk of chunks(ids)) {
    const hasWritten = exists(db.select({ id: audits.id }).from(audits).where(eq(audits.actorId, users.userId)))
    const hasInspected = exists(
      db.select({ id: valueBases.operatorId }).from(valueBases).where(eq(valueBases.operatorId, users.userId)),
    )
    const rows = await db
      .select({ userId: users.userId })
      .from(users)
      .where(and(inArray(users.userId, chunk), or(hasWritten, hasInspected)))
    for (const { userId } of rows) signers.add(userId)
  }
  return signers
}

/** Those of these names, in their comparable form, that are reserved for good, with their owners. */
export async function reservedAmong({ t: { reservedNames } }: Dialect, db: Reader, keys: readonly string[]) {
  const owners = new Map<string, number>()
  for (const chunk of chunks(keys)) {
    const rows = await db.select().from(reservedNames).where(inArray(reservedNames.usernameKey, chunk))
    for (const { usernameKey, userId } of rows) owners.set(usernameKey, userId)
  }
  return owners
}

export const nameReserved = () => new Refusal(codes.conflict, 'user.nameReserved').at('username')

/** @throws Refusal if records were signed under one of these names by another user */
export async function refuseReservedNames(store: Dialect, db: Reader, users: readonly Named[]): Promise<void> {
  const keyOf = ({ username }: Named) => usernameKey(username)
  const owners = await reservedAmong(store, db, users.map(keyOf))
  for (const user of users) {
    const owner = owners.get(keyOf(user))
    if (owner !== undefined && owner !== user.userId) throw nameReserved()
  }
}
type Named = { username: string; userId?: number | undefined }

/** Reserves the old name of a user, if records were signed under it (ADR 41). */
export async function reserveName(store: Dialect, db: Writer, { userId, usernameKey }: NameOwner): Promise<void> {
  if (!(await signersAmong(store, db, [userId])).has(userId)) return
  await db.insert(store.t.reservedNames).values({ usernameKey, userId }).onConflictDoNothing()
}
type NameOwner = { userId: number; usernameKey: string }
