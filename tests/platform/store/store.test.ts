import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import Database from 'better-sqlite3'
import { count, eq } from 'drizzle-orm'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { findOperator } from '#server/access/session/queries'
import { allWritten } from '#server/platform/chunks/all-written'
import { statementIn } from '#server/platform/list/statement'
import { createUser } from '#server/access/user/queries'
import { seedProduction } from '#seed/index'
import { openStore, StartError, type Reader, type Store, type Writer } from '#server/platform/store/index'
import { asOwnerOf } from '#server/platform/store/disk'
import { MEGABYTE, shortage } from '#server/platform/http/megabytes'
import { storeFault } from '#server/platform/store/fault'
import { groupCommit } from '#server/platform/store/group-commit'
import { JOURNAL, pendingOf } from '#server/platform/store/migrations'
import { connect } from '#server/platform/store/sqlite/index'
import { DATABASE_NAME, LOCK_NAME } from '#server/platform/store/sqlite/file'
import { testFolder } from '../../support/folder'
import { isPostgres, openTestStore } from '../../support/store'
import { signInAs } from '../../support/sign-in'

const config = (configKey: string) => ({ configKey, configName: '', configValue: '', createdAt: 0, updatedAt: 0 })

describe('a transaction', () => {
  let store: Store
  const keys = async () => {
    const rows = await store.db.select().from(store.t.configs)
    return rows.map(({ configKey }) => configKey).filter((key) => key.startsWith('k'))
  }
  const add = (key: string) => store.tx((db) => db.insert(store.t.configs).values(config(key)))
  beforeEach(async () => {
    await store?.close()
    store = await openTestStore()
  })
  afterAll(() => store.close())

  test('is seen when it is done, and not before', async () => {
    const [written, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = store.tx(async (db) => {
      await db.insert(store.t.configs).values(config('k1'))
      written.resolve()
      await looked.promise
    })
    await written.promise
    expect(await keys()).toEqual([])
    looked.resolve()
    await writing
    expect(await keys()).toEqual(['k1'])
  })

  test('uses no other connection than its own', async () => {
    const reads = store.tx(async () => void (await keys()))
    await expect(reads).rejects.toThrow('the connection that it was given')
    const writes = store.tx(() => add('k-lost'))
    await expect(writes).rejects.toThrow('the connection that it was given')
    expect(await keys()).toEqual([])
  })

  test('that fails leaves nothing behind, and spares those beside it', async () => {
    const failing = store.tx(async (db) => {
      await db.insert(store.t.configs).values(config('k-lost'))
      throw new Error('no')
    })
    const all = await Promise.allSettled([add('k1'), failing, add('k2')])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await keys()).toSorted()).toEqual(['k1', 'k2'])
  })

  test('has what its compiled statements write, which other transactions have run before', async () => {
    const insert = statementIn(({ t, bind }, db: Writer) =>
      db.insert(t.configs).values({ ...config('k'), configKey: bind('key') }),
    )
    await store.tx((db) => insert(store, db, { key: 'k1' }))
    const failing = store.tx(async (db) => {
      await insert(store, db, { key: 'k-lost' })
      expect(await keys()).toEqual(['k1'])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await store.tx((db) => insert(store, db, { key: 'k2' }))
    expect((await keys()).toSorted()).toEqual(['k1', 'k2'])
  })

  test('of 200 callers at once happens 200 times', async () => {
    await store.tx((db) => db.insert(store.t.configs).values({ ...config('k'), createdAt: 0 }))
    const increment = () =>
      store.tx(async (db) => {
        const [row] = await db.select().from(store.t.configs).where(eq(store.t.configs.configKey, 'k'))
        await db
          .update(store.t.configs)
          .set({ createdAt: row!.createdAt + 1 })
          .where(eq(store.t.configs.configKey, 'k'))
      })
    const width = isPostgres ? 4 : 200 // PostgreSQL makes each wait for the one before; eight tries are its patience
    await Promise.all(Array.from({ length: width }, increment))
    const [row] = await store.db.select().from(store.t.configs).where(eq(store.t.configs.configKey, 'k'))
    expect(row!.createdAt).toBe(width)
  })

  test.each([
    ['the same key twice', 'duplicate', () => Promise.all([add('k1'), add('k1')])],
    [
      'a row that points nowhere',
      'referenced',
      () => store.tx((db) => db.insert(store.t.roleMenus).values({ roleId: 1, menuId: 4711 })),
    ],
    ['our own mistake', undefined, () => store.tx(() => Promise.reject(new Error('oops')))],
  ] as const)('names the fault of %s', async (_, fault, work) => {
    const error = await (work() as Promise<unknown>).catch((caught: unknown) => caught)
    expect(storeFault(error)).toBe(fault)
  })

  test('takes no statement any more when one beside it has failed and it is over', async () => {
    const byKey = store.prepared(
      store.db
        .select({ n: count() })
        .from(store.t.configs)
        .where(eq(store.t.configs.configKey, store.bind('key'))),
    )
    const isOver = Promise.withResolvers<void>()
    const late: Promise<unknown>[] = []
    async function sideBySide(at: Reader) {
      await byKey({ key: 'k1' }, at)
      late.push(isOver.promise.then(() => byKey({ key: 'k1' }, at)))
      throw new Error('no')
    }
    await expect(store.tx(sideBySide)).rejects.toThrow('no')
    await expect(store.snapshot(({ db }) => sideBySide(db))).rejects.toThrow('no')
    isOver.resolve()
    for (const one of await Promise.allSettled(late))
      expect(one).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('is over') } })
  })

  test('ends only after all writes that it does at once, if one of them fails', async () => {
    await add('k1')
    const late = async (db: Writer) => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      await db.insert(store.t.configs).values(config('k2'))
    }
    const failing = store.tx((db) => allWritten(db.insert(store.t.configs).values(config('k1')), late(db)))
    await expect(failing.catch((error: unknown) => storeFault(error))).resolves.toBe('duplicate')
    await add('k3')
    expect(await keys()).toEqual(['k1', 'k3'])
  })

  test('does each of the writes that it does at once, once', async () => {
    const write = (db: Writer, key: string) => db.insert(store.t.configs).values(config(key))
    await store.tx((db) => allWritten(write(db, 'k1'), write(db, 'k2')))
    expect(await keys()).toEqual(['k1', 'k2'])
  })

  test('works with queries that are compiled once', async () => {
    const byKey = store.prepared(
      store.db
        .select({ n: count() })
        .from(store.t.configs)
        .where(eq(store.t.configs.configKey, store.bind('key'))),
    )
    await add('k1')
    expect([(await byKey({ key: 'k1' }))[0]!.n, (await byKey({ key: 'k2' }))[0]!.n]).toEqual([1, 0])
  })
})

