import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Namespace } from '#server/platform/store/shared-state'
import { TooManyWriters } from '#server/platform/store/fault'
import { openStore, type Store } from '#server/platform/store/index'
import { STATE_LOCK } from '#server/platform/store/postgres/shared-state'
import { addressOf, isPostgres, openTestStore } from '../../support/store'

/** What processes know together for some minutes: in memory of the one on SQLite, in a table of PostgreSQL. */
const now = Date.parse('2026-11-21T08:00:00Z')
const LATER = now + 60_000
/** On PostgreSQL what is too much is cleared away now and then. */
const CLEARED_EVERY = 500

let store: Store
/** On PostgreSQL another process's, else the same. */
let other: Store
beforeAll(async () => {
  store = await openTestStore()
  other = isPostgres ? await openStore({ dataDir: '', databaseUrl: addressOf(store) }) : store
})
afterAll(async () => {
  if (other !== store) await other.close()
  await store.close()
})

const namespace = (name: string, maxEntries = 100): Namespace<number> => ({ name, maxEntries })
const put = (on: Namespace<number>, key: string, value: number, endsAt = LATER, at = now) =>
  store.sharedState.change([], at, (entries) => entries.set({ namespace: on, key }, value, endsAt))
const look = (on: Namespace<number>, key: string) => other.sharedState.get({ namespace: on, key })

describe('the shared state', () => {
  test('shows what was put, replaced and dropped, each namespace its own', async () => {
    const [one, two] = [namespace('one'), namespace('two')]
    await put(one, 'key', 1)
    await put(two, 'key', 2)
    await put(one, 'key', 3)
    expect([await look(one, 'key'), await look(two, 'key'), await look(one, 'other')]).toEqual([3, 2, undefined])
    await store.sharedState.change([], now, (entries) => entries.delete({ namespace: one, key: 'key' }))
    expect([await look(one, 'key'), await look(two, 'key')]).toEqual([undefined, 2])
  })

  test('keeps text of any kind as it is', async () => {
    const words: Namespace<{ readonly said: string }> = { name: 'words', maxEntries: 10 }
    const stateKey = { namespace: words, key: `' "\\ 质量 🔒 % \0 \ud800` }
    const value = { said: `it's "so" \\ 🔒 \u2028 \0 \ud800` }
    await store.sharedState.change([], now, (entries) => entries.set(stateKey, value, LATER))
    expect(await other.sharedState.get(stateKey)).toEqual(value)
  })

  test('is changed by one after the other: of many at once nothing is lost, and one alone takes what is there once', async () => {
    const stateKey = { namespace: namespace('count'), key: 'all' }
    const counted = (on: Store) =>
      on.sharedState.change([stateKey], now, (entries) => {
        const mine = (entries.get(stateKey) ?? 0) + 1
        entries.set(stateKey, mine, LATER)
        return mine
      })
    const numbers: number[] = []
    for (let round = 0; round < 10; round++) {
      numbers.push(...(await Promise.all(Array.from({ length: 6 }, (_, i) => counted(i % 2 ? store : other)))))
    }
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    const taken = (on: Store) =>
      on.sharedState.change([stateKey], now, (entries) => {
        const there = entries.get(stateKey)
        entries.delete(stateKey)
        return there
      })
    const found = await Promise.all(Array.from({ length: 20 }, (_, i) => taken(i % 2 ? store : other)))
    expect(found.filter((value) => value !== undefined)).toEqual([60])
  })

  test('has room for so much of each kind: what was put first goes first, whatever the clock says (S27)', async () => {
    const small = namespace('small', 20)
    await put(namespace('beside'), 'key', 1)
    for (let i = 0; i < 3 * CLEARED_EVERY; i += 100) {
      const some = Array.from({ length: 100 }, (_, n) =>
        put(small, String(i + n), i + n, LATER - i * 1000, now - i * 1000),
      )
      await Promise.all(some)
    }
    const last = 3 * CLEARED_EVERY - 1
    expect(await look(small, String(last - CLEARED_EVERY - 20))).toBeUndefined()
    expect([await look(small, String(last - 19)), await look(small, String(last))]).toEqual([last - 19, last])
    expect(await look(namespace('beside'), 'key')).toBe(1)
  })

  test('is rid of what has ended', async () => {
    const short = namespace('short', 5 * CLEARED_EVERY)
    for (let i = 0; i < CLEARED_EVERY; i++) void put(short, String(i), i)
    await put(short, 'lasting', 1, LATER + 60_000)
    await Promise.all(
      Array.from({ length: 2 * CLEARED_EVERY }, (_, i) => put(short, `new ${i}`, i, LATER + 60_000, LATER)),
    )
    expect([await look(short, '0'), await look(short, String(CLEARED_EVERY - 1))]).toEqual([undefined, undefined])
    expect([await look(short, 'lasting'), await look(short, 'new 0')]).toEqual([1, 0])
  })
})

test.skipIf(!isPostgres)(
  'while another process holds the shared state up, so many wait for it and no more (S93)',
  async () => {
    const line = namespace('line', 5000)
    const sql = new Bun.SQL(addressOf(store), { max: 1 })
    let waiting: Promise<unknown>[] = [] // not what `begin` answers, which it would wait for
    await sql.begin(async (tx) => {
      await tx.unsafe('select pg_advisory_xact_lock($1)', [STATE_LOCK])
      waiting = Array.from({ length: 2500 }, (_, n) => put(line, String(n), n).catch((error: unknown) => error))
    })
    const answers = await Promise.all(waiting)
    await sql.close()
    const refused = answers.filter((answer) => answer !== undefined)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter((answer) => !(answer instanceof TooManyWriters))).toEqual([])
    expect(await look(line, '1999')).toBe(1999)
    expect(await look(line, '2499')).toBeUndefined()
  },
)

test('processes on one database have the same keys, one for each purpose, and the database does not tell them (S77)', async () => {
  const [one, same, another] = [await store.keyFor('a'), await other.keyFor('a'), await store.keyFor('b')]
  expect([one.length, one.equals(same), one.equals(another)]).toEqual([32, true, false])
  if (!isPostgres) return
  const address = new URL(addressOf(store))
  address.password = 'another' // which the tests' server does not look at
  const stranger = await openStore({ dataDir: '', databaseUrl: String(address) })
  expect((await stranger.keyFor('a')).equals(one)).toBe(false)
  await stranger.close()
})
