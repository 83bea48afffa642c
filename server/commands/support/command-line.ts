import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { MEGABYTE, megabytes } from '../../platform/http/megabytes'
import { isOrigin } from '#shared/origin'

/** One command of the command line: `caliper <name>`, the same from the sources and in the executable. */
export type Command = {
  /** One line for the list of commands. */
  summary: string
  /** The text of `--help`: usage, options, an example, and every exit code. */
  help: string
  /**
   * @param args the arguments after the name
   * @returns the exit code; undefined while a server keeps the process alive
   * @throws UsageError for wrong use: shown in one line that names `--help`, exit code 2
   * @throws StartError, SettingsError for problems that the person at the terminal can fix: shown in one line, exit
   * code 1, or 2 for settings
   */
  run(args: string[]): Promise<number | undefined>
}

/** Writes to the person at the terminal. It uses stderr, so that stdout is only for programs. */
export const say = (line: string) => void process.stderr.write(`${harmless(line)}\n`)

/** The line without control characters: manipulated names and values could hide that, or read as something else. */
export const harmless = (line: string) =>
  line.replace(ORDERS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const ORDERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Shows one clear line, and ends the process with 1. */
export function fail(reason: string): never {
  say(reason)
  process.exit(1)
}

/** Wrong use of a command: one sentence, and exit code 2. */
export class UsageError extends Error {}

/** Kinds of options: `--name`, and `--name VALUE`. */
export const flag = { type: 'boolean' } as const
export const value = { type: 'string' } as const
/** `--name VALUE`, any number of times. */
export const values = { type: 'string', multiple: true } as const

/**
 * The options of a command among `args`.
 * @throws UsageError for any other argument
 */
export const optionsOf = <Config extends ParseArgsOptionsConfig>(args: string[], config: Config) =>
  optionsAndRest(args, config, 0).values

/**
 * The options of a command, and at most `maxWords` other words.
 * @throws UsageError for any other argument
 */
export function optionsAndRest<Config extends ParseArgsOptionsConfig>(
  args: string[],
  config: Config,
  maxWords: number,
) {
  try {
    const { values, positionals } = parseArgs({ args, options: config, strict: true, allowPositionals: true })
    const [surplus] = positionals.slice(maxWords)
    if (surplus !== undefined) throw new Error(`Unexpected argument '${surplus}'`)
    return { values, rest: positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ', 1)[0]! : String(error))
  }
}

/** `1 user`, `2 users`. */
export const counted = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

/** Sizes of files for people. */
export const sizeInWords = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes(bytes)} MB`

/** Progress in one line of a terminal; in a file, one line per phase. */
export function progressLine() {
  const { isTTY } = process.stderr
  let phase = ''
  return {
    show(title: string, progress: { phase: string; done: number; total: number; unit?: string }) {
      const { done, total, unit = '' } = progress
      const share = total > 0 ? ` · ${progress.phase} ${done} of ${total}${unit && ` ${unit}`}` : ''
      if (isTTY) process.stderr.write(`\r\x1b[K${title}${share}`)
      else if (phase !== progress.phase) say(`${title} · ${progress.phase}`)
      phase = progress.phase
    },
    end() {
      if (isTTY) process.stderr.write('\r\x1b[K')
    },
  }
}

/**
 * The origins of `--allow-origin`, if given.
 * @throws UsageError if one is invalid
 */
export function originsOf(typed: string[] | undefined): string[] | undefined {
  const wrong = typed?.find((origin) => !isOrigin(origin))
  if (wrong === undefined) return typed
  throw new UsageError(`--allow-origin takes an origin such as http://localhost:5173, without a path, not "${wrong}".`)
}

/**
 * The number of `--port`, if given.
 * @throws UsageError if it is invalid
 */
export function portOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  const port = Number(typed)
  if (!/^\d+$/.test(typed) || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not "${typed}".`)
  }
  return port
}
