import { readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickFolder } from './memory-folder'

/** Where Debian's packages keep the server's programs, one folder a version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'
/**
 * Set by whoever already runs one for us: its address, without a database. Not named as a setting is, since commands refuse
 * settings that they do not know.
 */
const RUNNING = 'TEST_POSTGRES'
const START_MS = 20_000

const settings = ['max_connections=200', 'listen_addresses=127.0.0.1']
/** Nothing has to survive a test run, so nothing waits for the disk. */
const quickSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off', // rows stay in the order in which they came
]

/**
 * Runs the server and ends it with us, however we end: `bun test` runs no exit handler, and a killed process could not.
 * Arguments: our process, the folder to remove, the server's command.
 */
const KEEPER = `
parent=$1 folder=$2; shift 2
"$@" & server=$!
trap 'parent=' TERM
while [ -n "$parent" ] && kill -0 "$parent" && kill -0 "$server"; do sleep 0.2; done
kill -QUIT "$server"; wait "$server"; rm -rf "$folder"`

export type Postgres = {
  /** Its address without a database; another process joins this server through TEST_POSTGRES. */
  address: string
  /** The address of a database on this server. */
  url(database: string): string
  /** Makes a database, empty or like `template`, and returns its address. */
  create(database: string, template?: string): Promise<string>
  /** Sooner or later: nobody waits for it. */
  drop(database: string): void
  /** Once what is to be dropped is gone. */
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
 * @param isDurable one that keeps what it has committed through a power cut, as plants run it
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const running = isDurable ? undefined : process.env[RUNNING]
  if (running) return client(running, async () => {})
  const programs = postgresPrograms()
  if (!programs) throw new Error(`PostgreSQL is not installed below ${DEBIAN_FOLDER}.`)

  const folder = await mkdtemp(join(isDurable ? tmpdir() : quickFolder(), 'caliper-postgres-'))
  const as = await givenAway(folder)
  const data = join(folder, 'data')
  const form = ['-U', 'caliper', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const made = Bun.spawnSync([...as, join(programs, 'initdb'), '-D', data, ...form], { cwd: folder })
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`)

  const port = await freePort()
  const ours = [
    ...settings,
    ...(isDurable ? [] : quickSettings),
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ].map((setting) => `--${setting}`)
  const command = [...as, join(programs, 'postgres'), '-D', data, ...ours]
  const keeper = Bun.spawn(['sh', '-c', KEEPER, 'keeper', String(process.pid), folder, ...command], {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  async function stop() {
    keeper.kill('SIGTERM')
    await keeper.exited
  }
  const postgres = client(`postgres://caliper@127.0.0.1:${port}`, stop)
  await untilReady(postgres.url('postgres'), () => keeper.exitCode === null)
  return postgres
}

function client(address: string, stop: () => Promise<void>): Postgres {
  const url = (database: string) => `${address}/${database}`
  const making = new Bun.SQL(url('postgres'), { max: 1 })
  const dropping = new Bun.SQL(url('postgres'), { max: 1 })
  let dropped: Promise<unknown> = Promise.resolve()
  return {
    address,
    url,
    async create(database, template = 'template0') {
      await making.unsafe(`create database "${database}" template "${template}" strategy file_copy`) // the fastest
      return url(database)
    },
    drop(database) {
      // Its last connections are still ending, which PostgreSQL waits for in steps of a tenth of a second.
      dropped = dropped.then(() => dropping.unsafe(`drop database if exists "${database}" with (force)`))
    },
    async stop() {
      await dropped.finally(() => Promise.all([making.close(), dropping.close()]))
      await stop()
    },
  }
}

/**
 * PostgreSQL refuses to run as root; Debian's package brings a user for it. Gives that user the folder, and returns the
 * command that runs another one as that user.
 */
export async function givenAway(folder: string): Promise<string[]> {
  await chmod(folder, 0o700)
  if (process.getuid?.() !== 0) return []
  const id = (kind: string) => Number(Bun.spawnSync(['id', kind, 'postgres']).stdout.toString())
  const [user, group] = [id('-u'), id('-g')]
  await chown(folder, user, group)
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--']
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Resolves when a server answers; rejects when it has ended, or takes too long. */
export async function untilReady(url: string, isRunning: () => boolean) {
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
