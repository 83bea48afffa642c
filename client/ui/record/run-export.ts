import { subscribeKey } from 'valtio/utils'
import { download } from '../../api/download'
import { session } from '../../stores/session'
import { settings } from '../../stores/settings'
import { tr } from '../useText'
import { isDone } from './record-actions'

const stops = new Map<string, AbortController>()

// Nothing of one operator remains for the next.
subscribeKey(session, 'userId', () => stops.forEach((stop) => stop.abort()))

/** Fetches `export` below a path as a file, and says in `running` how much has arrived, until it is over. */
export async function runExport(path: string, query: object, running: Record<string, string>): Promise<void> {
  if (stops.has(path)) return
  const stop = new AbortController()
  stops.set(path, stop)
  running[path] = textAt(0)
  try {
    const onProgress = (bytes: number) => void (running[path] = textAt(bytes))
    await isDone(download(`${path}/export`, { query, signal: stop.signal, onProgress }))
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    stops.delete(path)
    delete running[path]
  }
}

function textAt(bytes: number): string {
  const tenths = Math.floor(bytes / 100_000)
  if (tenths === 0) return tr('exporting.begun')
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const
  return tr('exporting.received', { size: new Intl.NumberFormat(settings.locale, format).format(tenths / 10) })
}

export const stopExport = (path: string) => stops.get(path)?.abort()
