import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#shared/durations'
import { seedProduction } from '#seed/index'
import { createApp } from '#server/app'
import { cli } from '#server/commands/cli'
import { readSettings } from '#server/env'
import { hostContext } from '#server/access/operation-log/host'
import { noteOperation } from '#server/access/operation-log/write'
import { takeBackup } from '#server/platform/backup/take'
import { openStore } from '#server/platform/store/index'
import { stampOf } from '#server/platform/store/stamp'
import { isFirstPass, ownSettings } from '../support/environment'
import { startPostgres } from '../support/database/postgres'
import { testFolder } from '../support/folder'
import { startProcess } from '../support/processes'
import { isPostgres } from '../support/store'

const settings = (dataDir: string) => readSettings({}, { mode: 'production', logRequests: false, dataDir })

/** Data as a server has left them, copied for each test. */
const template = testFolder()
beforeAll(async () => {
  const store = await openStore({ dataDir: template, databaseUrl: undefined })
  await seedProduction(store, { adminPassword: 'a password for the doctor' })
  await store.close()
})
let dataDir: string
let shown: string[]
const log = spyOn(console, 'log').mockImplementation((text) => void shown.push(String(text)))
const free = () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  return server.stop(true).then(() => String(port))
}
beforeEach(() => {
  dataDir = testFolder()
  cpSync(template, dataDir, { recursive: true })
  shown = []
})
ownSettings(async () => ({ CALIPER_DATA_DIR: dataDir, CALIPER_PORT: await free() }))
afterAll(() => log.mockRestore())

const doctor = async (...args: string[]) => ({ code: await cli(['doctor', ...args]), said: shown.join('\n') })

describe.skipIf(!isFirstPass)('caliper doctor', () => {
  test('all is well, without a server: each check says so, and nothing is changed (S105)', async () => {
    const before = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size])
    const { code, said } = await doctor('--full')
    expect(said).not.toContain('FAILURE')
    expect(code).toBe(0)
    for (const check of ['settings', 'data folder', 'disk space', 'temporary folder', 'open files', 'server']) {
      expect(said).toMatch(new RegExp(`^\\w+ +${check}: `, 'm'))
    }
    expect(said).toMatch(/^ok +durability: SQLite 3\.\d+\.\d+: journal wal, synchronous 2, foreign keys 1\.$/m)
    for (const check of [
      'database',
      'write-ahead log',
      'schema version',
      'clock',
      'notifications',
      'administrators',
      'audit trail',
    ]) {
      expect(said).toMatch(new RegExp(`^ok +${check}: `, 'm'))
    }
    expect(readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size])).toEqual(before)
  })

  test('beside a running server, which it asks', async () => {
    const store = await openStore({ dataDir, databaseUrl: undefined })
    const app = createApp({ store, settings: settings(dataDir) })
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) })
    process.env['CALIPER_PORT'] = String(server.port)
    const { code, said } = await doctor('--json')
    await server.stop(true)
    await store.close()
    expect(JSON.parse(said).findings).toContainEqual({
      check: 'server',
      verdict: 'ok',
      told: expect.stringMatching(/^Caliper \d+\.\d+\.\d+ answers at http:\/\/127\.0\.0\.1:\d+\.$/),
    })
    expect([code, JSON.parse(said).ok]).toEqual([0, true])
  })

  test('another program at the port', async () => {
    using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
    process.env['CALIPER_PORT'] = String(other.port)
    const { code, said } = await doctor()
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^FAILURE server: Another program answers at port \d+\.\n {8}→ Stop it/m),
    ])
  })

  test('a file that others can read (S77), but not what a disk that is mounted there brings along', async () => {
    chmodSync(join(dataDir, 'caliper.sqlite'), 0o644)
    mkdirSync(join(dataDir, 'lost+found'), { mode: 0o755 })
    const { code, said } = await doctor()
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^warning data folder: .* can reach \S+caliper\.sqlite\.\n.*chmod -R go= /m),
    ])
  })

  test('a damaged database: the failure names the file and the remedy, and the rest is left (S85)', async () => {
    const file = openSync(join(dataDir, 'caliper.sqlite'), 'r+')
    writeSync(file, Buffer.alloc(8192, 0x5a), 0, 8192, 4096 * 3)
    closeSync(file)
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(
      /^FAILURE database: .*caliper\.sqlite (is damaged|cannot be read) \(.*\)\.\n.*caliper restore/m,
    )
    expect(said).not.toMatch(/administrators/)
  })

  test('a disk that takes no files beside the database: the advice is not to give up what may be sound', async () => {
    mkdirSync(join(dataDir, 'caliper.sqlite-wal'))
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(/^FAILURE database: .*caliper\.sqlite cannot be read \(.*\)\.\n.*the database may be sound/m)
    expect(said).not.toContain('caliper restore')
    await expect(takeBackup({ dataDir, to: { folder: testFolder() }, now: Date.now() })).rejects.toMatchObject({
      key: 'backup.sourceUnreadable',
    })
  })

  test('a folder that its owner cannot write', async () => {
    chmodSync(dataDir, 0o500)
    const { code, said } = await doctor()
    chmodSync(dataDir, 0o700)
    expect(code).toBe(1)
    expect(said).toMatch(/^FAILURE data folder: .* cannot be written by its owner\.\n.*chmod u\+w /m)
  })

  test('a database file that is empty', async () => {
    writeFileSync(join(dataDir, 'caliper.sqlite'), '')
    const { code, said } = await doctor()
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^FAILURE schema version: .* is empty, or not of Caliper\./m),
    ])
    expect(said).not.toMatch(/administrators/)
  })

  test('a trigger that somebody has added', async () => {
    const database = new Database(join(dataDir, 'caliper.sqlite'))
    database.exec('create trigger quiet after insert on qc_audit begin delete from sys_opera_log; end')
    database.close()
    expect(await doctor()).toEqual({
      code: 1,
      said: expect.stringMatching(/^FAILURE database: .* is not as Caliper makes it: trigger quiet /m),
    })
  })

  test('data of a newer version: sound, and the advice is its program, not a backup, which would lose the newest records', async () => {
    const database = new Database(join(dataDir, 'caliper.sqlite'))
    database.exec(
      `insert into caliper_migration values ('of a newer version', 0); alter table sys_post add future text`,
    )
    database.close()
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(/^ok +database: .* is sound/m)
    expect(said).toMatch(
      /^FAILURE schema version: .*was written by a newer version of Caliper.*\n.*Install that version/m,
    )
    expect(said).not.toContain('caliper restore')
  })

  test('no database, no folder', async () => {
    process.env['CALIPER_DATA_DIR'] = testFolder()
    expect(await doctor()).toEqual({ code: 1, said: expect.stringMatching(/^FAILURE database: There is no database/m) })
    process.env['CALIPER_DATA_DIR'] = join(dataDir, 'nowhere')
    expect(await doctor()).toEqual({
      code: 1,
      said: expect.stringMatching(/^FAILURE data folder: There is no folder/m),
    })
    expect(existsSync(join(dataDir, 'nowhere'))).toBe(false)
  })

  test('settings: every fault, one check alone', async () => {
    process.env['CALIPER_PORT'] = 'eighty'
    process.env['CALIPER_PROT'] = '80'
    const { code, said } = await doctor()
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^FAILURE settings: .*CALIPER_PORT.*CALIPER_PROT: there is no such setting/),
    ])
  })

  test('something written later than now: the clock is behind', async () => {
    const store = await openStore({ dataDir, databaseUrl: undefined })
    const action = {
      actor: 'server',
      command: 'test',
      resource: 'job',
      summary: 'test',
      now: Date.now() + DAY_MS,
    } as const
    await noteOperation(store, await hostContext(store, store.db, action), { action: 'run' })
    await store.close()
    expect(await doctor()).toEqual({
      code: 1,
      said: expect.stringMatching(/^FAILURE clock: The server clock is 14(39|40) minutes behind the data/m),
    })
  })

  test.each([
    ['a new one', 0, 0, /^ok +last backup: The newest is of less than an hour ago/m],
    ['an old one', 3, 0, /^warning last backup: The last backup is 3 days old/m],
    ['a very old one', 30, 1, /^FAILURE last backup: The last backup is 30 days old/m],
  ])('backups: %s', async (_, days, code, line) => {
    const folder = join(dataDir, 'backups')
    mkdirSync(folder, { mode: 0o700 })
    const at = new Date(Date.now() - days * DAY_MS)
    const path = join(folder, `caliper-${stampOf(at.getTime())}.tar.gz`)
    closeSync(openSync(path, 'w', 0o600))
    utimesSync(path, at, at)
    expect(await doctor()).toEqual({ code, said: expect.stringMatching(line) })
  })

  test('used wrongly', async () => {
    const quiet = spyOn(process.stderr, 'write').mockImplementation(() => true)
    expect(await cli(['doctor', '--fix'])).toBe(2)
    quiet.mockRestore()
  })
})

