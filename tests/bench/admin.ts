/**
 * What administration costs: CPU time per request of the first, a filtered and the last page of an operation log of 100,000
 * entries and of a list of 10,000 users, beside `raw+`, the least that can answer them; then the export of a log of 1,000,000
 * entries as CSV and XLSX. Ratios count; absolute times depend on the machine.   bun run bench:admin [--exports]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { inArray } from 'drizzle-orm'
import { seedProduction } from '#seed/index'
import { openStore, type Store } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { statuses } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import { signInAs } from '../support/sign-in'
import { median, printFigures, type Figure } from './figures'
import { cpuMicros, cpuPerRequest, residentMebibytes, startSide, type Side } from './side'

const ENTRIES = 100_000
const USERS = 10_000
const EXPORTED = 1_000_000
const WARM_UP = 1
const ROUNDS = 5
const REQUESTS = 1000
const CLIENTS = 16
const PROGRAM = 'servers/admin.ts'
/** What the operator who is measured may do, within the data scope of their department and all below. */
const tags: PermissionTag[] = [
  'admin:sysUser:list',
  'admin:sysUser:query',
  'admin:sysOperLog:list',
  'admin:sysOperLog:export',
]

const lists: [what: string, pathOf: (request: number) => string][] = [
  ['operation log, first pages', (n) => `/sys-opera-log?pageIndex=${1 + (n % 50)}`],
  ['operation log, refused entries', (n) => `/sys-opera-log?status=1&pageIndex=${1 + (n % 50)}`],
  ['operation log, last page', () => `/sys-opera-log?pageIndex=${ENTRIES / 20}`],
  ['users, first pages', (n) => `/sys-user?pageIndex=${1 + (n % 50)}`],
  ['users by a part of their name', (n) => `/sys-user?username=user-${n % 90}`],
  ['users, last page', () => `/sys-user?pageIndex=${USERS / 20}`],
]

const actions = ['create', 'update', 'delete', 'status'] as const
const methods = { create: 'POST', update: 'PUT', delete: 'DELETE', status: 'PUT' }
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-bench-'))
const token = await prepare(dataDir)
const figures: Figure[] = []
if (!process.argv.includes('--exports')) {
  const sides = await Promise.all(['raw+', 'product'].map((side) => startSide(PROGRAM, side, dataDir)))
  for (const [what, pathOf] of lists) figures.push(await ratioOf(what, pathOf, sides))
  await Promise.all(sides.map((side) => side.stop()))
}
multiply(dataDir)
const side = await startSide(PROGRAM, 'product', dataDir, 'watched')
await exported(side, 'csv') // compiled and warm, as in a server that has run for a while
const csv = await exported(side, 'csv')
const xlsx = await exported(side, 'xlsx')
figures.push(
  ...exportFigures('CSV of 1,000,000 entries', csv, { cpu: 4000, aimed: 2000, growth: 80, growthAimed: 55 }),
  ...exportFigures('XLSX of 1,000,000 entries', xlsx, { cpu: 6000, aimed: 4000, growth: 120, growthAimed: 100 }),
)
await side.stop()
rmSync(dataDir, { recursive: true })
process.exit(printFigures(figures) ? 0 : 1)

async function ratioOf(what: string, pathOf: (request: number) => string, sides: Side[]): Promise<Figure> {
  const micros = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const side of sides) {
      const cost = await cpuPerRequest(side, { token, requests: REQUESTS, clients: CLIENTS, pathOf })
      if (round >= WARM_UP) micros.get(side.name)!.push(cost)
    }
  }
  const [floor, own] = [median(micros.get('raw+')!), median(micros.get('product')!)]
  return {
    what: `${what}: ${own.toFixed(0)} us CPU, raw+ ${floor.toFixed(0)}`,
    unit: 'x',
    value: own / floor,
    must: 2,
    aim: 1.2,
  }
}

type Export = { cpuMs: number; growth: number; pauseMs: number; megabytes: number }

