/**
 * `bun run verify`: everything that can be checked, from a fresh clone on. Streams what each step says, and ends with a list
 * of what failed, one line, `N passed, N failed`, and exit code 0 only when nothing failed. Imports no package: the first
 * step installs them.
 */
import { dirname, join, resolve } from 'node:path'
import { checkBun, notePackages } from '#server/commands/bootstrap'
import { findChromium } from './support/chromium'
import { postgresPrograms, startPostgres, type Postgres } from './support/database/postgres'

type Counts = { passed: number; failed: number; skipped: number }

const root = resolve(import.meta.dir, '..')
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
/** The steps that did not hold, each with the tests of it that failed. */
const failures: string[] = []
const bun = (...args: string[]) => [process.execPath, ...args]

type Step = {
  name: string
  command: string[]
  extra?: Record<string, string>
  /** It counts its tests itself. Else it holds or does not, as one test. */
  hasTests?: true
}

/** Runs a command from the root of the repository; hands on what it says as it says it, and returns that with its exit code. */
async function run({ command, extra = {} }: Step, show: (text: string) => void) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  async function read(stream: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true })
      said += text
      show(text)
    }
  }
  await Promise.all([read(child.stdout), read(child.stderr)])
  return { exitCode: await child.exited, said }
}

const titled = (text: string) => `\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}\n`

function add({ passed, failed, skipped }: Counts) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** Runs a step, adds up what it counts, and answers whether it held. */
async function take(step: Step, show: (text: string) => void): Promise<boolean> {
  const { exitCode, said } = await run(step, show)
  const counts = step.hasTests ? countsIn(said) : { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 }
  // A runner that breaks off may not have counted what broke it; one that ran nothing has shown nothing.
  const isUncounted = (exitCode !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0
  add(isUncounted ? { ...counts, failed: counts.failed + 1 } : counts)
  if (exitCode !== 0) failures.push(step.name, ...failuresIn(said).map((test) => `  ${test}`))
  return exitCode === 0
}

/** A step alone. */
async function check(name: string, command: string[]): Promise<boolean> {
  say(titled(name))
  return take({ name, command }, say)
}

/**
 * Steps that do not depend on one another, as many at a time as there are cores. More would be no faster, and a page with
 * a quarter of a core takes as long as a page that hangs.
 */
async function together(steps: Step[]) {
  const voices = speakInTurn(steps.length)
  const untaken = steps.entries()
  async function lane() {
    for (const [index, step] of untaken) {
      const { speak, end } = voices[index]!
      speak(titled(step.name))
      await take(step, speak)
      end()
    }
  }
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, lane))
}

/** Voices of which one is heard at a time: the first that has not ended. What others say meanwhile follows. */
function speakInTurn(count: number) {
  const kept = Array.from({ length: count }, () => '')
  const ended = new Set<number>()
  let heard = 0
  return kept.map((_, index) => ({
    speak(text: string) {
      if (index === heard) say(text)
      else kept[index] += text
    },
    end() {
      ended.add(index)
      while (ended.has(heard)) say(kept[++heard] ?? '')
    },
  }))
}

const say = (text: string) => void process.stdout.write(text)

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

/** Lines of an error that the list at the end repeats. */
const REASON_LINES = 6

/**
 * The tests that failed, each followed by how its error begins. `bun test` tells the error before the name ("(fail) a > b
 * [2ms]"); Playwright tells the name first ("  ✘  12 [desk] › a.e2e.ts:3:1 › b (2s)"), and again at the end with the error
 * ("  1) [desk] › a.e2e.ts:3:1 › b ───").
 */
export function failuresIn(said: string): string[] {
  const failed = new Map<string, string[]>()
  let reason: string[] | undefined
  for (const line of said.split('\n')) {
    const [, ended, name] = line.match(/^\((pass|fail|skip|todo)\) (.+?)(?: \[[\d.]+ms\])?$/) ?? []
    const [, crossed] = line.match(/^ *✘ +\d+ (.+?)(?: \([\d.]+(?:ms|s|m)\))?$/) ?? []
    const [, explained] = line.match(/^ +\d+\) (\[.+?)(?: ─+)?$/) ?? []
    if (ended === 'fail') failed.set(name!, failed.get(name!) ?? reason ?? [])
    if (crossed) failed.set(crossed, [])
    if (explained) failed.set(explained.trim(), (reason = []))
    else if (ended || crossed) reason = undefined
    else if (/^\w*error: /i.test(line)) reason = [line]
    else if (reason && reason.length < REASON_LINES && line.trim() !== '') reason.push(line.trim())
  }
  return [...failed].flatMap(([name, told]) => [name, ...told.map((line) => `  ${line}`)])
}

/**
 * What a test needs a database for, and does not look at: files of sheets and backups, what is refused by counts in memory,
 * the API document, and demos, which are on SQLite. Captchas lie in the shared state, which has a test of its own.
 */
const bystanding =
  /\/(access\/(captcha|wecom-simulator)|api\/(openapi|rate-limits)|platform\/(sheets|sheet-files|slow-body|start|store\/upgrade)|qc\/demo\/demo)\.test/

/**
 * All test files, and of them those that speak to the API or the store: they depend on how it answers and on the database.
 * What starts a PostgreSQL of its own, whatever the others run on, shows nothing new when repeated.
 */
