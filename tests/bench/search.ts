/**
 * `bun run bench:search [--small]`: processor time of a search over a million values (200,000 records), 20,000 lots and
 * some thousand names, ours and that of the database together, on SQLite and on PostgreSQL; for somebody who sees all
 * records, and for somebody in whose data scope there is none, so that everything is looked through in vain.
 */
import { readFileSync, readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { SQL } from 'bun'
import { inArray } from 'drizzle-orm'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openStore, type Store } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { statuses } from '#shared/constants'
import { searchTags } from '#shared/qc/search-kinds'
import { postgresPrograms, startPostgres } from '../support/database/postgres'
import { removeTestFolders, testFolder } from '../support/folder'
import { signInAs } from '../support/sign-in'
import { median, printFigures, type Figure } from './figures'
import { baseColumns, dice, fillPlant, foundPlant, publishOne, type Plant } from './records-data'
import { cpuMicros } from './side'

const isSmall = process.argv.includes('--small')
const RECORDS = isSmall ? 20_000 : 200_000
const MORE_LOTS = isSmall ? 0 : 18_000
const NAMES = isSmall ? 100 : 1500
const TEMPLATES = 100
/** One after the other: the clock of processes ticks every 10 ms. */
const REQUESTS = 25
const ROUNDS = 3
const DATABASE = 'bench_search'
const STAMPS = { createdAt: 0, updatedAt: 0 }

const searches: [what: string, q: string][] = [
  ['a whole number', 'C21-261110-0100'],
  ['the beginning of all numbers', 'C21'],
  ['the beginning of a day', 'C21-2611'],
  ['the last digits', '0054'],
  ['digits that are not there', '9999'],
  ['a day', '261110'],
  ['a lot', 'L-01234'],
  ['a part of many lots', '123'],
  ['the name of a template', '模板 3'],
  ['initials', 'mmd'],
  ['a name of a person', '检验员'],
  ['nothing that is there', 'zzzzzz'],
]

const settings = readSettings({}, { mode: 'ephemeral', captcha: 'never', logRequests: false })
const dataDir = testFolder()
const figures: Figure[] = []
const plant = await foundPlant(dataDir)
const { values } = fillPlant(dataDir, plant, 0, RECORDS, RECORDS)
console.log(`${RECORDS} records with ${values} values`)
const sqlite = await openStore({ dataDir, databaseUrl: undefined })
await addNames(sqlite, plant)
await sqlite.analyze()
await measure('SQLite', sqlite, () => 0)
await sqlite.close()
if (postgresPrograms()) {
  const server = await startPostgres()
  try {
    const databaseUrl = await server.create(DATABASE)
    await addRecords(databaseUrl, await foundPlant('', databaseUrl))
    const store = await openStore({ dataDir: '', databaseUrl })
    await addNames(store, plant)
    const sql = new SQL(databaseUrl, { max: 1 })
    await sql.unsafe('vacuum analyze') // as it does by itself in a plant
    await sql.unsafe(`alter database ${DATABASE} set max_parallel_workers_per_gather = 0`) // their time would be missed
    await sql.close()
    await store.close()
    const fresh = await openStore({ dataDir: '', databaseUrl }) // whose connections know the setting
    await measure('PostgreSQL', fresh, cpuOfPostgres)
    await fresh.close()
  } finally {
    await server.stop()
  }
}
removeTestFolders()
process.exit(printFigures(figures) ? 0 : 1)

/** Equipment, users, lots and templates as a large plant has them. */
async function addNames(store: Store, { productId, operators }: Plant) {
  const roll = dice(7)
  const syllables = [...'涂布辊压分切卷绕注液化成检验面密度厚度水分温度毛刺外观机台线体班组长度宽度重量']
  const name = (n: number) =>
    `${Array.from({ length: 5 }, () => syllables[Math.floor(roll() * syllables.length)]).join('')} ${n}`
  const batches = (count: number) => Array.from({ length: Math.ceil(count / 250) }, (_, batch) => batch * 250)
  const some = (from: number, count: number) => Array.from({ length: Math.min(250, count - from) }, (_, n) => from + n)
  await store.tx(async (db) => {
    const { equipment, users, lots } = store.t
    for (const from of batches(NAMES)) {
      const of = some(from, NAMES)
      const stated = { status: statuses.on, ...STAMPS }
      await db
        .insert(equipment)
        .values(of.map((n) => ({ productId, code: `E-${n}`, name: name(n), kind: 'machine' as const, ...stated })))
      await db.insert(users).values(
        of.map((n) => ({
          username: `person-${n}`,
          usernameKey: `person-${n}`,
          nickName: name(n),
          deptId: operators[n % operators.length]!.deptId,
          ...stated,
        })),
      )
    }
    for (const from of batches(MORE_LOTS)) {
      const rows = some(from, MORE_LOTS).map((n) => ({
        productId,
        lotNo: `L-${10_000 + n}`,
        status: 'open' as const,
        ...STAMPS,
      }))
      await db.insert(lots).values(rows)
    }
    for (let n = 0; n < TEMPLATES; n++) await publishOne(store, db, productId, 1000 + n, 3)
  })
}

