import type { Context } from 'hono'
import type { Device } from '../login/sign-in-log'
import type { AppEnv } from '../../platform/http/app-env'

const MAX_AGENT_LENGTH = 300

/** The origin of a request, as stored with sessions and in the sign-in log. */
export const deviceOf = <Env extends AppEnv>(c: Context<Env>): Device => ({
  address: c.var.address,
  userAgent: (c.req.header('user-agent') ?? '').replace(/\p{Cc}/gu, '').slice(0, MAX_AGENT_LENGTH),
})
