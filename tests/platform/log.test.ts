import { afterAll, expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#server/env'
import { errorFields, lineOf } from '#server/platform/log/index'
import { openLogFile } from '#server/admin/watch/log-file'
import { until } from '../support/until'

const folder = mkdtempSync(join(tmpdir(), 'caliper-log-'))
const opened: ReturnType<typeof openLogFile>[] = []
afterAll(async () => {
  await Promise.all(opened.map((file) => file.close()))
  rmSync(folder, { recursive: true })
})

/** Runs a program that logs, and answers what it wrote. */
function logged(program: string, stderr: 'pipe' | number = 'pipe') {
  const source = `const { log } = await import('./server/platform/log/index.ts'); ${program}`
  return Bun.spawnSync([process.execPath, '-e', source], { cwd: `${import.meta.dir}/../..`, stderr, stdout: 'pipe' })
}

test('an event is one line of JSON, whatever input is in it (S101)', () => {
  const path = '\n{"level":"info"}\u001b[31m\u009b31m\u202e\u2028\u007f'
  const { stderr } = logged(`log('warn', 'request', ${JSON.stringify({ path })})`)
  const lines = stderr!.toString().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[\u0020-\u007e]+$/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', event: 'request', path })
})

test('a log that cannot be written does not end the program (S84)', () => {
  const program = `log('info', 'one'); await Bun.sleep(20); log('info', 'two'); await Bun.sleep(20); console.log('alive')`
  const { exitCode, stdout } = logged(program, openSync('/dev/full', 'w'))
  expect([exitCode, stdout!.toString()]).toEqual([0, 'alive\n'])
})

test('the values of a failed query are left out (S100)', () => {
  const error = new DrizzleQueryError('select $1', ['secret-name'], new Error('connection refused'))
  expect(errorFields(error)).toEqual({ error: 'Failed query', query: 'select $1', cause: 'connection refused' })
  expect(JSON.stringify(errorFields(error))).not.toContain('secret-name')
})

test.each([
  ['the token of a wall in its address', { path: '/wall#Zm9vYmFy' }, 'Zm9vYmFy'],
  ['that of the set-up page', { error: 'at http://plant/setup#Zm9vYmFy' }, 'Zm9vYmFy'],
  ['a parameter', { path: '/wall?token=Zm9vYmFy&x=1' }, 'Zm9vYmFy'],
  [
    'a code of WeCom',
    { stack: 'Error\n    at http://plant/auth-redirect?code=Zm9vYmFy&state=c2VjcmV0:1:2' },
    'c2VjcmV0',
  ],
  ['a header', { error: 'bad header Authorization: Bearer Zm9vYmFy' }, 'Zm9vYmFy'],
  ['a token behind its scheme', { error: 'expected Bearer Zm9vYmFy' }, 'Zm9vYmFy'],
  ['a cookie', { headers: { cookie: 'Admin-Token=Zm9vYmFy; other=c2VjcmV0' } }, 'c2VjcmV0'],
  ['a field of a body', { password: 'correct horse' }, 'horse'],
  ['a body in a message', { error: 'JSON: {"username":"a","password":"correct horse"}' }, 'horse'],
])('%s is left out of the log (S100)', (_, fields, secret) => {
  const line = lineOf(fields)
  expect(line).not.toContain(secret)
  expect(line).toContain('***')
  expect(Object.keys(JSON.parse(line))).toEqual(Object.keys(fields))
})

test.each([
  [{ path: '/api/v1/token', token: null, count: 3 }],
  [{ error: 'password too short', stack: 'at passwordOf (/app/main.js:1:2)', state: 'open' }],
])('what only looks like a secret stays: %j', (fields) => {
  expect(JSON.parse(lineOf(fields))).toEqual(fields)
})

const DAY = 86_400_000
const line = (n: number) => `{"n":${n}}\n`

function keeper(name: string, changed: Partial<Parameters<typeof openLogFile>[0]> = {}) {
  const dir = join(folder, name)
  const file = openLogFile({ dir, maxBytes: 100, maxFiles: 3, maxAgeMs: 30 * DAY, ...changed })
  opened.push(file)
  const read = (of = 'caliper.log') => readFileSync(join(dir, of), 'utf8')
  return {
    dir,
    file,
    read,
    closed: () =>
      readdirSync(dir)
        .filter((of) => of !== 'caliper.log')
        .toSorted(),
  }
}

test('the log is kept in a folder of its owner, in order, however fast it comes (S77, S102)', async () => {
  const { dir, file, read } = keeper('order', { maxBytes: 1e6 })
  for (let n = 0; n < 500; n++) {
    file.write(line(n))
    if (n % 50 === 0) await Bun.sleep(0)
  }
  await file.idle()
  expect(read()).toBe(Array.from({ length: 500 }, (_, n) => line(n)).join(''))
  expect([statSync(dir).mode & 0o777, statSync(join(dir, 'caliper.log')).mode & 0o777]).toEqual([0o700, 0o600])
})

test('a file that is full, or of another day, is closed; the oldest go (S102)', async () => {
  let now = Date.UTC(2026, 10, 21, 12)
  const { dir, file, read, closed } = keeper('rotated', { now: () => now })
  const write = async (n: number) => {
    file.write(line(n).repeat(10)) // 80 bytes
    await file.idle()
  }
  await write(1)
  await write(2)
  expect([closed(), read()]).toEqual([['caliper-20261121-120000-000.log'], line(2).repeat(10)])
  now += DAY
  file.write(line(3))
  await file.idle()
  const two = ['caliper-20261121-120000-000.log', 'caliper-20261122-120000-000.log']
  expect([closed(), read()]).toEqual([two, line(3)])
  await write(4)
  await write(5)
  expect(closed()).toEqual(['caliper-20261122-120000-000.log', 'caliper-20261122-120000-001.log'])
  expect(readdirSync(dir)).toHaveLength(3)
})

test('what is too old goes, two at a time: a clock set forward does not take all (S102)', async () => {
  const { dir, file, closed } = keeper('aged', { maxFiles: 100 })
  mkdirSync(dir)
  for (let n = 1; n <= 5; n++) {
    const path = join(dir, `caliper-2026010${n}-000000-000.log`)
    writeFileSync(path, line(n))
    utimesSync(path, n, n)
  }
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  file.write(line(1).repeat(12))
  await file.idle()
  file.write(line(2).repeat(12))
  await file.idle()
  expect(closed().filter((name) => name.includes('202601'))).toEqual(
    [3, 4, 5].map((n) => `caliper-2026010${n}-000000-000.log`),
  )
  expect(closed()).toContain('notes.txt')
})

test('a disk that cannot be written costs lines, which are counted, and nothing else (S84)', async () => {
  const { dir, file, read } = keeper('broken', { maxBytes: 1e6, retryMs: 20 })
  mkdirSync(join(dir, 'caliper.log'), { recursive: true }) // as good as a full disk: it cannot be written
  file.write(line(1) + line(2))
  await file.idle()
  expect(file.dropped()).toBe(2)
  file.write(line(3))
  rmSync(join(dir, 'caliper.log'), { recursive: true })
  await until(() => readdirSync(dir).includes('caliper.log'))
  await file.idle()
  expect(read()).toBe(line(3))
  expect(file.dropped()).toBe(2)
})

test('what waits for a slow disk is bounded (S93)', () => {
  const { file } = keeper('flooded', { maxBytes: 1e9 })
  const kilobyte = `${'x'.repeat(1023)}\n`
  for (let n = 0; n < 1500; n++) file.write(kilobyte)
  expect(file.dropped()).toBeGreaterThan(400)
})

test.each([
  ['has run for a while', 'await Bun.sleep(500)'],
  ['ends in the moment it begins, when there is no folder yet', ''],
])('the last lines of a program that %s get into the file, its end included (S102)', (kind, meanwhile) => {
  const dir = join(folder, kind)
  const { exitCode, stderr } = logged(
    `const { keepLog } = await import('./server/platform/log/index.ts'); const { openLogFile } = await import('./server/admin/watch/log-file.ts')
    keepLog(openLogFile({ dir: ${JSON.stringify(dir)}, maxBytes: 1e6, maxFiles: 3, maxAgeMs: 1e9 }))
    log('info', 'started'); ${meanwhile}; log('info', 'stopping'); log('info', 'stopped'); process.exit(0)`,
  )
  expect(exitCode).toBe(0)
  const kept = readFileSync(join(dir, 'caliper.log'), 'utf8')
  expect(kept).toBe(stderr!.toString())
  expect(kept.match(/"event":"\w+"/g)).toEqual(['"event":"started"', '"event":"stopping"', '"event":"stopped"'])
})

test.each([
  ['thrown', "throw new Error('boom')"],
  ['a promise that nobody waits for', "void Promise.reject(new Error('boom'))"],
])('the log says why a program ends by itself: %s (S102)', (_, fault) => {
  const { exitCode, stderr } = logged(
    `(await import('./server/admin/watch/crash.ts')).logCrashes(); setTimeout(() => { ${fault} })`,
  )
  const crash = stderr!
    .toString()
    .split('\n')
    .find((text) => text.startsWith('{"time"'))
  expect([exitCode, JSON.parse(crash!)]).toMatchObject([1, { level: 'error', event: 'crash', error: 'boom' }])
})

test.each([
  ['production keeps it with its data', {}, 'production', { dir: '/srv/caliper/logs', maxFiles: 30 }],
  ['or where it is told', { CALIPER_LOG_DIR: '/var/log/caliper' }, 'production', { dir: '/var/log/caliper' }],
  [
    'so much of it',
    { CALIPER_LOG_FILE_MB: '5', CALIPER_LOG_DAYS: '7' },
    'production',
    { maxBytes: 5_242_880, maxAgeMs: 7 * DAY },
  ],
  ['or nowhere', { CALIPER_LOG_DIR: 'off' }, 'production', undefined],
  ['a demo keeps none', {}, 'demo', undefined],
] as const)('%s (S102)', (_, given, mode, expected) => {
  const { logFile } = readSettings({ CALIPER_DATA_DIR: '/srv/caliper', ...given }, { mode })
  if (expected) expect(logFile).toMatchObject(expected)
  else expect(logFile).toBeUndefined()
})
