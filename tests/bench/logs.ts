/**
 * `bun run bench:logs`: how long it takes to empty an operation log of 100,000 entries through its endpoint, on SQLite
 * and on PostgreSQL, which took the table for empty when it was analysed.
 */
import { SQL } from 'bun'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openStore, type Store } from '#server/platform/store/index'
import { seedDemo } from '#seed/index'
import { removeTestFolders, testFolder } from '../support/folder'
import { startPostgres } from '../support/database/postgres'
import { printFigures } from './figures'

const ENTRIES = 100_000
const BLOCK = 1000
const PASSWORD = 'caliper-demo'
const settings = readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false })

/** In milliseconds. */
async function emptied(store: Store): Promise<number> {
  const app = createApp({ store, settings, now: Date.now })
  async function call<Answer>(method: string, path: string, body?: object, token?: string) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await app.request(`/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const { token } = await call<{ token: string }>('POST', '/login', { username: 'admin', password: PASSWORD })
  const post = { postName: 'Bench', postCode: 'bench', sort: 1, status: '2' }
  await call('POST', '/post', post, token)
  const { operations } = store.t
  const [first] = await store.db.select().from(operations).limit(1)
  const { id: _, ...entry } = first!
  for (let left = ENTRIES; left > 0; left -= BLOCK) {
    await store.tx((db) => db.insert(operations).values(Array.from({ length: BLOCK }, () => entry)))
  }
  const at = performance.now()
  const { data } = await call<{ data: number }>('DELETE', '/operlog/clean', undefined, token)
  if (data < ENTRIES) throw new Error(`${data} entries were deleted`)
  return performance.now() - at
}

async function measured(databaseUrl: string | undefined): Promise<number> {
  const store = await openStore({ dataDir: databaseUrl ? '' : testFolder(), databaseUrl })
  const nothing = () => {}
  try {
    await seedDemo(store, () => PASSWORD, nothing)
    await analysed(databaseUrl)
    return await emptied(store)
  } finally {
    await store.close()
  }
}

/** PostgreSQL counts rows now, while there are few, and not again by itself. */
async function analysed(databaseUrl: string | undefined) {
  if (!databaseUrl) return
  const sql = new SQL(databaseUrl, { max: 1 })
  await sql.unsafe('truncate sys_opera_log; analyze; alter table sys_opera_log set (autovacuum_enabled = false)')
  await sql.close()
}

const sqlite = await measured(undefined)
const postgres = await startPostgres()
const ms = await measured(await postgres.create('bench')).finally(() => postgres.stop())
removeTestFolders()
const isGood = printFigures([
  { what: `empty ${ENTRIES} entries of the operation log on SQLite`, unit: 'ms', value: sqlite },
  { what: 'the same on PostgreSQL', unit: 'ms', value: ms },
  { what: 'times as long as on SQLite', unit: 'x', value: ms / sqlite, must: 3 },
])
process.exit(isGood ? 0 : 1)
