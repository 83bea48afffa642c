import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from './build-record'
import { root, site } from './paths'
import { fail, say } from './support/command-line'

const OLDEST_BUN = '1.4.5'
const packages = join(root, 'node_modules')
/** Remembers for which lock file the packages were installed. */
const installRecord = join(packages, '.caliper-install')
const TURN_MS = 10 * 60_000

type Needs = {
  /** `current`: built from the sources as they stand; `any`: a build that is there will do; `none`: not built ahead. */
  client: 'current' | 'any' | 'none'
}

/**
 * Makes a fresh clone ready to run: the right Bun, the packages of the lock file, the built client. Does nothing when
 * all is there. Imports no package, since there may be none yet; whoever calls it imports the rest afterwards.
 */
export async function bootstrap({ client }: Needs) {
  checkBun()
  if (client === 'any' && (await isInPlace())) return
  const isReady = async () => (await hasPackages()) && (client === 'none' || (await isBuilt()))
  if (await isReady()) return
  mustBeWritable()
  await alone(async () => {
    await installPackages()
    if (client !== 'none' && !(await isBuilt())) buildClient()
  })
}

/** An installation as it was shipped, perhaps without sources and on a read-only disk: left as it is. */
const isInPlace = async () =>
  (await Bun.file(join(site, 'index.html')).exists()) &&
  (await Bun.file(join(root, 'node_modules/hono/package.json')).exists())

export function checkBun(version = Bun.version) {
  const isOlder = Bun.semver.order(version, OLDEST_BUN) < 0
  if (isOlder)
    fail(`Caliper needs Bun ${OLDEST_BUN} or later; this is ${version}. Run: npx --yes bun@${OLDEST_BUN} run demo`)
}

/** Waits for its turn: two that install or build at once would undo what the other has done. The turn ends with its process. */
async function alone(work: () => Promise<void>) {
  mkdirSync(packages, { recursive: true })
  using turn = new Database(join(packages, '.caliper-turn'))
  turn.run(`PRAGMA busy_timeout = ${TURN_MS}`)
  turn.run('BEGIN EXCLUSIVE')
  await work()
}

async function hasPackages(): Promise<boolean> {
  const installed = Bun.file(installRecord).text()
  return (await installed.catch(() => '')) === (await lockHash())
}

async function installPackages() {
  if (await hasPackages()) return
  say('Installing packages …')
  // Tools are left out where nobody needs them, but never taken from who has them.
  const kind = (await hasTools()) ? [] : ['--production']
  run(
    ['install', '--frozen-lockfile', ...kind],
    'The packages could not be installed; is there a way to the package registry?',
  )
  await notePackages()
}

function buildClient() {
  say('Building the client …')
  run([join(import.meta.dir, 'build.ts')], 'The client could not be built; the reason stands above.')
}

function mustBeWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(`The folder ${root} cannot be written; move Caliper to one that can.`)
  }
}

/** Runs Bun in a process of its own, quietly unless it fails. */
function run(args: string[], failure: string) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  if (exitCode === 0) return
  process.stderr.write(stdout)
  process.stderr.write(stderr)
  fail(failure)
}

/** The packages of the lock file have been installed. */
export const notePackages = async () => void (await Bun.write(installRecord, await lockHash()))

async function lockHash(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const name of ['bun.lock', 'package.json']) hash.update(await Bun.file(join(root, name)).bytes())
  return hash.digest('hex')
}

const hasTools = () => Bun.file(join(packages, '@playwright/test/package.json')).exists()
