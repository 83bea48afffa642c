import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export type Account = { username: string; password: string; roles: string[] }
export type Server = { url: string; accounts: Account[]; stop(): Promise<void> }

const root = resolve(import.meta.dirname, '../../..')

/** Starts a throw-away server of the production build, as `bun run serve --ephemeral` does for anybody's tests. */
export async function spawnServer(): Promise<Server> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CALIPER_')))
  const child = spawn(process.execPath, ['server/commands/serve.ts', '--ephemeral'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => undefined)])
  if (!line) throw new Error('The server ended before it was ready; what it said stands above.')
  const { url, accounts }: Omit<Server, 'stop'> = JSON.parse(String(line[0]))
  return {
    url,
    accounts,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
