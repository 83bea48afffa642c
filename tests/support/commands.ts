import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const copied = [
  'package.json',
  'bun.lock',
  'bunfig.toml',
  'tsconfig.json',
  'client',
  'server',
  'shared',
  'drizzle',
  'seed',
  'packaging',
]

/** A copy of the repository without its data. The packages are those of the original, the built client too if it has one. */
export function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'caliper-copy-'))
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Not the cache of whoever runs the tests: nothing can be kept there. */
export const NO_CACHE = '/dev/null'

/** The environment of this process without anything that would set up Caliper, and with what `extra` says. */
export function plainEnvironment(extra: Record<string, string> = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('CALIPER_'))
  return { ...Object.fromEntries(kept), XDG_CACHE_HOME: NO_CACHE, ...extra }
}

type Options = { cwd?: string; env?: Record<string, string>; argv0?: string }

/** A command that runs, with what it has written so far. */
export function spawnCommand(command: string[], { cwd = root, env = {}, argv0 }: Options = {}) {
  const child = Bun.spawn(command, {
    cwd,
    env: plainEnvironment(env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(argv0 !== undefined && { argv0 }),
  })
  const written = { out: '', err: '' }
  const read = Promise.all([gather(child.stdout, 'out'), gather(child.stderr, 'err')])
  let changed = () => {}

  async function gather(stream: ReadableStream<Uint8Array>, name: 'out' | 'err') {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      written[name] += decoder.decode(chunk, { stream: true })
      changed()
    }
  }

  return {
    pid: child.pid,
    written,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Its exit code, once all it wrote has been read. */
    ended: () => Promise.all([child.exited, read]).then(([code]) => code),
    /** The first match in what it writes; rejects when it ends without one. */
    async says(pattern: RegExp): Promise<RegExpMatchArray> {
      let hasEnded = false
      void read.then(() => {
        hasEnded = true
        changed()
      })
      for (;;) {
        const match = `${written.out}\n${written.err}`.match(pattern)
        if (match) return match
        if (hasEnded) throw new Error(`It ended without saying ${pattern}:\n${written.out}\n${written.err}`)
        await new Promise<void>((resolve) => (changed = resolve))
      }
    },
  }
}

export type Command = ReturnType<typeof spawnCommand>

/** True while there is a process of that number that has not ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
