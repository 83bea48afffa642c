import { join } from 'node:path'
import { isBuilt } from './build-record'
import { root } from './paths'
import { fail, say } from './terminal'

const OLDEST_BUN = '1.4.5'
/** Remembers for which lock file the packages were installed. */
const installRecord = join(root, 'node_modules/.caliper-install')

/**
 * Makes a fresh clone ready to run: the right Bun, the packages of the lock file, the built client. Does nothing when
 * all is there. Imports no package, since there may be none yet; whoever calls it imports the rest afterwards.
 */
export async function bootstrap() {
  checkBun()
  await installPackages()
  await buildClient()
}

export function checkBun(version = Bun.version) {
  const isOlder = Bun.semver.order(version, OLDEST_BUN) < 0
  if (isOlder) fail(`Caliper needs Bun ${OLDEST_BUN} or later; this is ${version}. Run: npx --yes bun@${OLDEST_BUN} run demo`)
}

async function installPackages() {
  const wanted = await lockHash()
  const installed = await Bun.file(installRecord)
    .text()
    .catch(() => '')
  if (installed === wanted) return
  say('Installing packages …')
  // Tools are left out where nobody needs them, but never taken from who has them.
  const kind = (await hasTools()) ? [] : ['--production']
  run(['install', '--frozen-lockfile', ...kind], 'The packages could not be installed; is there a way to the package registry?')
  await Bun.write(installRecord, wanted)
}

async function buildClient() {
  if (await isBuilt()) return
  say('Building the client …')
  run([join(import.meta.dir, 'build.ts')], 'The client could not be built; the reason stands above.')
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

async function lockHash(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const name of ['bun.lock', 'package.json']) hash.update(await Bun.file(join(root, name)).bytes())
  return hash.digest('hex')
}

const hasTools = () => Bun.file(join(root, 'node_modules/@playwright/test/package.json')).exists()
