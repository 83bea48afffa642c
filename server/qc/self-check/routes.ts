import { Hono } from 'hono'
import { Selfcheck } from '#shared/qc/self-check'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../../access/permission/permit'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'

/** The cases are part of the program and always have the same result. It is computed once per process. */
let proven: Promise<Selfcheck> | undefined

export const qcSelfcheckRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('qc-selfcheck', 'route.qcSelfcheck.run', Selfcheck),
  permit('qc:selfcheck:list'),
  async (c) => ok(c, await (proven ??= prove())),
)

/** Some tenths of a second of computation. Other requests run between two cases. */
async function prove(): Promise<Selfcheck> {
  const [{ oracleCases }, { proveCase }, { selfcheckOf }] = await Promise.all([
    import('#shared/spc/oracles/cases'),
    import('#shared/spc/oracles/prove'),
    import('#shared/spc/oracles/selfcheck'),
  ])
  const proofs = []
  for (const oracle of oracleCases) {
    proofs.push(proveCase(oracle))
    await yieldToEventLoop()
  }
  return selfcheckOf(proofs)
}
