import { Hono } from 'hono'
import { z } from 'zod'
import packageJson from '../../../package.json'
import { codes } from '#shared/envelope'
import type { AppEnv } from '../../platform/http/app-env'
import { answers, answersProbe } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { errorFields, log } from '../../platform/log/index'
import { answersAtAll } from '../watch/queries'
import { Refusal } from '../../platform/http/refusal'
import type { Watch } from '../watch'

/** A probe repeats in a few seconds; a slower database counts as not answering. */
const PATIENCE_MS = 3000
const RETRY_SECONDS = '5'

const Health = z.object({ version: z.string() })
/** `degraded`: reads work, writes fail at present. Only readers of the figures get the reason. */
const Readiness = Health.extend({ state: z.enum(['ready', 'degraded']) })

const { version } = packageJson
const notReady = () => new Refusal(codes.busy, 'error.notReady').with({ 'retry-after': RETRY_SECONDS })

/** Health of the process and of the service, for tools that restart the process and route requests to the service. */
export const healthRoutes = (watch: Pick<Watch, 'isStopping' | 'faults'>) =>
  new Hono<AppEnv>()
    .get('/healthz', answers('health', 'route.health.live', Health), (c) => ok(c, { version }))
    .get('/readyz', answersProbe('health', 'route.health.ready', Readiness), async (c) => {
      if (watch.isStopping()) throw notReady()
      try {
        const inTime = await Promise.race([answersAtAll(c.var.store), Bun.sleep(PATIENCE_MS).then(() => undefined)])
        if (inTime === undefined) throw new Error('The database does not answer in time.')
      } catch (error) {
        log('error', 'not-ready', { requestId: c.var.requestId, ...errorFields(error) })
        throw notReady()
      }
      const fault = watch.faults.present()
      if (fault === 'damaged') throw new Refusal(codes.busy, 'error.damaged')
      return ok(c, { version, state: fault ? 'degraded' : 'ready' })
    })