/** The records of the embedded database, in the other. */
async function addRecords(databaseUrl: string, { productId }: Plant) {
  if (productId !== plant.productId) throw new Error('The plants have other ids.')
  const store = await openStore({ dataDir: '', databaseUrl })
  const file = new Database(databasePath(dataDir), { readonly: true })
  const names = baseColumns.map(
    (column) => `${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as ${column}`,
  )
  const page = file.prepare(`select ${names.join()} from qc_value_base where qc_value_base_id > ? order by 1 limit 500`)
  for (let last = 0; ;) {
    const rows = page.all(last) as Store['t']['valueBases']['$inferInsert'][] // of those columns
    if (rows.length === 0) break
    await store.tx((db) => db.insert(store.t.valueBases).values(rows))
    last = rows.at(-1)!.qcValueBaseId!
  }
  file.close()
  await store.close()
}

async function measure(database: string, store: Store, othersMs: () => number) {
  const app = createApp({ store, settings })
  const callers = { all: await caller(store, 'all', '1'), 'an empty scope': await caller(store, 'scoped', '3') }
  for (const [who, token] of Object.entries(callers)) {
    const headers = { authorization: `Bearer ${token}` }
    const ask = async (q: string) => {
      const answer = await app.request(`/api/v1/search?${new URLSearchParams({ q })}`, { headers })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    }
    for (const [, q] of searches) await ask(q) // compiles, reads the names, spells them
    for (const [what, q] of searches) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const [before, others] = [process.cpuUsage(), othersMs()]
        for (let n = 0; n < REQUESTS; n++) await ask(q)
        const { user, system } = process.cpuUsage(before)
        rounds.push(((user + system) / 1000 + othersMs() - others) / REQUESTS)
      }
      figures.push({ what: `${database}, ${who}: ${what}, ${q}`, unit: 'ms', value: median(rounds), must: 50, aim: 20 })
    }
  }
}

/** A department of its own has no records. */
async function caller(store: Store, name: string, dataScope: string): Promise<string> {
  const { users, roles, roleMenus, userRoles, menus, depts } = store.t
  const userId = await store.tx(async (db) => {
    const stated = { status: statuses.on, ...STAMPS }
    const [dept] = await db
      .insert(depts)
      .values({ parentId: 0, deptPath: '/', deptName: name, ...stated })
      .returning()
    const { deptId } = dept!
    const [role] = await db
      .insert(roles)
      .values({ roleName: name, roleKey: name, dataScope, ...stated })
      .returning()
    const user = { username: name, usernameKey: name, nickName: name, deptId, ...stated }
    const [someone] = await db.insert(users).values(user).returning()
    const granted = await db
      .select()
      .from(menus)
      .where(inArray(menus.permission, Object.values(searchTags)))
    const { roleId } = role!
    await db.insert(roleMenus).values(granted.map(({ menuId }) => ({ roleId, menuId })))
    await db.insert(userRoles).values({ roleId, userId: someone!.userId })
    return someone!.userId
  })
  const life = { sessionIdleMs: 8 * 3_600_000, sessionMaxMs: 8 * 3_600_000 }
  return (await signInAs(store, userId, Date.now(), life)).token
}

/** Processor time of the processes that serve our database. */
function cpuOfPostgres(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const own = pids.filter((pid) => read(`/proc/${pid}/cmdline`).startsWith(`postgres: caliper ${DATABASE} `))
  return own.reduce((sum, pid) => sum + cpuMicros(Number(pid)) / 1000, 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}
