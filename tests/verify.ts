/**
 * `bun run verify`: everything that can be checked, from a fresh clone on. Streams what each step says, and ends with one
 * line, `N passed, N failed`, and exit code 0 only when nothing failed. Imports no package: the first step installs them.
 */
import { dirname, join, resolve } from 'node:path'
import { checkBun } from '#server/commands/bootstrap'
import { findChromium } from './support/chromium'
import { postgresPrograms, startPostgres, type Postgres } from './support/postgres'

type Counts = { passed: number; failed: number; skipped: number }

const root = resolve(import.meta.dir, '..')
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const bun = (...args: string[]) => [process.execPath, ...args]

/** Runs a command from the root of the repository, shows what it says as it says it, and returns that with its exit code. */
async function run(command: string[], extra: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  async function show(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream) {
    const decoder = new TextDecoder()
    for await (const chunk of from) {
      const text = decoder.decode(chunk, { stream: true })
      said += text
      to.write(text)
    }
  }
  await Promise.all([show(child.stdout, process.stdout), show(child.stderr, process.stderr)])
  return { exitCode: await child.exited, said }
}

const title = (text: string) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}`)

function add({ passed, failed, skipped }: Counts) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** A step that either holds or does not: it counts as one test. */
async function check(name: string, command: string[]): Promise<boolean> {
  title(name)
  const { exitCode } = await run(command)
  add({ passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 })
  return exitCode === 0
}

/** A step that counts its tests itself. */
async function tests(name: string, command: string[], extra: Record<string, string> = {}) {
  title(name)
  const { exitCode, said } = await run(command, extra)
  const counts = countsIn(said)
  // A runner that breaks off may not have counted what broke it; one that ran nothing has shown nothing.
  const isUncounted = (exitCode !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0
  add(isUncounted ? { ...counts, failed: counts.failed + 1 } : counts)
}

/**
 * The sums at the end of `bun test` ("12 pass", "1 fail", "2 skip") and of Playwright ("12 passed (3.1s)", "1 failed",
 * "2 skipped", "1 did not run"). A test that passes only when repeated counts as failed.
 */
export function countsIn(said: string): Counts {
  const sums = { passed: 0, failed: 0, skipped: 0 }
  const kinds = [
    ['passed', /^ *(\d+) pass(?:ed(?: \(.*\))?)?$/gm],
    ['failed', /^ *(\d+) (?:fail(?:ed)?|flaky|interrupted|did not run)$/gm],
    ['skipped', /^ *(\d+) (?:skip(?:ped)?|todo)$/gm],
  ] as const
  for (const [kind, pattern] of kinds) {
    for (const [, count] of said.matchAll(pattern)) sums[kind] += Number(count)
  }
  return sums
}

/** The tests that speak to the API or the store, and so depend on the way of answering and on the database. */
async function apiTests(): Promise<string[]> {
  const files = await Array.fromAsync(new Bun.Glob('*.test.ts').scan(join(root, 'tests')))
  const sources = await Promise.all(files.map((file) => Bun.file(join(root, 'tests', file)).text()))
  return files
    .filter((_file, place) => /from '\.\/support\/(app|store)'/.test(sources[place]!))
    .map((file) => `./tests/${file}`)
}

async function withPostgres(work: (postgres: Postgres) => Promise<void>) {
  if (!postgresPrograms()) {
    console.log(
      '\nSKIPPED: PostgreSQL is not installed here (Debian: apt-get install postgresql), so nothing ran on it.',
    )
    return
  }
  const postgres = await startPostgres()
  await work(postgres).finally(postgres.stop)
}

async function browserTests() {
  title('Chromium')
  const chromium = await findChromium().catch((error: Error) => {
    console.error(error.message)
    return undefined
  })
  if (!chromium) return add({ passed: 0, failed: 1, skipped: 0 })
  console.log(chromium)
  const playwright = bun('x', '--bun', 'playwright', 'test', '-c', 'tests/playwright.config.ts')
  // One window a worker, emptied before each test, instead of a new one: what it has compiled stays, a quarter of the time.
  const extra = { CHROMIUM: chromium, PW_TEST_REUSE_CONTEXT: '1' }
  await tests('Browser tests, on the production build', playwright, extra)
}

async function verify() {
  checkBun()
  process.env['PATH'] = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  if (!(await check('Packages of the lock file', bun('install', '--frozen-lockfile')))) return
  await check('Types', bun('check', '--no-script'))
  await check('Lint', bun('x', '--bun', 'oxlint', '--deny-warnings'))
  await check('Format', bun('fmt', '--check', '--no-script'))
  const api = await apiTests()
  await tests('Unit and integration tests, on SQLite', bun('test'))
  await tests('API tests, every answer HTTP 200', bun('test', ...api), { CALIPER_TEST_ENVELOPE: '200' })
  await withPostgres((postgres) =>
    tests('API tests, on PostgreSQL', bun('test', ...api), {
      CALIPER_TEST_DATABASE: 'postgres',
      CALIPER_TEST_POSTGRES: postgres.address,
    }),
  )
  if (await check('Production build', bun('server/commands/build.ts'))) await browserTests()
}

if (import.meta.main) {
  await verify()
  const { passed, failed, skipped } = total
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}