test('a compiled query answers the same objects as one that is not', async () => {
  const store = await openTestStore()
  const { configs, jobRuns } = store.t
  await store.tx(async (db) => {
    await db.insert(configs).values({ ...config('shown'), isFrontend: true })
    await db.insert(configs).values(config('hidden'))
  })
  const query = () =>
    store.db
      .select({ key: configs.configKey, shown: configs.isFrontend, at: configs.createdAt, byHand: jobRuns.isByHand })
      .from(configs)
      .leftJoin(jobRuns, eq(jobRuns.jobId, configs.configId)) // of which there are none
      .orderBy(configs.configKey)
  const rows = await query()
  expect(rows).toContainEqual({ key: 'shown', shown: true, at: 0, byHand: null })
  expect(await store.prepared(query())()).toEqual(rows)
  await store.close()
})

test.each([
  ['40001', 'busy'],
  ['57P01', 'busy'],
  ['57014', 'busy'],
  ['53100', 'full'],
  ['22P02', undefined],
] as const)('what PostgreSQL calls %s is %p', (code, fault) => {
  const error = new Error('Failed query', { cause: Object.assign(new Error('refused'), { code }) })
  expect(storeFault(error)).toBe(fault)
})

describe.skipIf(isPostgres)('the embedded database', () => {
  const open = (dataDir: string) => openStore({ dataDir, databaseUrl: undefined })
  async function made() {
    const dataDir = join(testFolder(), 'data')
    await (await open(dataDir)).close()
    return { dataDir, file: join(dataDir, DATABASE_NAME) }
  }

  test('is set up for durability on every connection (S82, S88, S105)', async () => {
    const { file } = await made()
    const connection = connect(file)
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'mmap_size']
    expect(pragmas.map((name) => connection.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 50, 0])
    const version = connection.prepare<[], string>('select sqlite_version()').pluck().get()!
    expect(Bun.semver.satisfies(version, '>=3.51.3')).toBe(true)
    connection.close()
  })

  test('is private to its owner (S77)', async () => {
    const { dataDir } = await made()
    const modes = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o700, ...Array(modes.length - 1).fill(0o600)])
  })

  test.each([
    ['that is empty is made private', [], 0o700],
    ['of ours alone is made private again', ['backups', 'logs', 'DEMO.txt', 'replaced-20261121-101500'], 0o700],
    ['that others use too keeps its mode', ['notes.txt'], 0o755],
  ])('a folder %s (S77)', async (_, names, mode) => {
    const dataDir = testFolder()
    for (const name of names) writeFileSync(join(dataDir, name), '')
    chmodSync(dataDir, 0o755)
    await (await open(dataDir)).close()
    expect(statSync(dataDir).mode & 0o777).toBe(mode)
  })

  test('a link in the place of its lock is not followed (S77)', async () => {
    const [dataDir, elsewhere] = [testFolder(), join(testFolder(), 'made-by-root')]
    symlinkSync(elsewhere, join(dataDir, LOCK_NAME))
    await expect(open(dataDir)).rejects.toThrow(`The data folder ${dataDir} cannot be locked (ELOOP`)
    expect(existsSync(elsewhere)).toBe(false)
  })

  test.skipIf(process.getuid?.() !== 0)('root gives away no file that a link leads to (S77)', () => {
    const [dataDir, file] = [testFolder(), join(testFolder(), 'of-root')]
    writeFileSync(file, '')
    chownSync(dataDir, 65_534, 65_534)
    symlinkSync(file, join(dataDir, 'link'))
    asOwnerOf(dataDir, join(dataDir, 'link'))
    expect(statSync(file).uid).toBe(0)
  })

  test('keeps users, sessions and sign-outs over a restart (S18)', async () => {
    const { dataDir } = await made()
    const life = { sessionIdleMs: 60_000, sessionMaxMs: 60_000 }
    const first = await open(dataDir)
    await seedProduction(first)
    const userId = await createUser(first, { username: 'li', nickName: '', passwordHash: '', roleKeys: ['viewer'] }, 0)
    const { token } = await signInAs(first, userId, 0, life)
    await first.close()

    const second = await open(dataDir)
    expect(await findOperator(second, token, 1, life)).toMatchObject({ username: 'li', roles: ['viewer'] })
    await second.close()
  })

  test('refuses a second server on the same folder, and lets it in afterwards (S86)', async () => {
    const { dataDir } = await made()
    const store = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(`Another Caliper server is using ${dataDir}; stop it first.`)
    await store.close()
    await (await open(dataDir)).close()
  })

  test.each([
    ['empty', (file: string) => truncateSync(file, 0), 'is empty or cut short'],
    ['cut in the middle of a page', (file: string) => truncateSync(file, 10_000), 'is cut short'],
    ['cut between two pages', (file: string) => truncateSync(file, 8192), 'is damaged'],
    ['overwritten', (file: string) => writeFileSync(file, 'x'.repeat(8192)), 'is not a database of Caliper'],
    ['damaged inside', damage, 'is damaged'],
    ["another program's", foreign, 'is not a database of Caliper'],
    ["a newer version's", fromTheFuture, 'was written by a newer version of Caliper'],
  ])('that is %s ends the start in one sentence and is left alone (S85, S98)', async (_, spoil, sentence) => {
    const { dataDir, file } = await made()
    spoil(file)
    const before = readFileSync(file)
    const error: unknown = await open(dataDir).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toStartWith(file)
    expect((error as Error).message).toContain(sentence)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('says that a file stands where the folder should be', async () => {
    const dataDir = join(testFolder(), 'file')
    writeFileSync(dataDir, '')
    await expect(open(dataDir)).rejects.toThrow(`The data folder ${dataDir} cannot be used`)
  })

  test('that was moved away after a crash leaves nothing behind that gets into the new one', async () => {
    const dataDir = join(testFolder(), 'data')
    const first = Bun.spawnSync([process.execPath, '-e', crashing(dataDir)], { cwd: join(import.meta.dir, '../../..') })
    expect(first.signalCode).toBe('SIGKILL')
    const file = join(dataDir, DATABASE_NAME)
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    renameSync(file, `${file}.old`)

    const store = await open(dataDir)
    expect(await store.db.select().from(store.t.configs)).toEqual([])
    await store.close()
    expect(readdirSync(dataDir).filter((name) => /\.left-\d+-wal$/.test(name))).toHaveLength(1)
  })

  /** A program that writes a row and dies. */
  const crashing = (dataDir: string) => `
    const { openStore } = await import('./server/platform/store/index.ts')
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined })
    const row = { configKey: 'k', configName: '', configValue: '', createdAt: 0, updatedAt: 0 }
    await store.tx((db) => db.insert(store.t.configs).values(row))
    process.kill(process.pid, 'SIGKILL')`

  test('is made anew after a crash during its making', async () => {
    const dataDir = join(testFolder(), 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, `${DATABASE_NAME}.new`), 'half')
    await (await open(dataDir)).close()
    expect(existsSync(join(dataDir, `${DATABASE_NAME}.new`))).toBe(false)
  })

  function damage(file: string) {
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096, 12_288)
    writeFileSync(file, bytes)
  }

  function foreign(file: string) {
    truncateSync(file, 0)
    const connection = new Database(file)
    connection.exec('create table notes (text)')
    connection.close()
  }

  function fromTheFuture(file: string) {
    const connection = new Database(file)
    connection.exec(`insert into ${JOURNAL} values ('unheard of', 0)`)
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
  }
})

