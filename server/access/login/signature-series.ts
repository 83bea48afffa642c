import type { Context } from 'hono'
import { instant } from '../../platform/list/wire'
import type { Namespace } from '../../platform/store/shared-state'
import type { SessionEnv } from '../session/session-env'

/** Until when the password that was given in a session stands for further signatures. */
const series: Namespace<number> = { name: 'signature series', maxEntries: 10_000 }
const keyOf = ({ var: { operator } }: Context<SessionEnv>) => ({ namespace: series, key: String(operator.sessionId) })

/** The password of this session was given: it stands for what is signed next, where the installation allows that. */
export async function beginSeries(c: Context<SessionEnv>): Promise<void> {
  const { store, settings, now } = c.var
  if (settings.signatureSeriesMs === 0) return
  const endsAt = now + settings.signatureSeriesMs
  await store.sharedState.change([], now, (entries) => entries.set(keyOf(c), endsAt, endsAt))
}

/** Until when this session signs without the password; undefined where it does not. Signing does not lengthen it. */
async function seriesEnd(c: Context<SessionEnv>): Promise<number | undefined> {
  const { store, settings, now } = c.var
  if (settings.signatureSeriesMs === 0) return undefined
  const endsAt = await store.sharedState.get(keyOf(c))
  // one that ends later was begun under another setting or by another clock
  return endsAt && endsAt > now && endsAt <= now + settings.signatureSeriesMs ? endsAt : undefined
}

export const isInSeries = async (c: Context<SessionEnv>): Promise<boolean> => (await seriesEnd(c)) !== undefined

/** What forms of signatures are told of it. */
export async function signatureSeriesOf(c: Context<SessionEnv>): Promise<{ passwordGoodUntil?: string }> {
  const endsAt = await seriesEnd(c)
  return endsAt === undefined ? {} : { passwordGoodUntil: instant(endsAt) }
}
