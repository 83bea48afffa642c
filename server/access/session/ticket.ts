import type { Context } from 'hono'
import type { Ticket } from './token'
import type { AppEnv } from '../../platform/http/app-env'
import { ok, type AnswerOf } from '../../platform/http/envelope'

/** Answers a token beside `data`, with the end of its session and the maximum time without use. */
export function answerTicket<Env extends AppEnv>(
  c: Context<Env>,
  { token, endsAt, mustChangePassword }: Ticket,
  data: AnswerOf<Env>,
) {
  const { settings }: AppEnv['Variables'] = c.var
  const idleSeconds = Math.floor(settings.sessionIdleMs / 1000)
  const expire = new Date(endsAt).toISOString()
  return ok(c, data, 'done.found', { token, expire, idleSeconds, ...(mustChangePassword && { mustChangePassword }) })
}
