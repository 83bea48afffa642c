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

/** For a gateway that goes on with a revoked key. Guessing a key of 256 bits is no threat. */
const wrongKeys = { free: 60, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

/**
 * Requires the key of an instrument, which is no session and opens no other route. A valid key is never delayed by
 * wrong ones from the same address, which may be that of a whole plant.
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
