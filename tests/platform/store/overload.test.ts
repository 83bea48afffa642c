import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onError } from '#server/platform/http/on-error'
import type { AppEnv } from '#server/platform/http/app-env'
import { concurrencyLimit } from '#server/platform/chunks/concurrency-limit'
import { storeFault, TooManyWriters, type StoreFault } from '#server/platform/store/fault'
import { groupCommit } from '#server/platform/store/group-commit'
import { soundnessOf } from '#server/platform/store/soundness'
import { connect } from '#server/platform/store/sqlite/index'
import { startFault } from '#server/platform/store/start-fault'
import { postgresState } from '#server/platform/store/postgres/shared-state'
import type { Connection } from '#server/platform/store/postgres/client'
import { retryConflicts } from '#server/platform/store/retry-conflicts'
import { testFolder } from '../../support/folder'

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
    const { run } = groupCommit(writer, { lockMs: 120, maxWaiting: 300 })
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

  test('who waits behind one that never comes to its end is refused in time, and not written', async () => {
    const { run } = groupCommit(writer, { patienceMs: 50 })
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = run(async () => {
      begun.resolve()
      await goOn.promise
      return 'written'
    })
    await begun.promise
    let isAttempted = false
    const behind = run(async () => void (isAttempted = true))
    expect(await behind.catch((error: unknown) => error)).toBeInstanceOf(TooManyWriters)
    goOn.resolve()
    expect(await first).toBe('written')
    expect(await run(async () => 'next')).toBe('next')
    expect(isAttempted).toBe(false)
  })
})

test('on PostgreSQL, who waits for the shared state behind one that gets no answer is refused in time, and changes nothing (S93)', async () => {
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const client = {
    query: async () => ({ rows: [] }) as never,
    async transaction<Result>(_isolation: string, work: (on: Connection) => Promise<Result>) {
      begun.resolve()
      await answered.promise
      return work(client)
    },
  }
  const state = postgresState(client, 50)
  const first = state.change([], 0, () => 'changed')
  await begun.promise
  let isAttempted = false
  const behind = state.change([], 0, () => void (isAttempted = true))
  expect(await behind.catch((error: unknown) => error)).toBeInstanceOf(TooManyWriters)
  answered.resolve()
  expect(await first).toBe('changed')
  expect(await state.change([], 0, () => 'next')).toBe('next')
  expect(isAttempted).toBe(false)
})

test('on PostgreSQL too, so many wait in the line and no more (S93)', async () => {
  const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' })
  const retry = retryConflicts(2000, 5)
  const isFree = Promise.withResolvers<void>()
  const attempts = Array.from({ length: 12 }, () => {
    let count = 0
    return retry(async () => {
      count += 1
      if (count === 1) throw conflict
      await isFree.promise
    }).catch((error: unknown) => error)
  })
  const refused = await Promise.all(attempts.slice(5))
  expect(refused.every((answer) => answer instanceof TooManyWriters)).toBe(true)
  isFree.resolve()
  expect(await Promise.all(attempts.slice(0, 5))).toEqual(Array(5).fill(undefined))
})

test('on PostgreSQL too, who waits behind one that gets no answer is refused in time, and not attempted any more (S93)', async () => {
  const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' })
  const retry = retryConflicts(2000)
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let attempts = 0
  const first = retry(async () => {
    attempts += 1
    if (attempts === 1) throw conflict
    begun.resolve()
    await answered.promise
    return 'written'
  })
  await begun.promise
  let isAttempted = false
  const behind = retry(async () => void (isAttempted = true))
  expect(await behind.catch((error: unknown) => error)).toBeInstanceOf(TooManyWriters)
  answered.resolve()
  expect(await first).toBe('written')
  expect(await retry(async () => 'next')).toBe('next')
  expect(isAttempted).toBe(false)
})

test('attempts to sign in as one user wait in a line that has an end (S93)', async () => {
  const inTurn = concurrencyLimit<string>({ maxWaiting: 3 })
  const goOn = Promise.withResolvers<void>()
  const works = Array.from({ length: 6 }, () => inTurn('somebody', () => goOn.promise.then(() => 'done')))
  const others = inTurn('another', async () => 'done')
  goOn.resolve()
  const told = await Promise.allSettled([...works, others])
  expect(told.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'rejected', 'fulfilled'])
  expect(await inTurn('somebody', async () => 'done')).toBe('done')
})

test('who waits there behind one that never comes to its end is refused with 503 in time, and not begun (S93)', async () => {
  const inTurn = concurrencyLimit<string>({ patienceMs: 50 })
  const goOn = Promise.withResolvers<void>()
  const first = inTurn('somebody', () => goOn.promise.then(() => 'done'))
  let isBegun = false
  const refusal = await inTurn('somebody', async () => void (isBegun = true)).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 503, headers: { 'retry-after': '5' } })
  goOn.resolve()
  expect(await first).toBe('done')
  expect(await inTurn('somebody', async () => 'next')).toBe('next')
  expect(isBegun).toBe(false)
})

test('those who wait there are refused in the order in which their patience ends; the others keep their place (S93)', async () => {
  const inTurn = concurrencyLimit<string>()
  const goOn = Promise.withResolvers<void>()
  const ended: string[] = []
  const wait = (name: string, patienceMs: number) =>
    inTurn('somebody', async () => void ended.push(`${name} done`), patienceMs).catch(() => ended.push(`${name} late`))
  const first = inTurn('somebody', () => goOn.promise)
  const [long, longer, short, patient] = [
    wait('long', 60),
    wait('longer', 90),
    wait('short', 20),
    wait('patient', 20_000),
  ]
  await short
  expect(ended).toEqual(['short late'])
  await long
  await longer
  expect(ended).toEqual(['short late', 'long late', 'longer late'])
  goOn.resolve()
  await Promise.all([first, patient])
  expect(ended.at(-1)).toBe('patient done')
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
