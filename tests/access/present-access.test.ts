import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, ne, sql } from 'drizzle-orm'
import { scopeIn } from '#server/access/department/data-scope'
import { accessIn } from '#server/access/session/access'
import { openStore, type Writer } from '#server/platform/store/index'
import { migrationFiles } from '#server/platform/store/migrations'
import { startApp, type App } from '../support/app'
import { run } from '../support/qc/tampering'
import { addressOf, isPostgres } from '../support/store'
import { until } from '../support/until'

/** What roles grant is kept in memory on PostgreSQL, and holds for no moment longer than it is true. */
let app: App
let operator: Awaited<ReturnType<App['signedIn']>>
let roleId: number
beforeAll(async () => {
  app = await startApp()
  operator = await app.signedIn('qc:record:add', 'qc:record:list')
  const { roles } = app.store.t
  const [role] = await app.store.db.select().from(roles).where(eq(roles.roleKey, operator.roleKey))
  roleId = role!.roleId
})
afterAll(() => app.close())

const permissionsIn = async (db: Writer) => (await accessIn(app.store, db, operator.userId)).permissions
const permissions = () => app.store.tx(permissionsIn)
/** Runs SQL of PostgreSQL, for which stores have no builder. */
const runSql = (statement: string) => app.store.tx((db) => run(app.store, db, sql.raw(statement)))
const takeAll = (db: Writer) => db.delete(app.store.t.roleMenus).where(eq(app.store.t.roleMenus.roleId, roleId))

describe('a transaction that takes rights away (S31)', () => {
  test('sees that itself; nobody else does, before it commits or when it is rolled back', async () => {
    const before = await permissions()
    expect(before).toContain('qc:record:add')
    const failing = app.store.tx(async (db) => {
      await takeAll(db)
      expect(await permissionsIn(db)).toEqual([])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await permissions()).toEqual(before)
    expect((await accessIn(app.store, app.store.db, operator.userId)).permissions).toEqual(before)
  })

  test('and is rolled back leaves nothing behind, also where they are read at the same moment', async () => {
    const before = await permissions()
    const { roles } = app.store.t
    await app.store.tx((db) => db.update(roles).set({ remark: '改过' }).where(eq(roles.roleId, roleId))) // nothing is kept
    const failing = app.store.tx(async (db) => {
      await Promise.all([permissionsIn(db), takeAll(db)])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await permissions()).toEqual(before)
  })

  test('has taken them from the next transaction and the next request on', async () => {
    expect((await operator.get('/qc/value-base')).code).toBe(200)
    await app.store.tx(takeAll)
    expect(await permissions()).toEqual([])
    expect((await operator.get('/qc/value-base')).code).toBe(403)
  })
})

test('a data scope follows the role and the departments', async () => {
  const { roles, depts } = app.store.t
  const [dept] = await app.store.db.select().from(depts).limit(1)
  const scope = () =>
    scopeIn(app.store, app.store.db, { userId: operator.userId, roleIds: [roleId], deptId: dept!.deptId })
  await app.store.tx((db) => db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleId, roleId)))
  expect(await scope()).toBeUndefined()
  await app.store.tx((db) => db.update(roles).set({ dataScope: '4' }).where(eq(roles.roleId, roleId)))
  const before = await scope()
  const below = { ...dept!, deptId: undefined, deptName: '新车间', parentId: dept!.deptId }
  const deptId = await app.store.tx(async (db) => {
    const [made] = await db.insert(depts).values(below).returning()
    const { deptId } = made!
    await db
      .update(depts)
      .set({ deptPath: `${dept!.deptPath}${deptId}/` })
      .where(eq(depts.deptId, deptId))
    return deptId
  })
  expect((await scope())?.deptIds.toSorted()).toEqual([...before!.deptIds, deptId].toSorted())
})

test.if(isPostgres).each(['sys_user_role', 'sys_role', 'sys_role_menu', 'sys_role_dept', 'sys_menu', 'sys_dept'])(
  'a write to %s makes another version of what is granted',
  async (table) => {
    const { store } = app
    const version = () => store.accessVersion(store.db)
    const before = await version()
    expect(await version()).toBe(before)
    await runSql(`delete from ${table} where false`)
    const after = await version()
    expect(after).not.toBe(before)
    expect(await version()).toBe(after)
  },
)

describe.if(isPostgres)('the versions of what is granted', () => {
  const versionOfAnother = async () => {
    const other = await openStore({ dataDir: '', databaseUrl: addressOf(app.store) })
    return other.accessVersion(other.db).finally(other.close)
  }

  test('are not used by a server that finds a trigger missing or disabled', async () => {
    expect(await versionOfAnother()).toBeString()
    await runSql('alter table sys_role_menu disable trigger sys_role_menu_version')
    expect(await versionOfAnother()).toBeUndefined()
    await runSql('alter table sys_role_menu enable trigger sys_role_menu_version')
    expect(await versionOfAnother()).toBeString()
  })

  test('let a transaction that grants come to its end, however often others grant meanwhile', async () => {
    const { store } = app
    const { roles } = store.t
    const other = await openStore({ dataDir: '', databaseUrl: addressOf(store) })
    const remark = (db: Writer, id: number, text: string) =>
      db.update(roles).set({ remark: text }).where(eq(roles.roleId, id))
    const [next] = await store.db.select().from(roles).where(ne(roles.roleId, roleId)).limit(1)
    const isWaitedFor = async () => {
      const waiting = await other.db.select({ n: sql`count(*)`.mapWith(Number) }).from(sql`pg_locks where not granted`)
      return waiting[0]!.n > 0
    }
    const others: Promise<unknown>[] = []
    await store.tx(async (db) => {
      await db.select().from(roles).limit(1) // from here on it sees no change of others
      const beside = other.tx((on) => remark(on, next!.roleId, '别人'))
      others.push(beside)
      await Promise.race([beside, until(isWaitedFor)])
      await remark(db, roleId, '自己')
    })
    await Promise.all(others)
    expect(others).toHaveLength(2)
    await other.close()
  })

  test('are made anew where an older dump was restored beside them', async () => {
    const { statements } = migrationFiles('postgres').find(({ name }) => name.endsWith('access-version'))!
    for (const statement of statements) await runSql(statement)
    expect(await versionOfAnother()).toBeString()
  })
})
