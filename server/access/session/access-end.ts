import { gt, isNull, or, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { codes } from '#shared/envelope'
import { LastMoment } from '#shared/list/moment'
import { Refusal } from '../../platform/http/refusal'

/** Display links and instrument keys not used for this time are marked in their lists. */
const UNUSED_MS = 90 * 86_400_000

/** The end of a link or key, in Unix milliseconds; null without an end. @throws Refusal if it is in the past */
export function endOf(expiresAt: string | null | undefined, now: number): number | null {
  if (!expiresAt) return null
  const end = LastMoment.parse(expiresAt)
  if (end <= now) throw new Refusal(codes.badRequest, 'access.endPast').at('expiresAt')
  return end
}

/** The condition that a link or key has not ended; `now` is a bound parameter. */
export const notEnded = (expiresAt: AnySQLiteColumn, now: SQL): SQL => or(isNull(expiresAt), gt(expiresAt, now))!

type Credential = { createdAt: number; expiresAt: number | null; revokedAt: number | null; seenAt: number | null }

export const isExpired = ({ expiresAt }: Pick<Credential, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** True if it is still valid and was not used for 90 days. */
export const isUnused = (credential: Credential, now: number): boolean =>
  credential.revokedAt === null &&
  !isExpired(credential, now) &&
  (credential.seenAt ?? credential.createdAt) + UNUSED_MS <= now
