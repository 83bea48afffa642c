import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { NO_CACHE } from '../../support/commands'
import { quickFolder } from '../../support/database/memory-folder'

export type Account = { username: string; password: string; roles: string[] }
export type Server = { url: string; accounts: Account[]; pid: number; stop(): Promise<void> }

const root = resolve(import.meta.dirname, '../../..')

/** Starts one of our programs; `says` waits for a line of its standard output that matches. */
export function spawnProgram(args: string[], extra: Record<string, string> = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('CALIPER_'))
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...Object.fromEntries(kept), XDG_CACHE_HOME: NO_CACHE, ...extra },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  return {
    pid: child.pid!,
    tell: (line: string) => void child.stdin.write(`${line}\n`),
    async says(pattern: RegExp): Promise<RegExpMatchArray> {
      for await (const line of lines) {
        const match = line.match(pattern)
        if (match) return match
      }
      throw new Error(`${args.join(' ')} ended without saying ${pattern}; what it said stands above.`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export type Program = ReturnType<typeof spawnProgram>

const CHEAP_PASSWORDS = './tests/support/programs/cheap-passwords.ts'

/**
 * Starts a throw-away server of the production build, as `bun run serve --ephemeral` does for anybody's tests, but that
 * signing in takes no time.
 */
export async function spawnServer(extra: Record<string, string> = {}): Promise<Server> {
  const args = ['--preload', CHEAP_PASSWORDS, 'server/commands/caliper.ts', 'serve', '--ephemeral']
  const program = spawnProgram(args, { TMPDIR: quickFolder(), ...extra })
  const [line] = await program.says(/^\{.*\}$/)
  const { url, accounts }: Pick<Server, 'url' | 'accounts'> = JSON.parse(line)
  return { url, accounts, pid: program.pid, stop: program.stop }
}
