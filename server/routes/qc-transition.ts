import { Hono } from 'hono'
import type { SessionEnv } from '../http/app-env'
import type { Throttle } from '../security/throttle'

/** What is done with a record by signing. Passwords are proven by `throttle`. */
export const qcTransitionRoutes = (_throttle: Throttle) => new Hono<SessionEnv>()