describe.skipIf(isPostgres)('a group commit', () => {
  const file = () => join(testFolder(), 'test.sqlite')
  function setUp({ path = file(), patienceMs = 200 } = {}) {
    const connection = connect(path)
    connection.exec('create table if not exists note (text)')
    const insert = connection.prepare('insert into note values (?)')
    const write = (text: string) => async () => void insert.run(text)
    const notes = () => connection.prepare('select count(*) from note').pluck().get() as number
    return { path, connection, write, notes, queue: groupCommit(connection, { lockMs: patienceMs }) }
  }

  test('answers everybody who wrote in the same turn after one commit', async () => {
    const { connection, write, queue, notes } = setUp()
    let commits = 0
    const commit = connection.prepare('select count(*) from note').pluck()
    const done = Array.from({ length: 50 }, (_, i) => queue.run(write(`note ${i}`)).then(() => commits++))
    expect(commit.get()).toBe(0)
    await Promise.all(done)
    expect([commits, notes()]).toEqual([50, 50])
  })

  test('waits for another process that writes, and gives up with "busy" (S87)', async () => {
    const { path, write, queue, notes } = setUp({ patienceMs: 60_000 })
    const impatient = setUp({ path })
    const other = connect(path)
    other.exec('begin immediate')
    const early = queue.run(write('in time'))
    setTimeout(() => other.exec('commit'), 60)
    await early

    other.exec('begin immediate')
    const error = await impatient.queue.run(impatient.write('too late')).catch((caught: unknown) => caught)
    other.exec('commit')
    expect(storeFault(error)).toBe('busy')
    expect(notes()).toBe(1)
  })

  test('on a full disk refuses with "full", keeps what was acknowledged, and goes on when there is space (S84)', async () => {
    const { connection, write, queue, notes } = setUp()
    connection.pragma('max_page_count = 4')
    const results = await Promise.allSettled(['a', 'b', 'c'].map((letter) => queue.run(write(letter.repeat(20_000)))))
    const kept = results.filter(({ status }) => status === 'fulfilled').length
    const faults = results.flatMap((result) => (result.status === 'rejected' ? [storeFault(result.reason)] : []))
    expect(faults).toContain('full')
    expect(notes()).toBe(kept)
    connection.pragma('max_page_count = 1000')
    await queue.run(write('again'))
    expect(notes()).toBe(kept + 1)
  })
})

test('migrations that are missing are applied in their order', () => {
  const all = ['a', 'b', 'c'].map((hash) => ({ hash, statements: [] }))
  expect(pendingOf(all, ['a'], 'it').map(({ hash }) => hash)).toEqual(['b', 'c'])
  expect(pendingOf(all, ['a', 'b', 'c'], 'it')).toEqual([])
  expect(() => pendingOf(all, ['a', 'z'], 'it')).toThrow('newer version')
})

test.each([
  ['both are nearly two megabytes', 1_990_000, 1_900_000, 1.9, 1.8],
  ['they differ by a byte', 5 * MEGABYTE, 5 * MEGABYTE - 1, 5, 4.9],
  ['they are large', 300 * MEGABYTE + 1, 300 * MEGABYTE, 301, 300],
  ['nothing is free', 10 * MEGABYTE, 0, 10, 0],
])('what is needed never reads as what is free: %s', (_, neededBytes, freeBytes, needed, free) => {
  expect(shortage(neededBytes, freeBytes)).toEqual({ needed, free })
})
