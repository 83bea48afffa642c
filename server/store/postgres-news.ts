import postgres from 'postgres'
import { errorFields, log } from '../log'
import { newsOf } from './news'
import type { Topic } from './one-process'

const CHANNEL = 'caliper'
/** Between attempts to reach a database that has gone. */
const PAUSE_MS = 500
const PATIENCE_SECONDS = 5

/**
 * Hears what triggers say at each commit, whichever process makes it, over a connection that does nothing else. (Bun's
 * own driver cannot listen.) Begins with the first who wants to hear, and goes on after the database was away.
 */
export function postgresNews(url: string) {
  const { onNews, tell, tellAll } = newsOf()
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
    const client = connect(url, { onnotify: (_channel, topic) => tell(topic), onclose: resolve })
    const begun = client.unsafe(`listen ${CHANNEL}`).then(
      () => {
        isOn = true
        tellAll() // what was said before was missed
      },
      (error: unknown) => isToBeSaid && log('warn', 'news', errorFields(error)),
    )
    await Promise.race([begun, gone])
    if (isOn) await gone
    await client.end({ timeout: 0 }).catch(() => {}) // it may be gone already
    if (isOn && !closing.signal.aborted) log('warn', 'news', { message: 'the connection to the database was lost' })
    return isOn
  }

  return {
    onNews(topic: Topic, hear: () => void): () => void {
      listening ??= listen()
      return onNews(topic, hear)
    },
    async close(): Promise<void> {
      closing.abort()
      hangUp()
      await listening
    },
  }
}

type Hearing = { onnotify: (channel: string, payload: string) => void; onclose: () => void }

/** `onnotify` is not in the package's types: its own `listen` gives up once a database is away for longer. */
function connect(url: string, hearing: Hearing) {
  const options = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: PATIENCE_SECONDS,
    fetch_types: false,
    connection: { application_name: 'caliper news' },
    onnotice() {},
    ...hearing,
  }
  return postgres(url, options)
}
