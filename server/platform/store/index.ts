import type { Settings } from '../../env'
import type { Store } from './store'

/** Where the data are; `databaseConnections` where others than usual are wanted of PostgreSQL. */
type Place = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseConnections'>>

/**
 * Opens the database the settings name, ready for use.
 * @throws StartError with one sentence for the person who starts the server
 */
export async function openStore({ databaseUrl, dataDir, databaseConnections }: Place): Promise<Store> {
  if (databaseUrl) return (await import('./postgres/index')).openPostgres(databaseUrl, databaseConnections)
  return (await import('./sqlite/index')).openSqlite(dataDir)
}

/**
 * The same as it stands, for a command of the host, whether or not a server is using it. Nothing is made or migrated.
 * @throws StartError also when there is none, or it is of another version
 */
export async function openBeside({ databaseUrl, dataDir, databaseConnections }: Place): Promise<Store> {
  if (databaseUrl) return (await import('./postgres/index')).openPostgresBeside(databaseUrl, databaseConnections)
  return (await import('./sqlite/index')).openSqliteBeside(dataDir)
}

export type { Dialect, Reader, Reading, Store, Writer } from './store'
export { StartError } from './start-error'
