import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { isPostgres } from '../../support/store'
import { startApp, type App } from '../../support/app'
import { done, draftBy, good, qcPlant, step, valuesOf } from '../../support/qc/plant'

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
  '/overview',
  '/start',
  '/sys-user',
  '/sys-user?deptId=1&status=2',
  '/dept',
]

const pages = ['sysRole', 'sysUser', 'sysOperLog', 'sysDept', 'sysMenu'] as const

/** Somebody who sees the rows of their own department and of those below it: such a scope is part of every query. */
async function scopedViewer({ store, signedIn }: App) {
  const admin = await signedIn('*:*:*')
  const pageTags = pages.map((page) => `admin:${page}:list` as const)
  const qcTags = ['qc:record:list', 'qc:signal:list', 'qc:analysis:list'] as const // for figures of the dashboard
  const viewer = await signedIn('admin:sysRole:query', ...pageTags, ...qcTags)
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
    for (const path of hotPaths) {
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
  expect((await visit()).filter(([, count]) => count > 0)).toEqual([])
  await close()
})

const { sqlToQuery } = SQLiteSyncDialect.prototype
afterEach(() => void (SQLiteSyncDialect.prototype.sqlToQuery = sqlToQuery))

/** How the statements begin that were built since it was last asked, those that write too. */
function watchBuilds() {
  const built: string[] = []
  SQLiteSyncDialect.prototype.sqlToQuery = function (...given) {
    const query = sqlToQuery.apply(this, given)
    built.push(query.sql.slice(0, 60))
    return query
  }
  return () => built.splice(0)
}

/** On PostgreSQL each transaction is another connection, for which its statements are built. */
test.skipIf(isPostgres)('no statement is built to make, submit, find or scan a record after the first', async () => {
  const app = await startApp()
  const plant = await qcPlant(app, { isScoped: true })
  const { inspector, engineer, lotId, equipmentId } = plant
  const template = await plant.template({ isLotRequired: true })
  const { templateId, keys } = template
  const values = valuesOf({ keys }, good)
  const things = { record: [(await draftBy(inspector, template)).qcValueBaseId], template: [templateId] }
  const labels = await Promise.all(
    Object.entries({ ...things, lot: [lotId], equipment: [equipmentId] }).map(async ([kind, ids]) =>
      done(await engineer.post('/qc/qr', { kind, ids })),
    ),
  )
  const built = watchBuilds()
  const told = async (name: string, answer: Promise<{ code: number }>): Promise<[string, string[]]> => {
    expect([name, (await answer).code]).toEqual([name, 200])
    return [name, built()]
  }

  async function work() {
    const made = await inspector.post('/qc/value-base', { templateId, lotId, equipmentId, values })
    const making = await told('make', Promise.resolve(made))
    const record = made.data as { qcValueBaseId: number; lockVersion: number }
    return [
      making,
      await told('submit', step(inspector, 'submit', record)),
      await told('find', inspector.get(`/qc/value-base?recordNoOrder=asc&pageIndex=60&stage=ipqc`)),
      ...(await scans()),
    ]
  }

  async function scans() {
    const all = []
    for (const [{ kind, code }] of labels) all.push(await told(`scan: ${kind}`, inspector.get(`/qc/qr/${code}`)))
    return all
  }

  expect((await work()).flatMap(([, statements]) => statements)).not.toEqual([])
  expect((await work()).filter(([, statements]) => statements.length > 0)).toEqual([])
  await app.close()
})

test.skipIf(isPostgres)('no query is planned anew for a request', async () => {
  const program = Bun.spawn([process.execPath, join(import.meta.dir, '../../support/programs/reprepares.ts')], {
    stdout: 'pipe',
  })
  const plans: { sql: string; count: number }[] = await new Response(program.stdout).json()
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.filter(({ count }) => count > 0)).toEqual([])
})
