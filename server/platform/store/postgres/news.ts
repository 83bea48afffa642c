import { Client } from 'pg'
import { errorFields, log } from '../../log/index'
import { newsListeners } from '../news'
import type { Topic } from '../shared-state'
import { brieflyOn, connectionTo } from './client'

const CHANNEL = 'caliper'
/** The name of a server's connection for news, which commands do not have. */
const NEWS_CONNECTION = 'caliper news'
/** Pause between attempts to reach a database that is away. */
const PAUSE_MS = 500
/** Time limit for making a connection, and for a question on it. */
const PATIENCE_MS = 5_000
/** A silent network reports nothing: interval of the check if the database still answers. */
const ASK_MS = 10_000

/**
 * Receives the notifications of triggers at each commit of any process, over a separate connection. It begins with the
 * first listener, and goes on after the database was away.
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

  /** Listens until the connection ends; returns true if there was one. A failure is logged once. */
  async function onceConnected(isToBeSaid: boolean): Promise<boolean> {
    let isOn = false
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    hangUp = resolve
    const client = new Client({
      ...connectionTo(url),
      application_name: NEWS_CONNECTION,
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
      publishAll() // earlier notifications were missed
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
    /** Reconnects: the connection may be dead. */
    renew: () => hangUp(),
    async close(): Promise<void> {
      closing.abort()
      hangUp()
      await listening
    },
  }
}

/** The number of servers that work on a database. @throws StartError if it cannot be reached */
export async function serversOn(url: string): Promise<number> {
  const { rows } = await brieflyOn(url, (on) =>
    on.query<{ servers: number }>(
      `select count(*)::int as servers from pg_stat_activity
        where application_name = $1 and datname = current_database()`,
      [NEWS_CONNECTION],
    ),
  )
  return rows[0]!.servers
}
