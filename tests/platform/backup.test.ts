import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq, isNull } from 'drizzle-orm'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packFiles, type Source } from '#server/platform/backup/archive'
import { MANIFEST_NAME, type Manifest } from '#server/platform/backup/manifest'
import { openBackup } from '#server/platform/backup/open'
import { removeOldBackups, backupFolder } from '#server/platform/backup/folder'
import { cli, ended } from '#server/commands/cli'
import { readSettings } from '#server/env'
import { startServer } from '#server/main'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { findOperator } from '#server/access/session/queries'
import { isWithoutUsers } from '#server/access/user/queries'
import { setupLinks } from '#server/platform/security/setup'
import { seedProduction } from '#seed/index'
import { openBeside, openStore, type Store } from '#server/platform/store/index'
import { readyName, replaceWithRestored } from '#server/platform/store/replace'
import { createDatabase, DATABASE_NAME, databasePath, LOCK_NAME } from '#server/platform/store/sqlite/file'
import { FolderInUse } from '#server/platform/store/start-error'
import { startApp, type App } from '../support/app'
import { ownSettings } from '../support/environment'
import { testFolder } from '../support/folder'
import { postgresPrograms } from '../support/database/postgres'
import { draftBy, PASSWORD, qcPlant } from '../support/qc/plant'
import { addressOf, isPostgres } from '../support/store'
import { until } from '../support/until'

/** A plant as version 0.1.0 left it; its administrator is `tester-1`. */
const backupFile = join(import.meta.dir, '../fixtures/0.1.0.tar.gz')
const site = testFolder()
writeFileSync(join(site, 'index.html'), '<title>Caliper</title>')
const admin = { username: 'tester-1', password: PASSWORD }

let said: string[] = []
const spies = [
  spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(said.push(String(text)))),
  spyOn(console, 'log').mockImplementation((text) => void said.push(String(text))),
]
beforeEach(() => void (said = []))
ownSettings(() => ({}))
afterAll(() => spies.forEach((spy) => spy.mockRestore()))

async function caliper(...args: string[]) {
  const code = await cli(args)
  return { code, said: said.join('') }
}

/** What is in the backup, as the server of today would have it; without jobs that make up for the time since then. */
async function plantFolder() {
  const dataDir = testFolder()
  await (await openBackup(backupFile, '')).read(databasePath(dataDir), () => {})
  const store = await openStore({ dataDir, databaseUrl: undefined })
  await store.tx((db) => db.delete(store.t.jobs))
  await store.close()
  return dataDir
}

/** A server that listens, on the data in a folder. A command of the host has that for a moment when it begins anew. */
async function serve(dataDir: string) {
  const settings = readSettings({}, { dataDir, port: 0, captcha: 'never', logRequests: false })
  let store: Store | undefined
  let link = ''
  let opened = 0
  const running = await startServer({
    settings,
    site,
    async open() {
      if (++opened === 2) throw new FolderInUse('Another Caliper server is using it.')
      store = await openStore(settings)
      await seedProduction(store)
      link = (await isWithoutUsers(store)) ? await setupLinks(store.sharedState)(Date.now()) : ''
      return store
    },
  })
  await running.ready
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const sent = { method, headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers } }
    const response = await fetch(`${running.url}/api/v1${path}`, {
      ...sent,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { code: number; msg: string; token: string; data: any }
  }
  const signIn = async (who = admin) => ({ authorization: `Bearer ${(await call('POST', '/login', who)).token}` })
  return {
    url: running.url,
    stop: running.stop,
    over: running.over,
    call,
    signIn,
    link: () => link,
    store: () => store!,
  }
}

const bytesOf = (folder: string) =>
  ['', '-wal'].map((end) => {
    const path = databasePath(folder) + end
    return existsSync(path) && readFileSync(path).toString('base64')
  })
/** What the operation log says of it. */
async function restoreIn({ db, t: { operations } }: Store) {
  const [entry] = await db.select().from(operations).where(eq(operations.action, 'restore'))
  return entry
}
const newestIn = (folder: string) => join(folder, readdirSync(folder).toSorted().at(-1)!)

