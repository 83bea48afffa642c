import { Hono } from 'hono'
import type { SessionEnv } from '../http/app-env'

export const qcQrRoutes = new Hono<SessionEnv>()
