import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { openStore, type Store } from '#server/store/index'
import { startPostgres, type Postgres } from './postgres'

/** Tests run on SQLite, or with CALIPER_TEST_DATABASE=postgres on PostgreSQL. */
export const isPostgres = process.env['CALIPER_TEST_DATABASE'] === 'postgres'

/** A database of its own, migrated and seeded as in production, without users. Gone after `close`. */
export const openTestStore = (): Promise<Store> => (isPostgres ? openOnPostgres() : openOnSqlite())

/** A folder of its own, gone when the tests end. */
export const testFolder = () => mkdtempSync(join(root, 'folder-'))

const root = mkdtempSync(join(tmpdir(), 'caliper-test-'))

/** Leaves no file and no database server behind. */
export async function endTestStores() {
  await postgresTemplate?.then(async (server) => {
    await ahead?.then(({ name }) => server.drop(name))
    await server.stop()
  })
  rmSync(root, { recursive: true, force: true })
}

/** Made once, then copied: migrating and seeding for every test would take longer than the tests. */
let sqliteTemplate: Promise<string> | undefined
let postgresTemplate: ReturnType<typeof makePostgresTemplate> | undefined
/** Made while the test before runs. */
let ahead: ReturnType<typeof copyOnPostgres> | undefined

async function openOnSqlite(): Promise<Store> {
  const dataDir = testFolder()
  cpSync(await (sqliteTemplate ??= makeSqliteTemplate()), dataDir, { recursive: true })
  const store = await openStore({ dataDir, databaseUrl: undefined })
  return { ...store, close: () => store.close().then(() => rmSync(dataDir, { recursive: true })) }
}

async function makeSqliteTemplate() {
  const dataDir = testFolder()
  await seedAndClose(await openStore({ dataDir, databaseUrl: undefined }))
  return dataDir
}

async function openOnPostgres(): Promise<Store> {
  const server = await (postgresTemplate ??= makePostgresTemplate())
  const copy = ahead ?? copyOnPostgres(server)
  ahead = copyOnPostgres(server)
  const { name, databaseUrl } = await copy
  const store = await openStore({ dataDir: root, databaseUrl })
  return { ...store, close: () => store.close().then(() => server.drop(name)) }
}

async function copyOnPostgres(server: Postgres) {
  const name = `test_${crypto.randomUUID()}`
  return { name, databaseUrl: await server.create(name, 'template') }
}

async function makePostgresTemplate() {
  const server = await startPostgres()
  await seedAndClose(await openStore({ dataDir: root, databaseUrl: await server.create('template') }))
  return server
}

async function seedAndClose(store: Store) {
  await seedProduction(store)
  await store.close()
}
