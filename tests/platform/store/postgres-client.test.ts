import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql, type SQL } from 'drizzle-orm'
import { codeOf } from '#server/platform/log/reason'
import { storeFault } from '#server/platform/store/fault'
import { openStore, type Reader, type Store } from '#server/platform/store/index'
import { atLength } from '#server/platform/store/limits'
import { CommitUnanswered } from '#server/platform/store/silence'
import { startProxy, type Proxy } from '../../support/database/proxy'
import { addressOf, isPostgres, openTestStore } from '../../support/store'

const DIVISION_BY_ZERO = '22012'
const INVALID_TEXT = '22P02'

const run = async <Row>(on: Reader, query: SQL) =>
  (await (on as unknown as { execute(query: SQL): Promise<{ rows: Row[] }> }).execute(query)).rows

describe.skipIf(!isPostgres)('PostgreSQL', () => {
  let behind: Store
  let proxy: Proxy
  let store: Store
  beforeAll(async () => {
    behind = await openTestStore()
    const url = new URL(addressOf(behind))
    proxy = await startProxy(Number(url.port))
    url.port = String(proxy.port)
    store = await openStore({ dataDir: '', databaseUrl: url.href })
  })
  afterAll(async () => {
    proxy.stop()
    await behind.close()
  })

  test('a write whose commit was not answered is refused as busy, and not done again', async () => {
    await run(store.db, sql`create table written (mark text not null)`)
    proxy.cutAtCommit()
    const refusal = await store
      .tx((db) => run(db, sql`insert into written values ('once')`))
      .catch((error: unknown) => error)
    expect(await run(behind.db, sql`select mark from written`)).toEqual([{ mark: 'once' }])
    expect(refusal).toBeInstanceOf(CommitUnanswered)
    expect(storeFault(refusal)).toBe('busy')
    await run(store.db, sql`drop table written`)
  })

  test('of statements that travel together the first failure is told, and not that the transaction is over', async () => {
    const slowly = async (error: unknown) => {
      await Bun.sleep(1)
      throw error
    }
    const refusal = await store
      .tx((db) => Promise.all([run(db, sql`select 1 / 0`).catch(slowly), run(db, sql`select 1`)]))
      .catch((error: unknown) => error)
    expect(codeOf((refusal as Error).cause ?? refusal)).toBe(DIVISION_BY_ZERO)
  })

  test('a failure that the transaction has recovered from is not told again', async () => {
    const refusal = await store
      .tx(async (db) => {
        await run(db, sql`savepoint before`)
        await run(db, sql`select 1 / 0`).catch(() => {})
        await run(db, sql`rollback to savepoint before`)
        await run(db, sql`select 'x'::int`).catch(() => {})
        await run(db, sql`select 1`)
      })
      .catch((error: unknown) => error)
    expect(codeOf((refusal as Error).cause ?? refusal)).toBe(INVALID_TEXT)
  })

  test('a server that stops does not wait for long statements: it gives them up', async () => {
    const asked = Promise.withResolvers<void>()
    const long = atLength(() =>
      store.snapshot(async ({ db }) => {
        await run(db, sql`select 1`)
        asked.resolve()
        await run(db, sql`select pg_sleep(60)`)
      }),
    ).catch((error: unknown) => error)
    await asked.promise
    const began = performance.now()
    await store.close()
    expect(performance.now() - began).toBeLessThan(8000)
    expect(storeFault(await long)).toBe('busy')
  })
})
