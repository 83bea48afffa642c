import type { Settings } from '../../env'
import type { Store } from './store'

/** The place of the data; `databaseConnections` overrides the default number for PostgreSQL. */
type Place = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseConnections'>>

/**
 * Opens the database of the settings, ready for use.
 * @throws StartError with one sentence for the person who starts the server
 */
export async function openStore({ databaseUrl, dataDir, databaseConnections }: Place): Promise<Store> {
  if (databaseUrl) return (await import('./postgres/index')).openPostgres(databaseUrl, databaseConnections)
  return (await import('./sqlite/index')).openSqlite(dataDir)
}

/**
 * Opens the database without changes, for a command of the host, with or without a running server. Nothing is made or
 * migrated.
 * @throws StartError also if there is no database, or it is of another version
 */
export async function openBeside({ databaseUrl, dataDir, databaseConnections }: Place): Promise<Store> {
  if (databaseUrl) return (await import('./postgres/index')).openPostgresBeside(databaseUrl, databaseConnections)
  return (await import('./sqlite/index')).openSqliteBeside(dataDir)
}

export type { Dialect, Reader, Reading, Store, Writer } from './store'
export { StartError } from './start-error'
