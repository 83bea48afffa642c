import { nameSchemas, z } from '../zod'
import { signInMethods } from '../constants'
import { Instant, line, listQuery } from '../list/page'

/** The fields of every view of an open session. */
const seen = {
  sessionId: z.int(),
  /** The session of the caller. */
  isCurrent: z.boolean(),
  signedInAt: Instant,
  lastSeenAt: Instant,
  endsAt: Instant,
  /** Of the device that signed in; empty when unknown. */
  browser: z.string(),
  os: z.string(),
  method: z.enum(signInMethods),
  /** Name of the acting role; null for all roles. */
  actingRole: z.string().nullable(),
  /** The same in English; empty if the role has no English name. */
  actingRoleEn: z.string().nullable(),
}

/** An open session of the caller. */
export const OwnSession = z.object({ ...seen, address: z.string() })
export type OwnSession = z.infer<typeof OwnSession>

/** An open session of any user. */
export const Session = z.object({
  ...seen,
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  ipaddr: z.string(),
})
export type Session = z.infer<typeof Session>

export const SessionQuery = listQuery(
  {
    /** Contained in the user's account or name, in any letter case. */
    username: line(64).optional(),
    ipaddr: line(64).optional(),
  },
  ['username', 'signedInAt', 'lastSeenAt'],
)
export type SessionQuery = z.infer<typeof SessionQuery>

nameSchemas({ OwnSession, Session })
