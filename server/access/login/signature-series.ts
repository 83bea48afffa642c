import type { Context } from 'hono'
import { instant } from '../../platform/list/wire'
import type { Namespace } from '../../platform/store/shared-state'
import type { SessionEnv } from '../session/session-env'

/** The end of the time in which the password given in a session is valid for further signatures. */
const series: Namespace<number> = { name: 'signature series', maxEntries: 10_000 }
const keyOf = ({ var: { operator } }: Context<SessionEnv>) => ({ namespace: series, key: String(operator.sessionId) })

/** Starts a series: the password of this session is valid for the next signatures, if the installation allows it. */
export async function beginSeries(c: Context<SessionEnv>): Promise<void> {
  const { store, settings, now } = c.var
  if (settings.signatureSeriesMs === 0) return
  const endsAt = now + settings.signatureSeriesMs
  await store.sharedState.change([], now, (entries) => entries.set(keyOf(c), endsAt, endsAt))
}

/**
 * The end of the time in which this session signs without the password; undefined: none. Signing does not extend it.
 */
async function seriesEnd(c: Context<SessionEnv>): Promise<number | undefined> {
  const { store, settings, now } = c.var
  if (settings.signatureSeriesMs === 0) return undefined
  const endsAt = await store.sharedState.get(keyOf(c))
  // a later end comes from another setting or another clock
  return endsAt && endsAt > now && endsAt <= now + settings.signatureSeriesMs ? endsAt : undefined
}

export const isInSeries = async (c: Context<SessionEnv>): Promise<boolean> => (await seriesEnd(c)) !== undefined

/** The series in the form for signature forms. */
export async function signatureSeriesOf(c: Context<SessionEnv>): Promise<{ passwordGoodUntil?: string }> {
  const endsAt = await seriesEnd(c)
  return endsAt === undefined ? {} : { passwordGoodUntil: instant(endsAt) }
}
