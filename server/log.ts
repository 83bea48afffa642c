type Level = 'info' | 'warn' | 'error'

let waiting = ''

/** Writes one event as one line of JSON to standard error. JSON's escapes keep input from breaking or colouring it. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  if (waiting === '') setImmediate(flush) // one write for all lines of a turn of the event loop
  waiting += `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
}

function flush() {
  process.stderr.write(waiting)
  waiting = ''
}
process.on('exit', flush)

/** What a log line may say of an error. */
export const errorFields = (error: unknown) =>
  error instanceof Error
    ? { error: error.message, stack: error.stack, ...(error.cause instanceof Error && { cause: error.cause.message }) }
    : { error: String(error) }