/** Takes a whole export, without keeping it. */
async function exported({ url, pid }: Side, format: 'csv' | 'xlsx'): Promise<Export> {
  await fetch(`${url}/pause`) // forgets the one before
  const before = residentMebibytes(pid)
  const begun = cpuMicros(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMebibytes(pid))), 20)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v1/sys-opera-log/export?format=${format}`, { headers })
  if (!response.headers.get('content-disposition')) throw new Error('The export was refused.')
  let bytes = 0
  for await (const piece of response.body!) bytes += piece.length
  clearInterval(watch)
  const pauseMs: number = await (await fetch(`${url}/pause`)).json()
  return { cpuMs: (cpuMicros(pid) - begun) / 1000, growth: most - before, pauseMs, megabytes: bytes / 1e6 }
}

type Limits = { cpu: number; aimed: number; growth: number; growthAimed: number }

function exportFigures(what: string, { cpuMs, growth, pauseMs, megabytes }: Export, limits: Limits): Figure[] {
  return [
    {
      what: `${what}, ${megabytes.toFixed(0)} MB: CPU time`,
      unit: 'ms',
      value: cpuMs,
      must: limits.cpu,
      aim: limits.aimed,
    },
    { what: `${what}: growth of memory`, unit: 'MB', value: growth, must: limits.growth, aim: limits.growthAimed },
    { what: `${what}: longest pause`, unit: 'ms', value: pauseMs, must: 50, aim: 20 },
  ]
}

/** A database with the log, the users and a signed-in operator; answers their token. */
async function prepare(folder: string): Promise<string> {
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  await seedProduction(store)
  const departments = await addDepartments(store)
  await addUsers(store, departments)
  await addEntries(store)
  const userId = await addOperator(store, departments[0]!)
  const life = { sessionIdleMs: 3_600_000, sessionMaxMs: 3_600_000 }
  const ticket = await signInAs(store, userId, Date.now(), life)
  await store.close()
  return ticket.token
}

/** Ten departments, of which the first stands above the others. */
function addDepartments(store: Store): Promise<number[]> {
  return store.tx(async (db) => {
    const { depts } = store.t
    const common = { status: statuses.on, createdAt: 0, updatedAt: 0 }
    const ids: number[] = []
    for (let n = 0; n < 10; n++) {
      const parentId = ids[0] ?? 0
      const path = ids[0] === undefined ? '/0/1000/' : `/0/1000/${1000 + n}/`
      const dept = { ...common, deptId: 1000 + n, parentId, deptPath: path, deptName: `Department ${n}` }
      await db.insert(depts).values(dept)
      ids.push(dept.deptId)
    }
    return ids
  })
}

function addUsers(store: Store, departments: number[]) {
  return store.tx(async (db) => {
    const { users, userRoles, roles } = store.t
    const [role] = await db.select().from(roles).limit(1)
    for (let from = 0; from < USERS; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const username = `user-${from + i}`
        const deptId = departments[(from + i) % departments.length]!
        const stamps = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 }
        return { username, usernameKey: username, nickName: `User ${from + i}`, status: statuses.on, deptId, ...stamps }
      })
      const made = await db.insert(users).values(rows).returning({ userId: users.userId })
      await db.insert(userRoles).values(made.map(({ userId }) => ({ userId, roleId: role!.roleId })))
    }
  })
}

function addEntries(store: Store) {
  return store.tx(async (db) => {
    for (let from = 0; from < ENTRIES; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const n = from + i
        const action = actions[n % actions.length]!
        const isRefused = n % 20 === 0
        return {
          at: 1_700_000_000_000 + n * 1000,
          action,
          stem: n % 2 ? 'role' : 'user',
          summary: `${action} a record`,
          requestMethod: methods[action]!,
          url: `/api/v1/role/${n % 100}`,
          userId: 1 + (n % 30),
          username: `user-${n % 30}`,
          deptName: `Department ${n % 10}`,
          address: `10.0.0.${n % 250}`,
          userAgent,
          record: String(n),
          name: `检验员 ${n}`,
          before: action === 'create' ? '' : `{"roleName":"检验员 ${n}","status":"2"}`,
          after: action === 'delete' ? '' : `{"roleName":"检验员 ${n + 1}","status":"1"}`,
          status: isRefused ? statuses.off : statuses.on,
          code: isRefused ? 403 : 200,
          message: '',
          latencyMs: n % 50,
          requestId: `0191f3a6-7c1e-7000-8000-${String(n).padStart(12, '0')}`,
        }
      })
      await db.insert(store.t.operations).values(rows)
    }
  })
}

/** Copies the log until it has as many entries as are exported. */
function multiply(folder: string) {
  const sqlite = new Database(databasePath(folder))
  const names = sqlite
    .prepare<[], string>("select name from pragma_table_info('sys_opera_log') where name <> 'id'")
    .pluck()
  const columns = names.all().map((name) => `"${name}"`)
  const copies = EXPORTED / ENTRIES - 1
  sqlite.exec(
    `insert into sys_opera_log (${columns.join()}) select ${columns.join()} from sys_opera_log,
      (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies}) select i from n)`,
  )
  sqlite.close()
}

/** A user whose one role lets them see their department and all below. */
function addOperator(store: Store, deptId: number): Promise<number> {
  return store.tx(async (db) => {
    const { users, roles, roleMenus, userRoles, menus } = store.t
    const stamps = { createdAt: 0, updatedAt: 0 }
    const role = { roleName: 'Bench', roleKey: 'bench', dataScope: '4', status: statuses.on, ...stamps }
    const user = { username: 'bench', usernameKey: 'bench', nickName: '', status: statuses.on, deptId, ...stamps }
    const [made] = await db.insert(roles).values(role).returning()
    const [operator] = await db.insert(users).values(user).returning()
    const granted = await db.select().from(menus).where(inArray(menus.permission, tags))
    const { roleId } = made!
    await db.insert(roleMenus).values(granted.map(({ menuId }) => ({ roleId, menuId })))
    await db.insert(userRoles).values({ roleId, userId: operator!.userId })
    return operator!.userId
  })
}
