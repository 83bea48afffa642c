import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seedProduction } from '#seed/index'
import { openStore } from '#server/platform/store/index'
import { withStartLock } from '#server/platform/store/postgres/index'
import { StartError } from '#server/platform/store/start-error'
import { startApp } from '../../support/app'
import { postgresPrograms, startPostgres, type Postgres } from '../../support/database/postgres'

describe.skipIf(!postgresPrograms())('on PostgreSQL', () => {
  let server: Postgres
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.create('start_lock')
  })
  afterAll(() => server.stop())

  test('who waits too long for another server that starts is told so; afterwards the next one starts', async () => {
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = withStartLock(url, () => {
      begun.resolve()
      return done.promise
    })
    await begun.promise
    const waiting = withStartLock(url, async () => 'started', 50)
    await expect(waiting).rejects.toThrow(StartError)
    done.resolve()
    await other
    expect(await withStartLock(url, async () => 'started')).toBe('started')
  })

  test('tables of another version, left by a restore over them, are refused in one sentence (S98)', async () => {
    const databaseUrl = await server.create('mixed')
    const sql = new Bun.SQL(databaseUrl, { max: 1 })
    await sql.unsafe('create table sys_role (role_id bigint primary key)')
    await expect(openStore({ dataDir: '', databaseUrl })).rejects.toThrow(
      'The database is not as an older version of Caliper left it: step 0000_init of the upgrade failed (relation "sys_role" already exists). ' +
        'The step was undone. Restore a backup into an empty database; then start again.',
    )
    const [{ steps }] = await sql.unsafe('select count(*)::int as steps from caliper_migration')
    expect(steps).toBe(0)
    await sql.close()
  })

  test('a database is made with two connections, by several servers at once; one of them makes the accounts', async () => {
    const databaseUrl = await server.create('few')
    const adminPassword = 'wheel of many spokes'
    const stores = await Promise.all(
      [1, 2, 3].map(() => openStore({ dataDir: '', databaseUrl, databaseConnections: 2 })),
    )
    await Promise.all(stores.map((store) => seedProduction(store, { adminPassword })))
    const [store, ...others] = stores
    const app = await startApp({ store: store! })
    const admin = await app.signIn('admin', adminPassword)
    expect((await admin.get('/sys-user')).data.count).toBe(1)
    await Promise.all([app, ...others].map((one) => one.close()))
  })
})
