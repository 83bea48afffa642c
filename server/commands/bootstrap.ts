import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from './build-record'
import { root, site } from './paths'
import { fail, say } from './support/command-line'

const OLDEST_BUN = '1.4.5'
const packages = join(root, 'node_modules')
/** Stores the hash of the lock file of the installed packages. */
const installRecord = join(packages, '.caliper-install')
const TURN_MS = 10 * 60_000

type Needs = {
  /** `current`: built from the present sources; `any`: any existing build; `none`: not built ahead. */
  client: 'current' | 'any' | 'none'
}

/**
 * Prepares a fresh clone for running: the right Bun, the packages of the lock file, the built client. Does nothing if
 * everything is present. It imports no package, because there may be none yet; its caller imports the rest afterwards.
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

/** A shipped installation, possibly without sources and on a read-only disk: it is left unchanged. */
const isInPlace = async () =>
  (await Bun.file(join(site, 'index.html')).exists()) &&
  (await Bun.file(join(root, 'node_modules/hono/package.json')).exists())

export function checkBun(version = Bun.version) {
  const isOlder = Bun.semver.order(version, OLDEST_BUN) < 0
  if (isOlder)
    fail(`Caliper needs Bun ${OLDEST_BUN} or later; this is ${version}. Run: npx --yes bun@${OLDEST_BUN} run demo`)
}

/** Waits for its turn: two concurrent installs or builds would undo each other. The turn ends with its process. */
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
  // Tools are not installed where they are not needed, but never removed.
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

/** Runs Bun in another process, quietly unless it fails. */
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

/** Records that the packages of the lock file are installed. */
export const notePackages = async () => void (await Bun.write(installRecord, await lockHash()))

async function lockHash(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const name of ['bun.lock', 'package.json']) hash.update(await Bun.file(join(root, name)).bytes())
  return hash.digest('hex')
}

const hasTools = () => Bun.file(join(packages, '@playwright/test/package.json')).exists()
