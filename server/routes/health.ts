import { Hono } from 'hono'
import { z } from 'zod'
import packageJson from '../../package.json'
import type { AppEnv } from '../http/app-env'
import { answers, answersProbe } from '../http/describe'
import { ok } from '../http/envelope'
import { appConfig } from '../queries/app-config'

const Health = z.object({ version: z.string() })

export const healthRoutes = new Hono<AppEnv>()
  .get('/healthz', answers('health', 'The process lives', Health), (c) => ok(c, { version: packageJson.version }))
  .get('/readyz', answersProbe('health', 'The process can serve: its database answers', Health), async (c) => {
    await appConfig(c.var.store)
    return ok(c, { version: packageJson.version })
  })