async function testFiles(): Promise<{ all: string[]; api: string[] }> {
  const all = await sourcesIn('tests', '**/*.test.ts')
  const helpers = await sourcesIn('tests/support', '**/*.ts')
  /** Helpers that open an application or a database for whoever imports them, by how they are imported. */
  const opening = helpers
    .filter(({ source }) => /\b(startApp|openTestStore)\b/.test(source))
    .map(({ file }) => file.slice('./tests/'.length, -'.ts'.length))
  const isRepeated = (source: string) =>
    [...source.matchAll(/from '(?:\.\.\/)+(support\/[^']+)'/g)].some(([, helper]) => opening.includes(helper!)) &&
    (!/\bstart(Postgres|Database)\b/.test(source) || /\bisPostgres\b/.test(source))
  const api = all.filter(({ file, source }) => isRepeated(source) && !bystanding.test(file))
  if (api.length === 0) throw new Error('No test file opens an application.') // `bun test` without files runs all
  return { all: all.map(({ file }) => file), api: api.map(({ file }) => file) }
}

async function sourcesIn(folder: string, pattern: string): Promise<{ file: string; source: string }[]> {
  const names = (await Array.fromAsync(new Bun.Glob(pattern).scan(join(root, folder)))).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      file: `./${folder}/${name}`,
      source: await Bun.file(join(root, folder, name)).text(),
    })),
  )
}

const tests = (name: string, files: string[], extra: Record<string, string> = {}): Step => ({
  name,
  command: bun('run', 'test', ...files), // two at a time are slower each
  extra,
  hasTests: true,
})

/** Cut in parts, so that no core rests while another has the longest step. */
const inParts = (name: string, files: string[], extra?: Record<string, string>) =>
  Array.from({ length: PARTS }, (_, part) =>
    tests(
      `${name}, ${part + 1} of ${PARTS}`,
      files.filter((_file, index) => index % PARTS === part),
      extra,
    ),
  )
const PARTS = 4

/** Of these, what is told to clients of the API family; which of its two ways of answering is chosen is one line for all. */
const family =
  /\/api\/(spec-calls|family-|route-permissions|idempotency)|\/access\/(login|session|role|user|menu)|\/admin\/(dictionary|config|error-log|sign-in-log)|\/qc\/(record\/(new-record|changes|list|signing|sheet)\.|template)/

async function withPostgres(work: (postgres: Postgres | undefined) => Promise<void>) {
  if (!postgresPrograms()) {
    console.log('\nSKIPPED: PostgreSQL is not installed here (Debian: apt-get install postgresql); nothing runs on it.')
    return work(undefined)
  }
  const postgres = await startPostgres()
  await work(postgres).finally(postgres.stop)
}

const types: Step = { name: 'Types', command: bun('check', '--no-script') }
const format: Step = { name: 'Format', command: bun('fmt', '--check', '--no-script') }
/** The type-aware part is written in Go, and collects its garbage less often where it may keep some gigabytes. */
const lint: Step = {
  name: 'Lint',
  command: bun('run', '--bun', 'lint', '--type-aware'),
  extra: { GOGC: '400', GOMEMLIMIT: '4GiB' },
}

/**
 * All tests on SQLite, and those of the API on PostgreSQL too. Of these, the ones of the API family get there the statuses
 * that its clients need: the status line and the database know nothing of each other, so each is met twice, in one run.
 */
async function serverTests(postgres: Postgres | undefined): Promise<Step[]> {
  const { all, api } = await testFiles()
  const beside = { TEST_POSTGRES: postgres?.address ?? '' }
  const onPostgres = postgres ? { ...beside, CALIPER_TEST_DATABASE: 'postgres' } : {}
  const others = api.filter((file) => !family.test(file))
  const always200 = { ...onPostgres, CALIPER_TEST_ENVELOPE: '200' }
  return [
    ...(postgres ? inParts('API tests, on PostgreSQL', others, onPostgres) : []),
    tests(
      `Tests of the API family, every answer HTTP 200, on ${postgres ? 'PostgreSQL' : 'SQLite'}`,
      api.filter((file) => family.test(file)),
      always200,
    ),
    ...inParts('Unit and integration tests, on SQLite', all, beside),
  ]
}

/** Nothing where the client was not built: that has failed then. */
async function browserTests(isBuilt: boolean): Promise<Step[]> {
  if (!isBuilt) return []
  say(titled('Chromium'))
  const chromium = await findChromium().catch((error: Error) => {
    console.error(error.message)
    return undefined
  })
  if (!chromium) {
    add({ passed: 0, failed: 1, skipped: 0 })
    return []
  }
  console.log(chromium)
  const name = 'Browser tests, on the production build'
  const command = bun('x', '--bun', 'playwright', 'test', '-c', 'tests/playwright.config.ts')
  return [{ name, command, extra: { CHROMIUM: chromium }, hasTests: true }]
}

/** Clients of the API document, made by tools of others. Installs these; without a network it fails and says so. */
const clients: Step = { name: 'Generated clients', command: bun('tests/clients/check.ts') }

async function verify() {
  checkBun()
  process.env['PATH'] = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  if (!(await check('Packages of the lock file', bun('install', '--frozen-lockfile')))) return
  await notePackages() // else what is started by two tests at once would install them again, under the others
  await together([lint, types, format])
  const inBrowsers = await browserTests(await check('Production build', bun('server/commands/build.ts')))
  await together(inBrowsers) // nothing beside them: their workers are as many as there are cores
  await withPostgres(async (postgres) => together([clients, ...(await serverTests(postgres))]))
}

if (import.meta.main) {
  await verify()
  if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n'))
  const { passed, failed, skipped } = total
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}
