import type Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeOf, reasonOf } from '../log/reason'
import { packaged, type Dialect, type Migration } from '../process/packaged'
import type { Connection } from './postgres/client'
import { StartError } from './start-error'

export type { Migration }

/** The table with the applied migrations of a database. */
export const JOURNAL = 'caliper_migration'
export const createJournal = `create table if not exists ${JOURNAL} (hash text primary key, applied_at bigint not null)`

/** All migrations of a dialect, oldest first. */
export const migrationsOf = (dialect: Dialect): Migration[] => packaged?.migrations[dialect] ?? migrationFiles(dialect)

/** {@link migrationsOf} from the sources. */
export function migrationFiles(dialect: Dialect): Migration[] {
  const migrationsFolder = fileURLToPath(new URL(`../../../drizzle/${dialect}`, import.meta.url))
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  names.sort()
  return readMigrationFiles({ migrationsFolder }).map(({ hash, sql }, index) => ({
    name: names[index]!.replace(/\.sql$/, ''),
    hash,
    statements: sql,
  }))
}

/** Hashes of the migrations applied to an SQLite database. */
export function appliedIn(database: Database.Database): string[] {
  const hasJournal = database.prepare('select 1 from sqlite_schema where name = ?').get(JOURNAL) !== undefined
  return hasJournal ? database.prepare<[], string>(`select hash from ${JOURNAL}`).pluck().all() : []
}

/** Hashes of the migrations applied to a PostgreSQL database. */
export async function appliedTo(client: Connection): Promise<string[]> {
  const journal = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [JOURNAL])
  if (!journal.rows[0]?.isThere) return []
  const { rows } = await client.query<{ hash: string }>(`select hash from ${JOURNAL}`)
  return rows.map(({ hash }) => hash)
}

/** True if a database has a migration unknown to this version. */
export const isNewer = (all: readonly { hash: string }[], applied: readonly string[]): boolean =>
  applied.some((hash) => !all.some((migration) => migration.hash === hash))

/**
 * The pending migrations of a database.
 * @throws StartError if it has one unknown to this version: a newer version wrote it
 */
export function pendingOf<Step extends { hash: string }>(all: Step[], applied: readonly string[], where: string) {
  if (isNewer(all, applied)) {
    throw new StartError(`${where} was written by a newer version of Caliper; start that version, or restore a backup.`)
  }
  return all.filter(({ hash }) => !applied.includes(hash))
}

/** The error of a migration, as a sentence if the tables are not those that it expects. */
export function migrationFault(name: string, error: unknown, where: string): unknown {
  if (!/^(42|SQLITE_ERROR)/.test(codeOf(error) ?? '')) return error
  return new StartError(
    `${where} is not as an older version of Caliper left it: step ${name} of the upgrade failed (${reasonOf(error)}). ` +
      'The step was undone. Restore a backup into an empty database; then start again.',
  )
}

/** @throws StartError if a database is not of exactly this version */
export function refuseOther(all: Migration[], applied: readonly string[], where: string) {
  if (applied.length === 0) {
    throw new StartError(`${where} is empty; restore a backup, or start the server once if there were no data yet.`)
  }
  if (pendingOf(all, applied, where).length === 0) return
  throw new StartError(
    `${where} was written by an older version of Caliper; start the server of this version once, which brings it up to date.`,
  )
}
