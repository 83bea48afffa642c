import { readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian's packages keep the server's programs, one folder a version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'
/** Set by whoever already runs one for us: its address, without a database. */
const RUNNING = 'CALIPER_TEST_POSTGRES'
const START_MS = 20_000

/** Nothing has to survive a test run, so nothing waits for the disk. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
]

export type Postgres = {
  /** Its address without a database; another process joins this server through CALIPER_TEST_POSTGRES. */
  address: string
  /** The address of a database on this server. */
  url(database: string): string
  /** Makes a database, empty or like `template`, and returns its address. */
  create(database: string, template?: string): Promise<string>
  drop(database: string): Promise<void>
  stop(): Promise<void>
}

/** The folder of PostgreSQL's programs, newest version first; `undefined` where it is not installed. */
export function postgresPrograms(): string | undefined {
  try {
    const newest = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    return newest
      .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
      .find((folder) => Bun.which('postgres', { PATH: folder }))
  } catch {
    return undefined
  }
}

/**
 * Starts a PostgreSQL of our own on a free port, its data in a temporary folder, or joins the one that runs.
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres(): Promise<Postgres> {
  const running = process.env[RUNNING]
  if (running) return client(running, async () => {})
  const programs = postgresPrograms()
  if (!programs) throw new Error(`PostgreSQL is not installed below ${DEBIAN_FOLDER}.`)

  const folder = await mkdtemp(join(tmpdir(), 'caliper-postgres-'))
  const owner = serverUser()
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
  const as = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'] : []
  const data = join(folder, 'data')
  const init = Bun.spawnSync(
    [
      ...as,
      join(programs, 'initdb'),
      '-D',
      data,
      '-U',
      'caliper',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-N',
    ],
    { cwd: folder },
  )
  if (init.exitCode !== 0) throw new Error(`initdb failed: ${init.stderr.toString()}`)

  const port = await freePort()
  const options = [`port=${port}`, `unix_socket_directories=${folder}`, ...settings].flatMap((setting) => [
    '-c',
    setting,
  ])
  const server = Bun.spawn([...as, join(programs, 'postgres'), '-D', data, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const end = () => server.kill('SIGQUIT')
  process.on('exit', end)
  async function stop() {
    end()
    await server.exited
    process.off('exit', end)
    await rm(folder, { recursive: true, force: true })
  }
  const postgres = client(`postgres://caliper@127.0.0.1:${port}`, stop)
  await untilReady(postgres.url('postgres'), () => server.exitCode === null)
  return postgres
}

function client(address: string, stop: () => Promise<void>): Postgres {
  const url = (database: string) => `${address}/${database}`
  async function command(text: string) {
    const sql = new Bun.SQL(url('postgres'), { max: 1 })
    await sql.unsafe(text).finally(() => sql.close())
  }
  return {
    address,
    url,
    async create(database, template = 'template0') {
      await command(`create database "${database}" template "${template}"`)
      return url(database)
    },
    drop: (database) => command(`drop database if exists "${database}" with (force)`),
    stop,
  }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (kind: string) => Number(Bun.spawnSync(['id', kind, 'postgres']).stdout.toString())
  return { uid: id('-u'), gid: id('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function untilReady(url: string, isRunning: () => boolean) {
  const deadline = performance.now() + START_MS
  for (;;) {
    const sql = new Bun.SQL(url, { max: 1 })
    const isUp = await sql`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => sql.close())
    if (isUp) return
    if (!isRunning() || performance.now() > deadline) throw new Error('PostgreSQL did not start.')
    await Bun.sleep(50)
  }
}
