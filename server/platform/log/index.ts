type Level = 'info' | 'warn' | 'error'

/** A log file beside standard error. */
export type LogFile = {
  /** Takes whole lines. It does not wait or throw. */
  write(lines: string): void
  /** Writes lines at once, together with all waiting ones: the process is about to end. */
  writeNow(lines: string): void
  /** The number of lines that could not be written. */
  dropped(): number
}

let waiting = ''
let file: LogFile | undefined

/** Writes the log to a file too from now on; without `logFile`, no longer. */
export const keepLog = (logFile?: LogFile): void => void (file = logFile)

/** The number of lines missing in the file because there was no space. */
export const droppedLines = (): number => file?.dropped() ?? 0

/** Writes one event as one line of JSON to standard error. Input can neither break nor colour the line. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  if (waiting === '') setImmediate(flush) // one write for all lines of a turn of the event loop
  waiting += lineOf({ time: new Date().toISOString(), level, event, ...fields })
}

export const lineOf = (entry: object): string =>
  `${JSON.stringify(entry)
    .replace(SECRET, '$1$2***')
    .replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** Control characters that JSON does not escape, and those that change the direction of writing. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Secrets that may be in a URL or a message: parameters, text after a `#`, headers, fields. Only parts within a string
 * match, so that the line stays JSON.
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

/** The fields of a log line about an error, without a failed query's parameters, which are personal data. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const { query, message, stack, cause } = error as Error & { query?: unknown }
  const because = cause instanceof Error && { cause: cause.message }
  return typeof query === 'string'
    ? { error: 'Failed query', query, ...because }
    : { error: message, stack, ...because }
}