describe.skipIf(!isPostgres)('caliper doctor with PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let databaseUrl: string
  beforeAll(async () => {
    postgres = await startPostgres()
    databaseUrl = await postgres.create('doctor')
    const store = await openStore({ dataDir: '', databaseUrl })
    await seedProduction(store, { adminPassword: 'a password for the doctor' })
    await store.close()
  })
  afterAll(() => postgres.stop())
  beforeEach(() => void (process.env['CALIPER_DATABASE_URL'] = databaseUrl))

  test.each([[[]], [['--json']]])(
    'without a data folder: the failure of that check, and all others %p',
    async (args) => {
      process.env['CALIPER_DATA_DIR'] = join(dataDir, 'nowhere')
      const { code, said } = await doctor(...args)
      expect(code).toBe(1)
      expect(said).toContain('There is no folder')
      for (const check of ['database', 'schema version', 'clock', 'last backup', 'administrators']) {
        expect(said).toContain(check)
      }
    },
  )

  test('beside a server at another port: it says so, and not to start one more; the port can be named', async () => {
    expect((await doctor()).said).toMatch(
      /^warning server: No server runs; port \d+ is free\.\n.*several: caliper@PORT/m,
    )
    const other = await startProcess(databaseUrl)
    try {
      shown = []
      const { code, said } = await doctor()
      expect(said).toMatch(
        /^warning server: 1 server works on the database, but none answers at http:\/\/127\.0\.0\.1:\d+\.\n.*CALIPER_PORT=3001 caliper doctor/m,
      )
      expect(said).not.toContain('systemctl start')
      expect(code).toBe(0)
      process.env['CALIPER_PORT'] = new URL(other.url).port
      shown = []
      expect((await doctor()).said).toMatch(/^ok +server: Caliper \d/m)
    } finally {
      other.kill('SIGTERM')
      await other.ended
    }
  })

  test('while the database does not answer: it claims nothing about servers at other ports', async () => {
    process.env['CALIPER_DATABASE_URL'] = `postgres://nobody@127.0.0.1:${await free()}/nothing`
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(/^warning server: No server answers at http\S+\.\n.*CALIPER_PORT=3001 caliper doctor/m)
  })
})
