/**
 * Prints, for each query that the hot endpoints run, how often SQLite planned it anew over 20 calls: `[{ sql, count }]`.
 * A program of its own, because it must come before the driver: better-sqlite3 makes a row factory with Function()
 * each time a statement was planned, so calls of Function count plans.
 */
export {} // a module: what must come first is imported with await

let made = 0
const counted = <Result>(call: () => Result) => {
  made++
  return call()
}
globalThis.Function = new Proxy(globalThis.Function, {
  apply: (target, self, args) => counted(() => Reflect.apply(target, self, args)),
  construct: (target, args) => counted(() => Reflect.construct(target, args)),
})
const { default: Database } = await import('better-sqlite3')

type Call = (this: { source: string }, ...values: unknown[]) => unknown
const seen = new Map<string, unknown[]>()
const statement: Record<'all' | 'get', Call> = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
for (const name of ['all', 'get'] as const) {
  const original = statement[name]
  statement[name] = function remembering(...values) {
    seen.set(this.source, values)
    return original.apply(this, values)
  }
}

const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { createApp } = await import('#server/app')
const { readSettings } = await import('#server/env')
const { and, eq, ne } = await import('drizzle-orm')
const { signInAs } = await import('../sign-in')
const { createUser } = await import('#server/access/user/queries')
const { openStore } = await import('#server/platform/store/index')
const { databasePath } = await import('#server/platform/store/sqlite/file')
const { seedProduction } = await import('#seed/index')
const { newCode } = await import('#shared/qc/code')

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-plans-'))
const settings = readSettings({}, { dataDir, captcha: 'never', logRequests: false })
const store = await openStore(settings)
await seedProduction(store)
const user = { username: 'li', nickName: '', passwordHash: '', roleKeys: ['viewer'] }
const userId = await createUser(store, user, Date.now())
// Sees every page, and of what belongs to somebody the rows of one department.
await store.tx(async (db) => {
  const { depts, menus, roleMenus, roles, users } = store.t
  const [viewer] = await db.select().from(roles).where(eq(roles.roleKey, 'viewer'))
  await db.update(roles).set({ dataScope: '4' }).where(eq(roles.roleKey, 'viewer'))
  const [dept] = await db.select().from(depts)
  await db.update(users).set({ deptId: dept!.deptId }).where(eq(users.userId, userId))
  const pages = await db
    .select()
    .from(menus)
    .where(and(eq(menus.menuType, 'C'), ne(menus.permission, '')))
  const given = pages.map(({ menuId }) => ({ roleId: viewer!.roleId, menuId }))
  await db.insert(roleMenus).values(given).onConflictDoNothing()
})
// A lot and a machine with labels to be scanned.
const labels = [newCode(), newCode()]
await store.tx(async (db) => {
  const { products, lots, equipment, qrCodes } = store.t
  const stamps = { createdAt: 0, updatedAt: 0 }
  const line = { code: 'c21', name: 'line', tz: 'UTC', dayStartMin: 0, status: '2' as const, ...stamps }
  const [made] = await db.insert(products).values(line).returning()
  const { productId } = made!
  await db.insert(lots).values({ productId, lotNo: 'L-1', status: 'open', ...stamps })
  await db.insert(equipment).values({ productId, code: 'M1', name: 'm', kind: 'machine', status: '2', ...stamps })
  const kinds = ['lot', 'equipment'] as const
  const codes = kinds.map((kind, n) => ({ code: labels[n]!, kind, refId: 1, productId, createBy: 1, createdAt: 0 }))
  await db.insert(qrCodes).values(codes)
})
const { token } = await signInAs(store, userId, Date.now(), settings)
const app = createApp({ store, settings })

seen.clear()
const paths = [
  '/role',
  '/role?roleName=a&roleKey=b&status=2&roleId=1&roleSortOrder=desc&roleNameOrder=asc',
  '/role/2',
  '/getinfo',
  '/menurole',
  '/overview',
  '/start',
  '/sys-user',
  '/sys-user?keyword=a&deptId=1&roleId=1&status=2&usernameOrder=desc',
  '/sys-opera-log',
  '/dept',
  '/menu',
  '/dict-data/option-select?dictType=sys_user_sex',
  '/qc/value-base',
  '/qc/value-base?pageIndex=99&templateId=1&status=approved&judgement=NG',
  '/qc/value-base?recordNoOrder=asc&recordNo=C21&stage=ipqc&lotNo=L-1&waiting=1&overdue=1&mine=1&product=c21',
  ...labels.map((code) => `/qc/qr/${code}`),
]
for (const path of paths) {
  const response = await app.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
}

const connection = new Database(databasePath(dataDir), { readonly: true })
connection.function('name_key', { deterministic: true }, (name: unknown) => String(name))
const reading = [...seen].filter(([sql]) => sql.startsWith('select')) // the connection below only reads
const plans = reading.map(([sql, values]) => {
  const query = connection.prepare(sql)
  query.all(...values)
  const before = made
  for (let i = 0; i < 20; i++) query.all(...values)
  return { sql, count: made - before }
})
connection.close()
await store.close()
rmSync(dataDir, { recursive: true })
process.stdout.write(JSON.stringify(plans))
