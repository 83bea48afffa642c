import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { KEY_PREFIX } from '#shared/qc/instrument'
import { accountOff, findInstrument, type KnownInstrument } from './queries'
import { Refusal } from '../../platform/http/refusal'
import { createCounter } from '../../platform/security/counter'
import { networkOf } from '../../platform/security/network'
import type { SessionEnv } from '../../access/session/session-env'
import { bearerOf } from '../../access/session/authenticate'
import { described } from '../../platform/http/describe'

export type InstrumentEnv = {
  Variables: SessionEnv['Variables'] & { instrument: KnownInstrument }
  Bindings: SessionEnv['Bindings']
}

/** A gateway that goes on with a key that was revoked; guessing one of 256 bits is nobody's way. */
const wrongKeys = { free: 60, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

/**
 * Requires the key of an instrument, and nothing else does: it is no session. Who holds one is never made to wait for
 * wrong ones from the same address, where a whole plant may be.
 */
export function byInstrument() {
  const wrong = createCounter(wrongKeys)
  return described(
    { isByKey: true },
    createMiddleware<InstrumentEnv>(async function byInstrument(c, next) {
      const { store, now, address } = c.var
      const key = bearerOf(c.req.header('authorization'))
      const found = key?.startsWith(KEY_PREFIX) ? await findInstrument(store, key, now) : undefined
      if (!found) {
        const network = networkOf(address)
        const seconds = Math.ceil(wrong.waitMs(network, now) / 1000)
        if (seconds > 0) {
          throw new Refusal(codes.tooMany, 'error.tooMany', { seconds }).with({ 'retry-after': String(seconds) })
        }
        wrong.count(network, now)
        throw new Refusal(codes.signedOut, 'qcInstrument.keyUnknown')
      }
      if (!found.operator) throw accountOff()
      c.set('instrument', found.row)
      c.set('operator', found.operator)
      await next()
    }),
  )
}
