import { eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { ResourceName } from '#shared/resource-names'
import type { Dialect, Reader } from '../../platform/store'
import type { RequestContext } from './write'

/** A person at the machine itself, and the server on its own. No account may have these names. */
const actors = { host: '(host)', server: '(server)' } as const

/** No user has this id: ids of users begin at 1. */
const NOBODY = 0

/** An act of the server, when it starts or when somebody without an account calls it. */
export const FIRST_ADMINISTRATOR = {
  actor: 'server',
  resource: 'user',
  summary: 'Make the first administrator',
} as const

type HostAction = {
  actor: keyof typeof actors
  /** `caliper admin create`, or the act of the server. */
  command: string
  resource: ResourceName
  summary: string
  /** Account of the operating system. */
  systemUser?: string
  now: number
}

/**
 * The context of an act without a session, which is logged like a request: a command of the host, which may do
 * everything, or an act of the server. Its method is `HOST` or `SERVER`, which no request can have.
 */
export async function hostContext(
  { t: { roles } }: Dialect,
  db: Reader,
  { actor, command, resource, summary, systemUser, now }: HostAction,
): Promise<RequestContext> {
  const [role] = await db.select().from(roles).where(eq(roles.roleKey, ADMIN_ROLE_KEY))
  return {
    operator: {
      sessionId: NOBODY,
      userId: NOBODY,
      username: actors[actor],
      deptId: null,
      mustChangePassword: false,
      method: 'password',
      isActingAsOne: false,
      accessStamp: '',
      roles: [ADMIN_ROLE_KEY],
      roleIds: role ? [role.roleId] : [],
      permissions: [ALL_PERMISSIONS],
    },
    device: { address: actor, userAgent: systemUser ?? '' },
    now,
    requestId: crypto.randomUUID(),
    method: actor.toUpperCase(),
    path: command,
    resource,
    summary,
    began: performance.now(),
  }
}
