type Level = 'info' | 'warn' | 'error'

let waiting = ''

/** Writes one event as one line of JSON to standard error. What input brings can neither break nor colour the line. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  if (waiting === '') setImmediate(flush) // one write for all lines of a turn of the event loop
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })
  waiting += `${line.replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/** Control characters that JSON leaves as they are, and those that turn the direction of writing. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

function flush() {
  process.stderr.write(waiting)
  waiting = ''
}
process.on('exit', flush)
process.stderr.on('error', () => {}) // a log that cannot be written, on a full disk, must not end the server

/** What a log line may say of an error. The values of a failed query are somebody's data, and are left out. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const { query, message, stack, cause } = error as Error & { query?: unknown }
  const because = cause instanceof Error && { cause: cause.message }
  return typeof query === 'string'
    ? { error: 'Failed query', query, ...because }
    : { error: message, stack, ...because }
}
