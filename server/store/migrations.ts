import { readMigrationFiles } from 'drizzle-orm/migrator'
import { fileURLToPath } from 'node:url'
import { StartError } from './start-error'

export type Migration = { hash: string; statements: string[] }

/** The table in which a database remembers its migrations. */
export const JOURNAL = 'caliper_migration'
export const createJournal = `create table if not exists ${JOURNAL} (hash text primary key, applied_at bigint not null)`

/** All migrations of a dialect, oldest first. */
export function migrationsOf(dialect: 'sqlite' | 'postgres'): Migration[] {
  const migrationsFolder = fileURLToPath(new URL(`../../drizzle/${dialect}`, import.meta.url))
  return readMigrationFiles({ migrationsFolder }).map(({ hash, sql }) => ({ hash, statements: sql }))
}

/**
 * The migrations a database still needs.
 * @throws StartError when it has one that this version does not know, so a newer version wrote it
 */
export function pendingOf(all: Migration[], applied: readonly string[], where: string): Migration[] {
  if (applied.some((hash) => !all.some((migration) => migration.hash === hash))) {
    throw new StartError(`${where} was written by a newer version of Caliper; start that version, or restore a backup.`)
  }
  return all.filter(({ hash }) => !applied.includes(hash))
}
