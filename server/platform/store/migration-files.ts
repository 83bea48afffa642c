import { readMigrationFiles } from 'drizzle-orm/migrator'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Dialect, Migration } from '../process/packaged'

/** All migrations of a dialect as the sources have them, oldest first. */
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
