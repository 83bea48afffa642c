import { subscribeKey } from 'valtio/utils'
import { download } from '../../api/download'
import { session } from '../../stores/session'
import { isDone } from './record-actions'

const stops = new Map<string, AbortController>()

// Nothing of one operator remains for the next.
subscribeKey(session, 'userId', () => stops.forEach((stop) => stop.abort()))

/** Fetches `export` below a path as a file, and notes in `running` how much has arrived, until it is over. */
export async function runExport(path: string, query: object, running: Record<string, number>): Promise<void> {
  if (stops.has(path)) return
  const stop = new AbortController()
  stops.set(path, stop)
  running[path] = 0
  try {
    const onProgress = (bytes: number) => void (running[path] = Math.floor(bytes / 100_000))
    await isDone(download(`${path}/export`, { query, signal: stop.signal, onProgress }))
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    stops.delete(path)
    delete running[path]
  }
}

export const stopExport = (path: string) => stops.get(path)?.abort()
