import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onError } from '#server/http/error'
import type { AppEnv } from '#server/http/app-env'
import { createTurns } from '#server/security/turns'
import { storeFault, TooManyWriters, type StoreFault } from '#server/store/fault'
import { groupCommit } from '#server/store/group-commit'
import { soundnessOf } from '#server/store/soundness'
import { connect } from '#server/store/sqlite'
import { startFault } from '#server/store/start-fault'
import { takingTurns } from '#server/store/turns'
import { testFolder } from './support/folder'

const folder = testFolder()
const path = join(folder, 'things.sqlite')
const writer = connect(path)
writer.exec('create table small (id integer primary key); create table large (id integer primary key, text text)')
const fill = writer.prepare('insert into large (text) values (?)')
for (let n = 0; n < 2000; n++) fill.run(`some words ${n} `.repeat(20))
writer.exec('insert into small values (1); pragma wal_checkpoint(truncate)')
afterAll(() => writer.close())

describe('while another process holds the write lock (S87)', () => {
  test('writers are given up after a while, and beyond a number none joins them (S93)', async () => {
    const { run } = groupCommit(writer, 120, 300)
    const other = new Database(path)
    other.exec('begin immediate')
    const writes = Array.from({ length: 600 }, () => run(async () => 'written').catch((error: unknown) => error))
    const answers = await Promise.all(writes)
    other.exec('rollback')
    other.close()
    const faults = answers.map(storeFault)
    expect(answers.filter((answer) => answer instanceof TooManyWriters)).toHaveLength(300)
    expect(new Set(faults)).toEqual(new Set(['busy']))
    expect(await run(async () => 'written')).toBe('written')
  })
})

test('on PostgreSQL too, so many wait in the line and no more (S93)', async () => {
  const conflict = Object.assign(new Error('could not serialize access'), { errno: '40001' })
  const patiently = takingTurns(200, 5)
  const attempts = Array.from({ length: 12 }, () =>
    patiently(async () => {
      await Bun.sleep(1)
      throw conflict
    }).catch((error: unknown) => error),
  )
  const answers = await Promise.all(attempts)
  expect(answers.filter((answer) => answer instanceof TooManyWriters).length).toBe(7)
  expect(answers.filter((answer) => answer === conflict).length).toBe(5)
})

test('attempts to sign in as one user wait in a line that has an end (S93)', async () => {
  const inTurn = createTurns(3)
  const goOn = Promise.withResolvers<void>()
  const works = Array.from({ length: 6 }, () => inTurn('somebody', () => goOn.promise.then(() => 'done')))
  const others = inTurn('another', async () => 'done')
  goOn.resolve()
  const told = await Promise.allSettled([...works, others])
  expect(told.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'rejected', 'fulfilled'])
  expect(await inTurn('somebody', async () => 'done')).toBe('done')
})

describe('a page that makes no sense (S84, S85)', () => {
  const leaf = writer.prepare("select min(pageno) from dbstat where name = 'large' and pagetype = 'leaf'")
  const page = Number(leaf.pluck().get())
  const file = openSync(path, 'r+')
  writeSync(file, randomBytes(4096), 0, 4096, (page - 1) * 4096)
  closeSync(file)
  const reader = connect(path)
  afterAll(() => reader.close())

  test('is found before the server begins, in a small file and in the small tables of a large one', () => {
    expect(soundnessOf(reader, 0).fault).toMatch(/page/i)
    expect(soundnessOf(reader, 1e12, { patienceMs: 60_000 }).fault).toMatch(/page/i)
  })

  test('tables that there is no time for are named', () => {
    const sound = connect(join(folder, 'sound.sqlite'))
    sound.exec('create table small (id integer primary key); create table large (id integer primary key)')
    sound.exec('insert into large values (1000000000)')
    expect(soundnessOf(sound, 1e12, { patienceMs: 60_000 })).toEqual({ fault: undefined, unread: ['large'] })
    sound.close()
  })

  test('is answered 503 with words of its own, without a stack', async () => {
    const app = new Hono<AppEnv>().use(async (c, next) => {
      c.set('locale', 'en')
      c.set('requestId', 'of-the-test')
      await next()
    })
    app.onError(onError)
    app.get('/', () => void reader.prepare('select count(text) from large').get() as never) // it throws
    const response = await app.request('/')
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { code: 503, msg: 'The database is damaged. Inform the administrator of this server' },
    ])
  })

  test('met while starting, it is said in a sentence that names file and remedy', () => {
    expect(
      startFault(
        thrownBy(() => reader.prepare('select count(text) from large').get()),
        folder,
      ),
    ).toMatchObject({
      message: expect.stringMatching(/caliper\.sqlite is damaged \(.+\)\. Restore a backup/),
    })
  })
})

test.each<[string, StoreFault | undefined]>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'busy'],
  ['EIO', 'busy'],
  ['ENOENT', undefined],
])('a file that cannot be written for %s is a fault of the disk: %s (S84)', (code, fault) => {
  expect(storeFault(Object.assign(new Error('of the system'), { code, errno: -1 }))).toBe(fault)
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