/** The same backup with other contents, as `change` makes them; its checksum fits unless it is given. */
async function changed(
  change: (backup: { manifest: Manifest; database: Buffer }) => void,
  besides: Buffer[] = [],
): Promise<string> {
  const folder = testFolder()
  const copy = join(folder, DATABASE_NAME)
  const backup = await openBackup(backupFile, '')
  await backup.read(copy, () => {})
  const contents = { manifest: backup.manifest as Manifest, database: readFileSync(copy) }
  const given = contents.manifest.files
  change(contents)
  const { manifest, database } = contents
  const sha256 = new Bun.CryptoHasher('sha256').update(database).digest('hex')
  if (manifest.files === given) manifest.files = [{ name: DATABASE_NAME, size: database.length, sha256 }]
  const file = join(folder, 'changed.tar.gz')
  const packed = (name: string, content: Buffer): Source => ({ name, size: content.length, content: [content] })
  const words = packed(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
  await packFiles(
    file,
    [words, packed(DATABASE_NAME, database), ...besides.map((bytes) => packed('x', bytes))],
    Date.now(),
  )
  return file
}

/** The database as somebody would leave it who has the file and a tool for it. */
function tampered(database: Buffer, sql: string, putBack?: string): Buffer {
  const path = join(testFolder(), 'x.sqlite')
  writeFileSync(path, database)
  const opened = new Database(path)
  const last = putBack && opened.prepare<[], string>(putBack).pluck().get()
  opened.exec(sql)
  if (last) opened.exec(last)
  opened.close()
  return readFileSync(path)
}

const cutShort = () => written(readFileSync(backupFile).subarray(0, 40_000))
const withBrokenTrail = () =>
  changed((backup) => {
    const trigger = "select sql from sqlite_schema where name = 'qc_audit_no_update'"
    const change = "drop trigger qc_audit_no_update; update qc_audit set new = 'x' where id = 5"
    backup.database = tampered(backup.database, change, trigger)
  })

function written(content: Uint8Array | string): string {
  const file = join(testFolder(), 'written.tar.gz')
  writeFileSync(file, content)
  return file
}

describe.skipIf(isPostgres)('a backup of a running server', () => {
  let dataDir: string
  let server: Awaited<ReturnType<typeof serve>>
  let headers: { authorization: string }
  beforeAll(async () => {
    dataDir = await plantFolder()
    server = await serve(dataDir)
    headers = await server.signIn()
  })
  afterAll(() => server.stop())

  test('made by the job, holds all that was acknowledged before, refuses no write meanwhile, and is a file that any tar opens (S79, S81)', async () => {
    const folder = backupFolder(dataDir)
    mkdirSync(folder, { mode: 0o700 })
    const [dead, alive] = [`x.tar.gz.${2 ** 30}.new`, `x.tar.gz.${process.pid}.copy.new`] // a killed one has left, and lives
    const future = 'caliper-20990101-000000.tar.gz' // the clock was set back since
    for (const name of [dead, alive, future]) writeFileSync(join(folder, name), '')
    const acknowledged: string[] = []
    const load = { isOver: false }
    async function write() {
      while (!load.isOver) {
        const roleKey = `role-${acknowledged.length}`
        const { code } = await server.call('POST', '/role', { roleName: roleKey, roleKey, menuIds: [2] }, headers)
        expect(code).toBe(200)
        acknowledged.push(roleKey)
      }
    }
    const writing = write()
    await until(() => acknowledged.length >= 3)
    const before = [...acknowledged]
    const job = { jobName: 'Backup', invokeTarget: 'backup', cronExpression: '30 2 * * *', args: '1' }
    const { data: jobId } = await server.call('POST', '/sysjob', job, headers)
    await server.call('POST', `/job/run/${jobId}`, {}, headers)
    const latest = async () => (await server.call('GET', `/sysjob-run?jobId=${jobId}`, undefined, headers)).data.list[0]
    await until(async () => Boolean((await latest())?.finishedAt))
    const run: { status: string; message: string } = await latest()
    load.isOver = true
    await writing

    const [, made = ''] = /(caliper-\d{8}-\d{6}\.tar\.gz) .*; 1 backup kept/.exec(run.message) ?? []
    expect([run.status, readdirSync(folder).toSorted()]).toEqual(['2', [made, alive]])
    const path = join(folder, made)
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
    const unpacked = testFolder()
    expect(Bun.spawnSync(['tar', '-xzf', path, '-C', unpacked]).exitCode).toBe(0)
    expect(readdirSync(unpacked).toSorted()).toEqual([DATABASE_NAME, MANIFEST_NAME])
    const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(join(unpacked, DATABASE_NAME))).digest('hex')
    const manifest = JSON.parse(readFileSync(join(unpacked, MANIFEST_NAME), 'utf8'))
    expect(manifest).toMatchObject({ files: [{ name: DATABASE_NAME, sha256 }] })
    const copy = new Database(join(unpacked, DATABASE_NAME), { readonly: true })
    const head = copy.prepare<[], { id: number; hash: string }>('select id, hash from qc_audit order by id desc').get()!
    expect(manifest).toMatchObject({ auditHead: head.hash, auditHeadId: head.id })
    const kept = copy.prepare<[], string>("select role_key from sys_role where role_key like 'role-%'").pluck().all()
    expect(before.filter((key) => !kept.includes(key))).toEqual([])
    const menus =
      "select count(*) from sys_role_menu where role_id in (select role_id from sys_role where role_key like 'role-%')"
    expect(copy.prepare(menus).pluck().get()).toBe(kept.length) // no role without its menu: no half transaction
    copy.close()
  })

  test('is made by the command beside it, which writes nothing into its data (S79)', async () => {
    const entries = async () => (await server.call('GET', '/sys-opera-log', undefined, headers)).data.count
    const before = await entries()
    const folder = testFolder()
    expect(await caliper('backup', '--data', dataDir, '--to', `${folder}/`)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Made and checked: .* 8 users, 11 records/),
    })
    expect(await entries()).toBe(before)
    const there = newestIn(folder)
    expect(await caliper('backup', '--data', dataDir, '--to', there)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${there} already exists`),
    })
  })

  test.each([
    ['a folder', 'mnt-usb/', 1, /There is no folder \S+mnt-usb; is the stick or the share mounted\?/],
    ['a folder for a file', 'mnt-usb/x.tar.gz', 1, /There is no folder \S+mnt-usb; is the stick/],
    ['a file that is none of a backup', 'mnt-usb', 2, /There is no folder \S+mnt-usb, and the file of a backup ends/],
  ])('makes no %s where a stick is not mounted, and says so', async (_, to, code, sentence) => {
    const folder = testFolder()
    expect(await caliper('backup', '--data', dataDir, '--to', `${folder}/${to}`)).toEqual({
      code,
      said: expect.stringMatching(sentence),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('on the disk of the data it is told that it would be lost with it', async () => {
    const { said } = await caliper('backup', '--data', dataDir, '--to', testFolder())
    expect(said).toContain('It lies on the disk of the data')
  })

  test('cannot be restored while it runs (S80)', async () => {
    expect(await caliper('restore', backupFile, '--yes', '--data', dataDir)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Another Caliper server is using'),
    })
  })

  test.each<[what: string, content: Buffer | undefined]>([
    ['nothing', Buffer.alloc(0)],
    ['the database of another program', tampered(Buffer.alloc(0), 'create table notes (text text)')],
    ['one of ours that holds nothing yet', undefined],
  ])('%s is not taken for the data (S79)', async (_, content) => {
    const [dataDir, to] = [testFolder(), testFolder()]
    if (content) writeFileSync(databasePath(dataDir), content)
    else createDatabase(databasePath(dataDir))
    const { code, said } = await caliper('backup', '--data', dataDir, '--to', `${to}/`)
    expect([code, said]).toEqual([1, expect.stringContaining('is empty or is not a Caliper database')])
    expect(readdirSync(to)).toEqual([])
  })

  test('that is told to end half-way leaves no file (S79)', async () => {
    const [folder, to] = [await plantFolder(), testFolder()]
    const source = `import { takeBackup } from '#server/platform/backup/take'
      const report = () => void process.kill(process.pid, 'SIGTERM')
      await takeBackup({ dataDir: '${folder}', to: { folder: '${to}' }, now: 0, report })`
    const { exitCode } = Bun.spawnSync([process.execPath, '-e', source], { cwd: join(import.meta.dir, '../..') })
    expect([exitCode, readdirSync(to)]).toEqual([143, []])
  })

  test('whose server is killed half-way ends by itself, and leaves no file (S79, S83)', async () => {
    const [folder, to] = [await plantFolder(), testFolder()]
    const source = `import { readdirSync, writeSync } from 'node:fs'
      import { inOwnProcess } from '#server/platform/backup/own-process'
      const killed = () => {
        writeSync(1, readdirSync('${to}').join(' '))
        process.kill(process.pid, 'SIGKILL')
      }
      await inOwnProcess('take', { dataDir: '${folder}', to: { folder: '${to}' }, now: 0 }, killed)`
    const { stdout } = Bun.spawnSync([process.execPath, '-e', source], { cwd: join(import.meta.dir, '../..') })
    expect(stdout.toString()).toContain('.copy.new')
    await until(() => !readdirSync(to).some((name) => name.endsWith('.new')))
    expect(readdirSync(to)).toEqual([])
  })

  test('whose own process is killed half-way leaves no file: whoever asked for it removes the drafts (S79)', async () => {
    const [folder, to] = [await plantFolder(), testFolder()]
    const source = `import { readdirSync, readFileSync } from 'node:fs'
      import { inOwnProcess } from '#server/platform/backup/own-process'
      const kill = ({ phase }) => {
        if (phase !== 'packing') return
        for (const task of readdirSync('/proc/self/task')) {
          for (const pid of readFileSync('/proc/self/task/' + task + '/children', 'utf8').trim().split(' ').filter(Boolean)) {
            process.kill(Number(pid), 'SIGKILL')
          }
        }
      }
      const failed = await inOwnProcess('take', { dataDir: '${folder}', to: { folder: '${to}' }, now: 0 }, kill).catch(String)
      process.stdout.write(failed)`
    const { stdout } = Bun.spawnSync([process.execPath, '-e', source], { cwd: join(import.meta.dir, '../..') })
    expect(stdout.toString()).toContain('The backup process ended with')
    expect(readdirSync(to)).toEqual([])
  })

  test('that was killed leaves nothing for long, although another process has its number by now, as in a container', async () => {
    const [folder, to] = [await plantFolder(), testFolder()]
    const source = `import { takeBackup } from '#server/platform/backup/take'
      const report = ({ phase }) => void (phase === 'packing' && process.kill(process.pid, 'SIGKILL'))
      await takeBackup({ dataDir: '${folder}', to: { folder: '${to}' }, now: 0, report })`
    Bun.spawnSync([process.execPath, '-e', source], { cwd: join(import.meta.dir, '../..') })
    const left = readdirSync(to)
    expect(left).toHaveLength(2)
    const numbered = (name: string) => name.replace(/(?<=\.tar\.gz\.)\d+/, String(process.pid))
    for (const name of left) renameSync(join(to, name), join(to, numbered(name)))
    const { code } = await caliper('backup', '--data', folder, '--to', `${to}/`)
    expect([code, readdirSync(to).filter((name) => name.endsWith('.new'))]).toEqual([0, []])
  })

  test('that goes on is left alone by another one of the same folder', async () => {
    const [folder, to] = [await plantFolder(), testFolder()]
    const source = `import { readSync } from 'node:fs'
      import { takeBackup } from '#server/platform/backup/take'
      const report = ({ phase, done }) => {
        if (phase !== 'packing' || done > 0) return
        console.log(phase)
        readSync(0, new Uint8Array(1)) // until it is told to go on
      }
      await takeBackup({ dataDir: '${folder}', to: { folder: '${to}' }, now: 0, report })`
    const cwd = join(import.meta.dir, '../..')
    const other = Bun.spawn([process.execPath, '-e', source], { cwd, stdin: 'pipe', stdout: 'pipe' })
    await other.stdout.getReader().read()
    const { code } = await caliper('backup', '--data', folder, '--to', `${to}/`)
    expect(other.exitCode).toBeNull()
    await other.stdin.write('\n')
    await other.stdin.end()
    expect([code, await other.exited, readdirSync(to).length]).toEqual([0, 0, 2])
  })

  test('of data of a newer version is refused in the sentence of a start, and leaves no file (S98)', async () => {
    const folder = await plantFolder()
    const database = new Database(databasePath(folder))
    database.prepare('insert into caliper_migration values (?, 0)').run('of a newer version')
    database.close()
    const { code, said } = await caliper('backup', '--data', folder)
    expect(code).toBe(1)
    expect(said).toEndWith(
      `${databasePath(folder)} was written by a newer version of Caliper; start that version. No backup was made\n`,
    )
    expect(readdirSync(backupFolder(folder))).toEqual([])
  })

  test('a damaged database is not taken for a backup', async () => {
    const damaged = testFolder()
    const database = readFileSync(databasePath(await plantFolder()))
    writeFileSync(databasePath(damaged), database.fill(0x55, 200_000, 300_000))
    const { code, said } = await caliper('backup', '--data', damaged)
    expect([code, readdirSync(backupFolder(damaged))]).toEqual([1, []])
    expect(said).toContain('The database is damaged')
  })
})

describe.skipIf(isPostgres)('a restore', () => {
  let dataDir: string
  beforeAll(async () => void (dataDir = await plantFolder()))

  test('ends every session, says who restored what, and keeps what it replaces (S80)', async () => {
    let server = await serve(dataDir)
    const headers = await server.signIn()
    const taken = testFolder()
    expect((await caliper('backup', '--data', dataDir, '--to', taken)).code).toBe(0)
    const { db, t } = server.store()
    const open = await db.select().from(t.sessions).where(isNull(t.sessions.revokedAt)) // old ones go with their age
    const role = { roleName: 'later', roleKey: 'made-later', menuIds: [2] }
    expect((await server.call('POST', '/role', role, headers)).code).toBe(200)
    expect((await server.call('GET', '/getinfo', undefined, headers)).code).toBe(200)
    await server.stop()
    const before = bytesOf(dataDir)

    const restored = await caliper('restore', newestIn(taken), '--yes', '--data', dataDir)
    expect(restored.code).toBe(0)
    expect(open).not.toEqual([])
    expect(restored.said).toMatch(
      new RegExp(`backup of Caliper \\d.*8 users, 11 records.*ended: ${open.length}\\. `, 's'),
    )
    const kept = /kept in (\S+replaced-[\d-]+);/.exec(restored.said)![1]!
    expect(bytesOf(kept)).toEqual(before)
    expect(statSync(kept).mode & 0o777).toBe(0o700)
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])

    server = await serve(dataDir)
    expect((await server.call('GET', '/getinfo', undefined, headers)).code).toBe(401)
    const again = await server.signIn()
    expect((await server.call('GET', '/role?roleKey=made-later', undefined, again)).data.count).toBe(0)
    const name = expect.stringMatching(/\.tar\.gz$/)
    expect(await restoreIn(server.store())).toMatchObject({ username: '(host)', url: 'caliper restore', name })
    expect((await server.call('GET', '/qc/audit/verify', undefined, again)).data).toMatchObject({ isWhole: true })
    await server.stop()
  })

  test.each<[what: string, file: () => string | Promise<string>, sentence: string]>([
    ['no file', () => '/nowhere/at-all.tar.gz', 'There is no file /nowhere/at-all.tar.gz'],
    ['a folder', () => import.meta.dir, `${import.meta.dir} is a folder; name the file in it`],
    ['something else', () => join(import.meta.dir, '../../package.json'), 'is not a backup of Caliper'],
    [
      'an archive of something else',
      () => changed(({ manifest }) => Object.assign(manifest, { product: 'x' })),
      'is not a backup of Caliper',
    ],
    ['one that was cut short', cutShort, 'is damaged: it is incomplete (unexpected end of file)'],
    [
      'one with a byte changed',
      () => written(readFileSync(backupFile).map((byte, index) => (index === 40_000 ? byte ^ 1 : byte))),
      'is damaged',
    ],
    [
      'one with a byte changed in a header, though the checksum of the packing fits',
      () => {
        const tar = gunzipSync(readFileSync(backupFile))
        tar[147]! ^= 1 // the last digit of the time of its first file
        return written(gzipSync(tar))
      },
      'is damaged: it cannot be unpacked',
    ],
    [
      'one whose database is another',
      () =>
        changed((backup) => void (backup.manifest.files = [{ ...backup.manifest.files[0]!, sha256: '0'.repeat(64) }])),
      'is damaged: its checksum differs',
    ],
    [
      'one whose database is damaged, though its checksum fits',
      () => changed((backup) => void backup.database.fill(0x55, 200_000, 300_000)),
      'is damaged',
    ],
    [
      'one that unpacks to far more than it says',
      () => changed(({ database }) => database, [Buffer.alloc(4 * 1024 * 1024)]),
      'is damaged: it is larger than stated in its header',
    ],
    [
      'one with a row that points nowhere',
      () =>
        changed((backup) => {
          backup.database = tampered(
            backup.database,
            'pragma foreign_keys = off; delete from sys_user where user_id = 1',
          )
        }),
      'rows point nowhere)',
    ],
    [
      'one whose audit trail was tampered with',
      withBrokenTrail,
      'The audit trail in changed.tar.gz is broken: Entry 5 was changed',
    ],
    [
      'one with a trigger of its own',
      () =>
        changed((backup) => {
          const sql = 'create trigger mine after insert on sys_opera_log begin delete from sys_session; end'
          backup.database = tampered(backup.database, sql)
        }),
      'trigger mine is not one of Caliper',
    ],
    [
      'one with a trigger that is called as what SQLite makes itself',
      () =>
        changed((backup) => {
          const sql = 'create trigger hidden_one after insert on sys_opera_log begin delete from sys_session; end'
          const made = tampered(backup.database, sql).toString('latin1')
          backup.database = Buffer.from(made.replaceAll('hidden_one', 'sqlite_one'), 'latin1')
        }),
      'trigger sqlite_one is not one of Caliper',
    ],
    [
      'one whose audit trail lets anything be deleted',
      () =>
        changed((backup) => {
          backup.database = tampered(backup.database, 'drop trigger qc_audit_no_delete')
        }),
      'trigger qc_audit_no_delete is missing or another',
    ],
    [
      'one of a newer version',
      () => changed(({ manifest }) => void manifest.migrations.push('f'.repeat(64))),
      'comes from a newer version of Caliper (0.1.0). Install that version first',
    ],
    ['one of demo data', () => changed(({ manifest }) => void (manifest.isDemo = true)), 'is a backup of demo data'],
    [
      'one in a form of later versions',
      () => changed(({ manifest }) => void Object.assign(manifest, { format: 2, version: '9.0.0' })),
      'comes from a newer version of Caliper (9.0.0)',
    ],
  ])('of %s is refused, and leaves the data byte for byte (S80)', async (_, file, sentence) => {
    const [before, names] = [bytesOf(dataDir), readdirSync(dataDir)]
    const answer = await caliper('restore', await file(), '--yes', '--data', dataDir)
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
    expect(bytesOf(dataDir)).toEqual(before)
    expect(readdirSync(dataDir)).toEqual(names)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'by root leaves nothing that the server of another user cannot open',
    async () => {
      const folder = await plantFolder()
      const mine = [folder, ...readdirSync(folder).map((name) => join(folder, name))]
      for (const path of mine) chownSync(path, 20001, 20001)
      expect((await caliper('backup', '--data', folder)).code).toBe(0)
      const [made] = readdirSync(backupFolder(folder))
      expect((await caliper('restore', join(backupFolder(folder), made!), '--yes', '--data', folder)).code).toBe(0)
      process.env['CALIPER_DATA_DIR'] = folder
      expect((await caliper('admin', 'reset-password', 'tester-1', '--random')).code).toBe(0)
      expect((await caliper('migrate')).code).toBe(0)
      const there = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
      expect(there.some((path) => path.includes('replaced-'))).toBe(true)
      expect(there.filter((path) => statSync(path).uid !== 20001)).toEqual([])
    },
  )

  test('without anybody to ask is a use of the command that is wrong', async () => {
    const before = bytesOf(dataDir)
    const { code, said } = await caliper('restore', backupFile, '--data', dataDir)
    expect([code, said]).toEqual([2, expect.stringContaining('say --yes')])
    expect(bytesOf(dataDir)).toEqual(before)
  })

  test('takes copies of the database that earlier versions made, which are counted and rotated with the others', async () => {
    const dataDir = await plantFolder()
    const folder = backupFolder(dataDir)
    mkdirSync(folder)
    const days = ['20250101-020000.sqlite', '20250102-020000.sqlite', '20250103-020000.tar.gz']
    for (const day of days) await Bun.write(join(folder, `caliper-${day}`), Bun.file(databasePath(dataDir)))
    expect(removeOldBackups(folder, `caliper-${days[2]}`, 2)).toBe(2)
    expect(readdirSync(folder).toSorted()).toEqual(days.slice(1).map((day) => `caliper-${day}`))
    const into = testFolder()
    const answer = await caliper('restore', join(folder, `caliper-${days[1]}`), '--yes', '--data', into)
    expect(answer).toMatchObject({
      code: 0,
      said: expect.stringMatching(/copy of a database of Caliper, .*8 users, 11 records/),
    })
  })

  test.each([
    ['the youngest', 2, [1, 2]],
    ['the oldest, as its name has it, after the clock was set back', 0, [0, 2]],
  ])('what was just made stays, be it %s (S79)', (_, made, kept) => {
    const folder = testFolder()
    const names = ['20250101', '20260102', '20990103'].map((day) => `caliper-${day}-020000.tar.gz`)
    for (const name of names) writeFileSync(join(folder, name), '')
    expect(removeOldBackups(folder, names[made]!, 2)).toBe(2)
    expect(readdirSync(folder).toSorted()).toEqual(kept.map((index) => names[index]!))
  })

  test('that was cut short goes before none that came after it, and no command of the host works on what it replaces (S80)', async () => {
    const folder = testFolder()
    const backup = await openBackup(backupFile, '')
    for (const stamp of ['20261121-101500', '20261122-101500'])
      await backup.read(join(folder, readyName(stamp)), () => {})
    await backup.read(databasePath(folder), () => {})
    const settings = { dataDir: folder, databaseUrl: undefined }
    await expect(openBeside(settings)).rejects.toThrow('A restore is not complete')
    expect(replaceWithRestored(folder)).toBe(join(folder, 'replaced-20261122-101500'))
    expect(replaceWithRestored(folder)).toBeUndefined()
    const left = join(folder, `restoring-upload.${process.pid}`) // its number may be another's by now
    mkdirSync(left)
    await (await openStore(settings)).close()
    expect(existsSync(left)).toBe(false)
    await (await openBeside(settings)).close()
  })

  test('is undone by restoring what it has replaced, with what its write-ahead log holds', async () => {
    const replaced = testFolder()
    writeFileSync(databasePath(replaced), readFileSync(databasePath(dataDir)))
    const killed = new Database(databasePath(replaced))
    killed.pragma('journal_mode = WAL')
    killed.exec("update sys_role set role_name = 'only in the log' where role_id = 1")
    const copy = testFolder()
    for (const end of ['', '-wal']) writeFileSync(databasePath(copy) + end, readFileSync(databasePath(replaced) + end))
    killed.close()
    const into = testFolder()
    expect((await caliper('restore', databasePath(copy), '--yes', '--data', into)).code).toBe(0)
    const restored = new Database(databasePath(into), { readonly: true })
    expect(restored.prepare('select role_name from sys_role where role_id = 1').pluck().get()).toBe('only in the log')
    restored.close()
  })

  test.each([
    ['before anything was moved', 0],
    ['after the first file was moved', 1],
    ['after all was moved', 4],
  ])('that was cut short %s is completed by the next start', async (_, moved) => {
    const folder = testFolder()
    const path = databasePath(folder)
    for (const end of ['', '-journal', '-wal', '-shm']) writeFileSync(path + end, `old${end}`)
    await (await openBackup(backupFile, '')).read(join(folder, readyName('20261121-101500')), () => {})
    const kept = join(folder, 'replaced-20261121-101500')
    for (const end of ['-journal', '-wal', '-shm', ''].slice(0, moved)) {
      mkdirSync(kept, { recursive: true })
      renameSync(path + end, join(kept, DATABASE_NAME + end))
    }
    const store = await openStore({ dataDir: folder, databaseUrl: undefined })
    expect(await store.db.select().from(store.t.users)).toHaveLength(8)
    await store.close()
    for (const end of ['', '-journal', '-wal', '-shm'])
      expect(readFileSync(join(kept, DATABASE_NAME + end), 'utf8')).toBe(`old${end}`)
    expect(replaceWithRestored(folder)).toBeUndefined()
  })
})

describe.skipIf(isPostgres)('the set-up page restores a backup', () => {
  test('into an empty installation, by the link alone; then the server works with it without a restart (S75, S80)', async () => {
    const dataDir = testFolder()
    const server = await serve(dataDir)
    const token = server.link()
    const send = async (given: string, file: string, type = 'application/octet-stream', language = 'en') => {
      const headers = { 'x-setup-token': given, 'content-type': type, 'x-file-name': '%E5%A4%87%E4%BB%BD.tar.gz' }
      const sent = { method: 'POST', body: Bun.file(file), headers: { ...headers, 'accept-language': language } }
      const response = await fetch(`${server.url}/api/v1/setup/restore`, sent)
      return (await response.json()) as { code: number; msg: string; data: any }
    }
    expect(await send('x'.repeat(43), backupFile)).toMatchObject({ code: 400 })
    expect(await send(token, backupFile, 'application/json')).toMatchObject({ code: 415 })
    const wrong = await send(token, join(import.meta.dir, '../../package.json'))
    expect(wrong).toMatchObject({ code: 400, msg: '备份.tar.gz is not a backup of Caliper' })
    for (const [file, why] of [
      [cutShort(), '备份.tar.gz 已损坏：文件不完整'],
      [await withBrokenTrail(), /^备份.tar.gz 中的审计追踪不完整：[^a-z]+$/i],
    ] as const) {
      const { msg } = await send(token, file, undefined, 'zh-CN')
      expect(msg).toMatch(why)
    }
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restor'))).toEqual([])

    const restoring = send(token, backupFile)
    const boss = { token, username: 'boss', nickName: 'Boss', password: 'a good long one' }
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('restor')))
    const other = await server.call('POST', '/setup', boss)
    const restored = await restoring
    expect(restored).toMatchObject({ code: 200, data: { version: '0.1.0', rows: { users: 8, records: 11 } } })
    expect(other.code).toBe(409) // no account is made that would be gone a moment later
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 200)

    const headers = await server.signIn()
    expect((await server.call('GET', '/getinfo', undefined, headers)).data.roles).toEqual(['admin'])
    expect(await restoreIn(server.store())).toMatchObject({ username: '(server)', name: '备份.tar.gz' })
    expect(await send(token, backupFile)).toMatchObject({ code: 400 })
    const anew = await setupLinks(server.store().sharedState)(Date.now())
    expect(await send(anew, backupFile)).toMatchObject({ code: 409 }) // somebody has an account
    await server.stop()
    expect(existsSync(databasePath(dataDir))).toBe(true)
  })

  test('and where the server cannot begin anew on what lies there by then, it ends with 1 and a sentence, as a start does', async () => {
    const dataDir = testFolder()
    const server = await serve(dataDir)
    const code = ended('', () => server.over)
    renameSync(join(dataDir, LOCK_NAME), join(dataDir, 'caliper.lock-away'))
    mkdirSync(join(dataDir, LOCK_NAME)) // somebody tidied up
    const headers = { 'x-setup-token': server.link(), 'content-type': 'application/octet-stream' }
    const sent = { method: 'POST', body: Bun.file(backupFile), headers }
    expect((await fetch(`${server.url}/api/v1/setup/restore`, sent)).status).toBe(200)
    expect([await code, said.join('')]).toEqual([1, expect.stringContaining('cannot be locked (EISDIR')])
    await server.stop()
  })
})

describe.skipIf(!isPostgres)('with PostgreSQL', () => {
  let app: App
  beforeAll(async () => void (app = await startApp()), 120_000)
  afterAll(() => app.close())
  const programs = postgresPrograms() ?? ''
  const run = (program: string, ...args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([join(programs, program), ...args])
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  }

  test.each(['backup', 'restore'])('caliper %s says what to use instead', async (name) => {
    process.env['CALIPER_DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none'
    const answer = await caliper(name, ...(name === 'restore' ? [backupFile] : []))
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('With PostgreSQL') })
  })

  test('what the manual says dumps a database in use and restores it into another, whole and signed out (S79, S80)', async () => {
    const plant = await qcPlant(app)
    const record = await draftBy(plant.inspector, await plant.template())
    const address = addressOf(app.store)
    const dump = join(testFolder(), 'caliper.dump')
    run('pg_dump', '-Fc', '--exclude-schema', 'pristine', '--file', dump, address) // of the tests
    const other = new URL(address)
    other.pathname = '/restored_elsewhere'
    const sql = new Bun.SQL(address, { max: 1 })
    await sql.unsafe('drop database if exists restored_elsewhere with (force)')
    await sql.unsafe('create database restored_elsewhere')
    // What a later version has made there, and refers to the tables of this one.
    run('pg_restore', '--no-owner', '-d', other.href, dump)
    run('psql', '-q', other.href, '-c', 'create table later (user_id bigint references sys_user)')
    run('psql', '-q', other.href, '-c', "update sys_user set nick_name = 'Later'")

    const quietly = ['-q', '-c', "set client_min_messages = 'warning'"]
    run('psql', other.href, ...quietly, '-c', 'drop schema public cascade', '-c', 'create schema public')
    run('pg_restore', '--no-owner', '--exit-on-error', '--single-transaction', '-d', other.href, dump)
    run('psql', '-q', other.href, '-c', 'update sys_session set revoked_at = 1 where revoked_at is null')

    const store = await openStore({ dataDir: '', databaseUrl: other.href })
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true, records: 1 })
    const [kept] = await store.db.select().from(store.t.valueBases)
    expect(kept).toMatchObject({ recordNo: record.recordNo })
    const users = await store.db.select().from(store.t.users)
    expect(users.map(({ nickName }) => nickName)).not.toContain('Later')
    const life = { sessionIdleMs: 1_800_000, sessionMaxMs: 43_200_000 }
    expect(await findOperator(store, plant.admin.token, Date.now(), life)).toBe('unknown')
    const { roles } = store.t
    await store.tx((db) =>
      db
        .insert(roles)
        .values({ roleKey: 'after', roleName: 'x', roleSort: 1, status: '2', createdAt: 0, updatedAt: 0 }),
    ) // ids go on where they were
    await store.close()
    await sql.unsafe('drop database restored_elsewhere with (force)')
    await sql.close()
  }, 120_000)
})
