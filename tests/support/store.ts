import Database from 'better-sqlite3'
import { cpSync, rmSync } from 'node:fs'
import { seedProduction } from '#seed/index'
import { openStore, type Store } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { quickTestFolder, removeTestFolders } from './folder'
import { oneConnection } from './database/one-connection'
import { startPostgres, type Postgres } from './database/postgres'

/** Tests run on SQLite, or with CALIPER_TEST_DATABASE=postgres on PostgreSQL. */
export const isPostgres = process.env['CALIPER_TEST_DATABASE'] === 'postgres'

/** A database of its own, migrated and seeded as in production, without users. Gone after `close`. */
export const openTestStore = (): Promise<Store> => (isPostgres ? openOnPostgres() : openOnSqlite())

/** Leaves no file and no database server behind. */
export async function endTestStores() {
  await postgresTemplate?.then(async (server) => {
    await Promise.all(free.map((copy) => copy.drop()))
    await server.stop()
  })
  removeTestFolders()
}

/** As few as there may be: whatever waits for a connection that nobody gives back is seen. */
const FEW_CONNECTIONS = 2

/** Several processes of tests may share one server. */
const TEMPLATE = `template_${process.pid}`

/** Made once, then copied: migrating and seeding for every test would take longer than the tests. */
let sqliteTemplate: Promise<string> | undefined
let postgresTemplate: ReturnType<typeof makePostgresTemplate> | undefined
/** Copies that no test uses now: to use one again takes a tenth of the time that another copy takes. */
const free: Copy[] = []

async function openOnSqlite(): Promise<Store> {
  const dataDir = quickTestFolder()
  cpSync(await (sqliteTemplate ??= makeSqliteTemplate()), dataDir, { recursive: true })
  const store = oneConnection(await openStore({ dataDir, databaseUrl: undefined }))
  folders.set(store.db, dataDir)
  return { ...store, close: () => store.close().then(() => rmSync(dataDir, { recursive: true })) }
}

const folders = new WeakMap<Store['db'], string>()

/** Copies an embedded database that a test works with into a data folder, which has none yet. */
export async function copyInto(dataDir: string, { db }: Pick<Store, 'db'>) {
  const database = new Database(databasePath(folders.get(db)!), { readonly: true })
  await database.backup(databasePath(dataDir))
  database.close()
}

async function makeSqliteTemplate() {
  const dataDir = quickTestFolder()
  await seedAndClose(await openStore({ dataDir, databaseUrl: undefined }))
  return dataDir
}

async function openOnPostgres(): Promise<Store> {
  const server = await (postgresTemplate ??= makePostgresTemplate())
  const copy = free.shift() ?? (await copyOnPostgres(server))
  const databaseUrl = await copy.ready()
  const store = oneConnection(await openStore({ dataDir: '', databaseUrl, databaseConnections: FEW_CONNECTIONS }))
  async function close() {
    await store.close()
    copy.renew()
    free.push(copy)
  }
  const opened = { ...store, close }
  addresses.set(opened, databaseUrl)
  return opened
}

const addresses = new WeakMap<Store, string>()
/** Where others find the database of a test's store; on PostgreSQL alone. */
export const addressOf = (store: Store): string => addresses.get(store)!

type Copy = Awaited<ReturnType<typeof copyOnPostgres>>

/** A database like the template, which becomes so again by `renew`. */
async function copyOnPostgres(server: Postgres) {
  const name = `test_${crypto.randomUUID()}`
  const databaseUrl = await server.create(name, TEMPLATE)
  const connection = new Bun.SQL(databaseUrl, { max: 1 })
  let renewed: Promise<unknown> = Promise.resolve()
  return {
    ready: () => renewed.then(() => databaseUrl),
    renew: () => void (renewed = connection.unsafe('select pristine.renew()').execute()),
    async drop() {
      await renewed.finally(() => connection.close())
      server.drop(name)
    },
  }
}

async function makePostgresTemplate() {
  const server = await startPostgres()
  const databaseUrl = await server.create(TEMPLATE)
  await seedAndClose(await openStore({ dataDir: '', databaseUrl }))
  const connection = new Bun.SQL(databaseUrl, { max: 1 })
  await connection.unsafe(keepPristine).finally(() => connection.close())
  return server
}

async function seedAndClose(store: Store) {
  await seedProduction(store)
  await store.close()
}

/**
 * Keeps what a database holds in a schema of its own, with a function that brings tables and sequences back to it. It names
 * every table, so that PostgreSQL plans it once a connection.
 */
const keepPristine = `
create schema pristine;
create table pristine.all_sequences as select sequencename, last_value from pg_sequences where schemaname = 'public';
do $do$ declare name text; renewal text = ''; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table pristine.%1$I as table public.%1$I', name);
    renewal = renewal || format('
      if (select count(*) from public.%1$I) <> (select count(*) from pristine.%1$I)
      or exists (table public.%1$I except table pristine.%1$I) then
        delete from public.%1$I;
        insert into public.%1$I table pristine.%1$I;
      end if;', name);
  end loop;
  execute format('create function pristine.renew() returns void language plpgsql as %L', '
    declare name text; at bigint;
    begin
      set local session_replication_role = replica; -- rows go and come in any order, whatever refers to them
      ' || renewal || '
      for name, at in select * from pristine.all_sequences loop
        perform setval(format(''public.%I'', name)::regclass, coalesce(at, 1), at is not null);
      end loop;
    end');
end $do$;`
