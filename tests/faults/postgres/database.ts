import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, givenAway, postgresPrograms, untilReady } from '../../support/database/postgres'

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** A PostgreSQL of our own that keeps what it has acknowledged, as a plant's does, and that can be made to crash. */
export async function startDatabase() {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'caliper-postgres-')) // its user may not look into the workshop
  const data = join(folder, 'data')
  const as = await givenAway(folder)
  const form = ['-U', 'caliper', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const made = Bun.spawnSync([...as, join(programs, 'initdb'), '-D', data, ...form], { cwd: folder })
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`)
  const port = await freePort()
  const url = `postgres://caliper@127.0.0.1:${port}/postgres`
  const command = [...as, join(programs, 'postgres'), '-D', data, '-p', String(port), '-k', folder]
  let server = await started()
  let frozen: number[] = []

  async function started() {
    const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })
    await untilReady(url, () => child.exitCode === null)
    return child
  }
  function thaw() {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
    server.kill('SIGCONT')
  }
  return {
    url,
    /** Ends it without a checkpoint, as a crash does, leaves it away for so long, and starts it again. */
    async crash(awayMs: number) {
      server.kill('SIGQUIT')
      await server.exited
      await Bun.sleep(awayMs)
      server = await started()
    },
    /** Stops all its processes where they are, as a machine does that is frozen: connections stay, nothing answers. */
    freeze() {
      server.kill('SIGSTOP') // first, so that it makes no others
      frozen = childrenOf(server.pid)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    async stop() {
      thaw()
      server.kill('SIGQUIT')
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
