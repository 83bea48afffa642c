/**
 * `bun run package:check`: packages the product, and goes the whole way with the one file, on a machine of which only the
 * kernel and the system libraries are left: set-up page, administrator, a role, backup, restore into another folder.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bootstrap } from '#server/commands/bootstrap'
import { spawnCommand, type Command } from '../support/commands'

type Answer = { code: number; msg: string; token?: string; data: unknown }

const administrator = { username: 'zhang', nickName: '张工', password: 'nine lives of a cat' }
/** Security headers (S54), as they come from the one file (S105). */
const pageHeaders =
  /^content-security-policy: default-src 'none'; script-src 'self';[^]*^referrer-policy: same-origin$[^]*^x-content-type-options: nosniff$[^]*^x-frame-options: DENY$/m
const answerHeaders =
  /^cache-control: no-store[^]*^content-security-policy: default-src 'none';[^]*^x-content-type-options: nosniff$/m
const role = { roleName: 'Night shift', roleKey: 'night', roleSort: 9, status: '2', menuIds: [] }

await bootstrap({ client: 'current' })
const { packArchive } = await import('#server/commands/package-archive')
const { driverAddon, packageProduct } = await import('#server/commands/package-product')

/** The root of a machine with nothing on it: the executable, what it is linked to, and a folder for temporary files. */
const bare = mkdtempSync(join(tmpdir(), 'caliper-bare-'))
const chroot = Bun.which('chroot', { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }) ?? 'chroot'
const running: Command[] = []
let held = 0

try {
  const { path, bytes, seconds } = await packageProduct(join(bare, 'caliper'))
  said('packaged', `${(bytes / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(1)} s`)
  for (const library of new Set([...librariesOf(path), ...librariesOf(driverAddon())])) {
    mkdirSync(join(bare, dirname(library)), { recursive: true })
    cpSync(library, join(bare, library), { dereference: true })
  }
  for (const name of ['tmp', 'proc', 'dev']) mkdirSync(join(bare, name))
  await wholeWay()
  console.log(`\n${held} steps held`)
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(bare, { recursive: true, force: true })
}

