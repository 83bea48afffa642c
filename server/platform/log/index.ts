type Level = 'info' | 'warn' | 'error'

/** A file that keeps the log beside standard error. */
export type LogFile = {
  /** Takes whole lines. Neither waits nor throws. */
  write(lines: string): void
  /** The same at once, with all that waits: the process is about to end. */
  writeNow(lines: string): void
  /** Lines that could not be written. */
  dropped(): number
}

let waiting = ''
let file: LogFile | undefined

/** Writes the log to a file too from now on; without one, no more. */
export const keepLog = (logFile?: LogFile): void => void (file = logFile)

/** Lines that are in no file, because there was no room for them. */
export const droppedLines = (): number => file?.dropped() ?? 0

/** Writes one event as one line of JSON to standard error. What input brings can neither break nor colour the line. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  if (waiting === '') setImmediate(flush) // one write for all lines of a turn of the event loop
  waiting += lineOf({ time: new Date().toISOString(), level, event, ...fields })
}

export const lineOf = (entry: object): string =>
  `${JSON.stringify(entry)
    .replace(SECRET, '$1$2***')
    .replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** Control characters that JSON leaves as they are, and those that turn the direction of writing. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * What opens something and may stand in an address or a message: parameters, what follows a `#`, headers, fields. Only
 * what lies inside of a string is taken, so that the line stays JSON.
 */
const SECRET =
  /((?:[?&;#][\w.-]*(?:token|secret|password|passwd|pwd|code|state|key|auth)=)|\/(?:wall|setup|login)#)[^\s"\\&#;,]+|((?:authorization|cookie|password|token|secret)(?:\\*": *\\*"| *[:=] *)|bearer )[^"\\]+/gi

function flush() {
  process.stderr.write(waiting)
  file?.write(waiting)
  waiting = ''
}
process.on('exit', () => {
  process.stderr.write(waiting)
  file?.writeNow(waiting)
})
process.stderr.on('error', () => {}) // a log that cannot be written, on a full disk, must not end the server

/** The fields of a log line about an error. The values of a failed query are somebody's data, and are left out. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const { query, message, stack, cause } = error as Error & { query?: unknown }
  const because = cause instanceof Error && { cause: cause.message }
  return typeof query === 'string'
    ? { error: 'Failed query', query, ...because }
    : { error: message, stack, ...because }
}
