import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Speaks to the person at the terminal. On stderr, so that stdout stays for what programs read. */
export const say = (line: string) => void process.stderr.write(`${line}\n`)

/** One clear line, and the process ends with 1. */
export function fail(reason: string): never {
  say(reason)
  process.exit(1)
}

/** The options of a command; anything that is none of them ends the process with one line. */
export function options<Config extends ParseArgsOptionsConfig>(config: Config) {
  try {
    return parseArgs({ options: config, strict: true, allowPositionals: false }).values
  } catch (error) {
    fail(error instanceof Error ? error.message.split('. ', 1)[0]! : String(error))
  }
}

/** Progress in one line of a terminal; where the output is a file, one line a phase. */
export function progressLine() {
  const { isTTY } = process.stderr
  let phase = ''
  return {
    show(title: string, progress: { phase: string; done: number; total: number }) {
      const { done, total } = progress
      const share = total > 0 ? ` · ${progress.phase} ${done} of ${total}` : ''
      if (isTTY) process.stderr.write(`\r\x1b[K${title}${share}`)
      else if (phase !== progress.phase) say(`${title} · ${progress.phase}`)
      phase = progress.phase
    },
    end() {
      if (isTTY) process.stderr.write('\r\x1b[K')
    },
  }
}

/** The number behind `--port`, when given. */
export function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) fail(`--port takes a number from 0 to 65535, not "${text}".`)
  return port
}