async function wholeWay() {
  check('nothing of this checkout is inside', !(await Bun.file(join(bare, 'caliper')).text()).includes(process.cwd()))
  check('all that is there', readdirSync(bare).join(' '), /^((caliper|dev|lib\d*|proc|tmp|usr) ?)+$/)
  const version = await output('version', '--json')
  check('version', version, /"version":"\d+\.\d+\.\d+".*"sqlite":"3\.\d+/)
  const noTemporary = await run(['version'], { TMPDIR: '/nowhere' })
  check(
    'an unusable TMPDIR is one sentence',
    noTemporary.err,
    /^The folder for temporary files, \/nowhere, .*TMPDIR.*\n$/,
  )

  await Bun.write(join(bare, '.env'), 'CALIPER_NONSENSE=1\n')
  await Bun.write(join(bare, 'bunfig.toml'), 'preload = ["./not-there.ts"]\n')
  check('what lies in the folder changes nothing', await output('version'), /^Caliper/)

  const first = await serve({})
  const { url, setupToken } = first
  check('the page', await text(`${url}/`), /<script type="module"/)
  check('a hashed script, packed', await packedScript(url), /^br, [1-9]/)
  check('set-up', await call(url, '/setup', { ...administrator, token: setupToken }), 200)
  const { token } = await call(url, '/login', { username: administrator.username, password: administrator.password })
  check('a role is made', await call(url, '/role', role, token), 200)
  check('menus are found by pinyin', JSON.stringify(await call(url, '/menurole', undefined, token)), /jueseguanli/)
  check('the statistics check themselves', await call(url, '/qc/selfcheck', undefined, token), 200)
  check('ready', await output('ready', '--port', first.port), /Ready/)
  check('a second server is kept out', (await run(['serve', '--port', '0'])).err, /Another Caliper server/)
  check('what a page carries', await headersOf(`${url}/`), pageHeaders)
  check('what an answer carries', await headersOf(`${url}/api/v1/app-config`), answerHeaders)
  check('PRAGMA values (S105)', (await run(['doctor', '--json'])).out, /journal wal, synchronous 2, foreign keys 1/)
  check('backup beside the running server', await output('backup', '--to', '/kept.tar.gz'), /./)
  check('it ends in good order', `exit code ${await end(first.child)}`, /exit code 0/)

  const other = { CALIPER_DATA_DIR: '/other' }
  check('restore into another folder', await output({ env: other }, 'restore', '/kept.tar.gz', '--yes'), /./)
  const second = await serve(other)
  const { token: again } = await call(second.url, '/login', {
    username: administrator.username,
    password: administrator.password,
  })
  check('the role is there', JSON.stringify(await call(second.url, '/role', undefined, again)), /Night shift/)
  check('it ends in good order', `exit code ${await end(second.child)}`, /exit code 0/)

  check('the demo', await demo(), /start over: caliper demo --reset/)
  check('audit verify', await output('audit', 'verify'), /The audit trail is whole/)
  check('migrate', await output('migrate'), /Nothing is pending/)
  check('spc report', await output('spc', 'report'), /cases held/)
  check('the data are their owner’s alone', (statSync(join(bare, 'data')).mode & 0o777).toString(8), /^700$/)
  check('nothing is left among the temporary files', readdirSync(join(bare, 'tmp')).join(' '), /^$/)
  await byNpx()
}

/** The archive for npx, without a network and without Bun: as who has Node only starts a test backend. */
async function byNpx() {
  const home = join(bare, 'home')
  mkdirSync(home)
  const archive = await packArchive(join(bare, 'caliper'))
  const PATH = [dirname(Bun.which('npx') ?? '/usr/bin/npx'), '/usr/bin', '/bin'].join(':')
  const given = { PATH, HOME: home, TMPDIR: home, npm_config_offline: 'true' }
  const env = Object.entries(given).map(([name, value]) => `${name}=${value}`)
  const npx = spawnCommand(['env', '-i', ...env, 'npx', '--yes', `file:${archive}`, 'serve', '--ephemeral'], {
    cwd: home,
  })
  running.push(npx)
  const [line] = await npx.says(/^\{"url".*\}$/m)
  const { url, accounts, test } = JSON.parse(line)
  check('npx starts a test backend', await call(url, '/login', accounts[0]), 200)
  const reset = await fetch(`${url}/__test/reset`, { method: 'POST', headers: { [test.header]: test.key } })
  check('which is reset', String(reset.status), /^200$/)
  npx.kill('SIGKILL')
  await npx.ended() // its output ends when the last process that holds it does
  check('and ends with npx, which was killed', readdirSync(home).join(' '), /^(?!.*caliper-ephemeral)/)
}

/** A server, when it can serve. */
async function serve(env: Record<string, string>) {
  const began = performance.now()
  const child = spawn(['serve', '--port', '0'], { ...env, CALIPER_CAPTCHA: 'never' })
  const [, port] = await child.says(/"event":"started".*"url":"http:\/\/localhost:(\d+)"/)
  said('started', `${Math.round(performance.now() - began)} ms`)
  const setupToken = child.written.out.match(/\/setup#(\S+)/)?.[1]
  return { child, port: port!, url: `http://127.0.0.1:${port}`, setupToken }
}

/** What the demo says when it is ready. */
async function demo() {
  const child = spawn(['demo', '--empty', '--still', '--port', '0'])
  await child.says(/ready · process/)
  await end(child)
  return child.written.out
}

function end(child: Command) {
  child.kill('SIGTERM')
  return child.ended()
}

/** Behind `env -i` and a change of root. */
function spawn(args: string[], env: Record<string, string> = {}) {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const inside = `mount --rbind /proc ${bare}/proc && mount --rbind /dev ${bare}/dev && exec env -i "$@"`
  const changed = [...given, chroot, bare, '/caliper', ...args]
  const child = spawnCommand(['unshare', '--map-root-user', '--mount', 'sh', '-c', inside, 'sh', ...changed])
  running.push(child)
  return child
}

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(args, env)
  return { code: await child.ended(), ...child.written }
}

/** What a command says that ends well. */
async function output(...words: (string | { env: Record<string, string> })[]) {
  const args = words.filter((word) => typeof word === 'string')
  const env = words.find((word) => typeof word === 'object')?.env ?? {}
  const { code, out, err } = await run(args, env)
  if (code !== 0) throw new Error(`caliper ${args.join(' ')} ended with ${code}:\n${out}${err}`)
  return out + err
}

async function call(url: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

async function text(url: string) {
  return (await fetch(url)).text()
}

/** As they are, one a line, by name. */
async function headersOf(url: string) {
  const { headers } = await fetch(url)
  return [...headers]
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
    .join('\n')
}

async function packedScript(url: string) {
  const [, script] = (await text(url)).match(/<script[^>]* src="([^"]+)"/) ?? []
  const response = await fetch(url + script, { headers: { 'accept-encoding': 'br' }, decompress: false })
  return `${response.headers.get('content-encoding')}, ${(await response.bytes()).length}`
}

/** What the system loads with a file, by `ldd`. */
function librariesOf(path: string): string[] {
  const { stdout } = Bun.spawnSync(['ldd', path])
  return [...stdout.toString().matchAll(/(\/\S+) \(0x/g)]
    .map(([, library]) => library!)
    .filter((name) => existsSync(name))
}

function check(what: string, seen: Answer | string | boolean, wanted: RegExp | number | true = true) {
  const holds =
    typeof seen === 'string'
      ? wanted instanceof RegExp && wanted.test(seen)
      : seen === wanted || (typeof seen === 'object' && seen.code === wanted)
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`)
  held += 1
  const line = typeof seen === 'string' ? seen.trim().split('\n')[0]! : ''
  said(what, line.length > 90 ? '' : line)
}

function said(what: string, more: string) {
  console.log(`${what.padEnd(44)} ${more}`)
}
