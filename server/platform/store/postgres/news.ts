import { Client } from 'pg'
import { errorFields, log } from '../../log/index'
import { newsListeners } from '../news'
import type { Topic } from '../shared-state'
import { connectionTo } from './client'

const CHANNEL = 'caliper'
/** Between attempts to reach a database that has gone. */
const PAUSE_MS = 500
/** So long a connection may be in the making, or a question on it open. */
const PATIENCE_MS = 5_000
/** A network that has gone silent says nothing: so often is asked whether the database still hears us. */
const ASK_MS = 10_000

/**
 * Hears what triggers say at each commit, whichever process makes it, over a connection that does nothing else. Begins
 * with the first who wants to hear, and goes on after the database was away.
 */
export function postgresNews(url: string) {
  const { onNews, publish, publishAll } = newsListeners()
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  let hangUp = () => {}

  async function listen() {
    for (let wasOn = true; !closing.signal.aborted; await Bun.sleep(PAUSE_MS)) {
      wasOn = await onceConnected(wasOn)
      if (closing.signal.aborted) return
    }
  }

  /** Hears until the connection ends; answers whether there was one. What prevents it is said once. */
  async function onceConnected(isToBeSaid: boolean): Promise<boolean> {
    let isOn = false
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    hangUp = resolve
    const client = new Client({
      ...connectionTo(url),
      application_name: 'caliper news',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    client.on('notification', ({ payload }) => publish(payload ?? ''))
    client.on('end', resolve)
    client.on('error', () => resolve())
    async function hear() {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      isOn = true
      publishAll() // what was said before was missed
    }
    const begun = hear().catch((error: unknown) => {
      if (isToBeSaid) log('warn', 'news', errorFields(error))
    })
    await Promise.race([begun, gone])
    const asking = setInterval(() => void client.query('select 1').catch(resolve), ASK_MS)
    if (isOn) await gone
    clearInterval(asking)
    void client.end().catch(() => {}) // it may be gone already
    if (isOn && !closing.signal.aborted) log('warn', 'news', { message: 'the connection to the database was lost' })
    return isOn
  }

  return {
    onNews(topic: Topic, hear: () => void): () => void {
      listening ??= listen()
      return onNews(topic, hear)
    },
    /** Begins anew: the connection may be a dead one. */
    renew: () => hangUp(),
    async close(): Promise<void> {
      closing.abort()
      hangUp()
      await listening
    },
  }
}
