import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql, type SQL } from 'drizzle-orm'
import type { Group } from '#shared/list/page'
import { startApp } from '../support/app'
import { isPostgres } from '../support/store'
import { withScope } from '../support/qc/plant'

const ROWS = 100_000

const app = await startApp()
afterAll(app.close)
const boss = await app.signedIn('*:*:*')
const { t, db } = app.store
let products: number[]

beforeAll(async () => {
  const line = (code: string) => boss.post('/qc/product', { code, name: code, tz: 'Asia/Shanghai', status: 2, sort: 1 })
  products = [(await line('one')).data, (await line('two')).data]
  const now = Date.now()
  const lots = sql.raw(`insert into qc_lot (product_id, lot_no, supplier, status, created_at, updated_at)
    with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${ROWS - 1})
    select case i % 2 when 0 then ${products[0]} else ${products[1]} end, 'L-' || i, 'Supplier ' || i % 7,
      case i % 3 when 0 then 'open' when 1 then 'hold' else 'closed' end, ${now}, ${now}
    from numbers`)
  // One statement: sent row by row they would take longer than all of the tests.
  await app.store.tx(async (tx) => {
    const { execute, run } = tx as unknown as Record<'execute' | 'run', (query: SQL) => Promise<unknown>>
    await (isPostgres ? execute : run).call(tx, lots)
  })
})

/** The same by plain SQL. */
async function counted(where: SQL): Promise<Group[]> {
  const rows = await db
    .select({ value: t.lots.status, count: sql<number>`count(*)` })
    .from(t.lots)
    .where(where)
    .groupBy(t.lots.status)
  return rows.map(({ value, count }) => ({ value, count: Number(count) }))
}

const byValue = (groups: Group[]) => Object.fromEntries(groups.map(({ value, count }) => [String(value), count]))
const groups = async (path: string): Promise<Group[]> => (await boss.get(path)).data

describe('the groups of 100,000 rows', () => {
  test.each([
    ['without a filter', '', () => sql`true`],
    ['of a product line', '&product=two', () => sql`${t.lots.productId} = ${products[1]}`],
    ['of a text', '&keyword=supplier 3', () => sql`${t.lots.supplier} = 'Supplier 3'`],
    ['of a status', '&status=hold', () => sql`${t.lots.status} = 'hold'`],
    ['of nothing', '&keyword=nowhere', () => sql`1 = 0`],
  ] as const)('equal plain SQL over the whole filter, %s', async (_, search, where) => {
    const found = await groups(`/qc/lot/group?by=status${search}`)
    expect(byValue(found)).toEqual(byValue(await counted(where())))
    const total = found.reduce((sum, { count }) => sum + count, 0)
    expect((await boss.get(`/qc/lot?pageSize=1${search}`)).data.count).toBe(total)
    expect(found.map(({ count }) => count)).toEqual(found.map(({ count }) => count).toSorted((a, b) => b - a))
  })

  test('follow what is written meanwhile', async () => {
    const before = byValue(await groups('/qc/lot/group?by=status'))
    await boss.post('/qc/lot', { productId: products[0], lotNo: 'one more', status: 'open' })
    expect(byValue(await groups('/qc/lot/group?by=status'))).toEqual({ ...before, open: before['open']! + 1 })
  })
})

test('groups count the rows of the own data scope alone (S33)', async () => {
  const deptId = (await boss.post('/dept', { parentId: 0, deptName: 'Counted', sort: 1 })).data
  const password = 'correct-horse-battery-staple'
  for (const [username, status] of [
    ['first', '1'],
    ['second', '2'],
  ])
    await boss.post('/sys-user', { username, nickName: username, deptId, status, password })
  const reader = await withScope(app, await app.signedIn('admin:sysUser:list'), '3', deptId)
  const { data } = await reader.get('/sys-user/group?by=status')
  expect(byValue(data)).toEqual({ '1': 1, '2': 2 }) // the reader is enabled, too
  expect((await reader.get('/sys-user/group?by=deptId')).code).toBe(400)
  expect((await reader.get('/qc/lot/group?by=status')).code).toBe(403)
})
