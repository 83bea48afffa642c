import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { isPostgres } from './support/store'
import { startApp, type App } from './support/app'

const hotPaths = [
  '/role',
  '/role?pageIndex=2',
  '/role?status=2&roleSortOrder=desc',
  '/getinfo',
  '/menurole',
  '/sys-opera-log',
  '/sys-opera-log?status=2&createdAtOrder=desc',
  '/menu',
  '/dict-data/option-select?dictType=sys_user_sex',
]

/** Those that ask for the data scope, by two queries. PostgreSQL is shared: nothing tells there that it has changed. */
const scopedPaths = ['/overview', '/sys-user', '/sys-user?deptId=1&status=2', '/dept']

const pages = ['sysRole', 'sysUser', 'sysOperLog', 'sysDept', 'sysMenu'] as const

/** Somebody who sees the rows of their own department and of those below it: such a scope is part of every query. */
async function scopedViewer({ store, signedIn }: App) {
  const admin = await signedIn('*:*:*')
  const viewer = await signedIn('admin:sysRole:query', ...pages.map((page) => `admin:${page}:list` as const))
  const { data: deptId } = await admin.post('/dept', { parentId: 0, deptName: 'Plant' })
  const { roles, users } = store.t
  await store.tx(async (db) => {
    await db.update(users).set({ deptId }).where(eq(users.userId, viewer.userId))
    await db.update(roles).set({ dataScope: '4' }).where(eq(roles.roleKey, viewer.roleKey))
  })
  return viewer
}

test('no query is built for a request that came before', async () => {
  const app = await startApp()
  const { store, close } = app
  const viewer = await scopedViewer(app)
  let built = 0
  /** How many queries each path has built. */
  const visit = async () => {
    const counts: [path: string, built: number][] = []
    for (const path of [...hotPaths, ...scopedPaths]) {
      built = 0
      expect([path, (await viewer.get(path)).code]).toEqual([path, 200])
      counts.push([path, built])
    }
    return counts
  }
  await visit()
  const { select } = store.db
  store.db.select = ((...columns: Parameters<typeof select>) => {
    built++
    return select.apply(store.db, columns)
  }) as typeof select
  const scopeReads = scopedPaths.map((path): [string, number] => [path, 2])
  expect((await visit()).filter(([, count]) => count > 0)).toEqual(isPostgres ? scopeReads : [])
  await close()
})

test.skipIf(isPostgres)('no query is planned anew for a request', async () => {
  const program = Bun.spawn([process.execPath, join(import.meta.dir, 'support/reprepares.ts')], { stdout: 'pipe' })
  const plans: { sql: string; count: number }[] = await new Response(program.stdout).json()
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.filter(({ count }) => count > 0)).toEqual([])
})
