import { afterAll, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { atLeast, contains, equals, listing, mapBatches } from '#server/platform/list/listing'
import type { Order } from '#shared/list/list-query'
import { openTestStore } from '../support/store'

/** Reading all of a list: it must hold up nobody, however long it is. */
const ROWS = 12_500
const store = await openTestStore()
afterAll(() => store.close())

await store.tx(async (db) => {
  for (let from = 0; from < ROWS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      event: 'sign-in' as const,
      reason: 'done' as const,
      method: 'password' as const,
      status: (from + i) % 5 === 0 ? ('1' as const) : ('2' as const),
      username: `user-${(from + i) % 100}`,
      address: '10.0.0.1',
      userAgent: '',
      at: 1_000_000 - from - i, // the latest time has the lowest id
    }))
    await db.insert(store.t.loginLogs).values(rows)
  }
})

type Query = {
  pageIndex: number
  pageSize: number
  orders: Order[]
  status?: string
  username?: string
  since?: number
}
const page = listing<Query>()(({ db, t: { loginLogs } }) => ({
  rows: () =>
    db.select({ no: loginLogs.id, username: loginLogs.username, at: loginLogs.at }).from(loginLogs).$dynamic(),
  counted: loginLogs,
  key: loginLogs.id,
  filters: {
    status: equals(loginLogs.status),
    username: contains(loginLogs.username),
    since: atLeast(loginLogs.at),
  },
  orders: { username: loginLogs.username, at: loginLogs.at },
  defaultOrder: [desc(loginLogs.at), desc(loginLogs.id)],
}))

async function read(query: Omit<Partial<Query>, 'pageIndex' | 'pageSize'>) {
  const sizes: number[] = []
  const numbers: number[] = []
  for await (const batch of page.batches(store, { orders: [], ...query })) {
    sizes.push(batch.length)
    numbers.push(...batch.map(({ no }) => no))
  }
  return { sizes, numbers }
}
const isFalling = (numbers: number[]) => numbers.every((no, i) => i === 0 || no < numbers[i - 1]!)

test('more than 10,000 rows come in pages of 2,000, by their id downwards, each once', async () => {
  const { sizes, numbers } = await read({ orders: [['username', 'asc']] })
  expect(sizes).toEqual([2000, 2000, 2000, 2000, 2000, 2000, 500])
  expect(new Set(numbers).size).toBe(ROWS)
  expect(isFalling(numbers)).toBe(true)
})

test('10,000 rows come in the order that was asked for', async () => {
  const { numbers } = await read({ status: '2', orders: [['at', 'asc']] })
  expect(numbers).toHaveLength(10_000)
  expect(isFalling(numbers)).toBe(true)
  expect(isFalling((await read({ status: '2' })).numbers.toReversed())).toBe(true) // the newest first
})

test.each([
  ['nothing found', { username: 'nobody' }, 0],
  ['one filter', { username: 'USER-7' }, 1375],
  ['two filters', { status: '1', username: 'user-5' }, 375],
  ['a filter that leaves more than 10,000', { since: 1_000_000 - 11_999 }, 12_000],
])('filters count as in the list: %s', async (_, query, count) => {
  const { numbers } = await read(query)
  expect(numbers).toHaveLength(count)
  expect((await page(store, { pageIndex: 1, pageSize: 1, orders: [], ...query })).count).toBe(count)
})

test('a row made while the list is read is not among it', async () => {
  const numbers: number[] = []
  const { loginLogs } = store.t
  const [newest] = await store.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
  const { id, ...entry } = newest!
  for await (const batch of page.batches(store, { orders: [] })) {
    if (numbers.length === 0) await store.tx((db) => db.insert(loginLogs).values(entry))
    numbers.push(...batch.map(({ no }) => no))
  }
  expect(numbers).toHaveLength(ROWS)
  expect(numbers[0]).toBe(id)
})

test('whoever stops early reads no further page', async () => {
  let pages = 0
  for await (const batch of mapBatches(page.batches(store, { orders: [] }), ({ no }) => no)) {
    pages += 1
    expect(batch).toHaveLength(2000)
    if (pages === 2) break
  }
  expect(pages).toBe(2)
})

test('a list whose key is not selected is a mistake', async () => {
  const broken = listing<Query>()(({ db, t: { loginLogs } }) => ({
    rows: () => db.select({ username: loginLogs.username }).from(loginLogs).$dynamic(),
    counted: loginLogs,
    key: loginLogs.id,
    filters: { status: equals(loginLogs.status), username: equals(loginLogs.username), since: atLeast(loginLogs.at) },
    orders: { username: loginLogs.username, at: loginLogs.at },
    defaultOrder: [loginLogs.id],
  }))
  await expect(broken(store, { pageIndex: 1, pageSize: 1, orders: [] })).rejects.toThrow('does not select its key id')
})

/** The same with something joined, of which only a page's rows are read. */
const joined = listing<Query>()(({ db, t: { loginLogs, users } }) => ({
  rows: () =>
    db
      .select({ no: loginLogs.id, username: loginLogs.username, nickName: users.nickName })
      .from(loginLogs)
      .leftJoin(users, eq(users.username, loginLogs.username))
      .$dynamic(),
  counted: loginLogs,
  key: loginLogs.id,
  filters: {
    status: equals(loginLogs.status),
    username: contains(loginLogs.username),
    since: atLeast(loginLogs.at),
  },
  orders: { username: loginLogs.username, at: loginLogs.at },
  defaultOrder: [desc(loginLogs.at), desc(loginLogs.id)],
}))

const plainOrder = (orders: Order[]) => (a: Entry, b: Entry) => {
  for (const [field, direction] of [...orders, ['at', 'desc'], ['no', 'desc']] as const) {
    const [x, y] = [a[field as keyof Entry], b[field as keyof Entry]]
    if (x !== y) return x < y === (direction === 'asc') ? -1 : 1
  }
  return 0
}
type Entry = { no: number; username: string; at: number; status: string }

test.each<[string, Partial<Query>]>([
  ['as they come', {}],
  ['of one state', { status: '2' }],
  ['by name, of which very many are the same', { orders: [['username', 'asc']] }],
  ['by name downwards, some of them', { orders: [['username', 'desc']], username: 'user-3' }],
  ['by time upwards', { orders: [['at', 'asc']], status: '1' }],
])('pages deep in a list have the same rows in the same order: %s', async (_, query) => {
  const { loginLogs } = store.t
  const rows = await store.db.select().from(loginLogs)
  const entries = rows.map(({ id: no, username, at, status }) => ({ no, username, at, status }))
  const expected = entries
    .filter(({ username }) => username.includes(query.username ?? ''))
    .filter(({ status }) => query.status === undefined || status === query.status)
    .toSorted(plainOrder(query.orders ?? []))
    .map(({ no }) => no)
  const pageSize = 50
  for (const list of [page, joined]) {
    for (const pageIndex of [1, 10, 11, 12, Math.ceil(expected.length / pageSize)]) {
      const found = await list(store, { orders: [], ...query, pageIndex, pageSize })
      const from = (pageIndex - 1) * pageSize
      expect(found.list.map(({ no }) => no)).toEqual(expected.slice(from, from + pageSize))
      expect(found.count).toBe(expected.length)
    }
  }
})
