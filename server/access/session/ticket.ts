import type { Context } from 'hono'
import type { Ticket } from './token'
import type { AppEnv } from '../../platform/http/app-env'
import { ok } from '../../platform/http/envelope'

/** Answers with a token beside `data`, when its session ends in any case, and how long it may go unused. */
export function answerTicket<Env extends AppEnv>(
  c: Context<Env>,
  { token, endsAt, mustChangePassword }: Ticket,
  data: object | null = null,
) {
  const { settings }: AppEnv['Variables'] = c.var
  const idleSeconds = Math.floor(settings.sessionIdleMs / 1000)
  const expire = new Date(endsAt).toISOString()
  return ok(c, data, 'done.found', { token, expire, idleSeconds, ...(mustChangePassword && { mustChangePassword }) })
}
