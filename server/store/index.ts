import type { Settings } from '../env'
import type { Store } from './store'

/**
 * Opens the database the settings name, ready for use.
 * @throws StartError with one sentence for the person who starts the server
 */
export async function openStore({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  if (databaseUrl) return (await import('./postgres')).openPostgres(databaseUrl)
  return (await import('./sqlite')).openSqlite(dataDir)
}

/**
 * The same as it stands, for a command of the host, whether or not a server is using it. Nothing is made or migrated.
 * @throws StartError also when there is none, or it is of another version
 */
export async function openBeside({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  if (databaseUrl) return (await import('./postgres')).openPostgresBeside(databaseUrl)
  return (await import('./sqlite')).openSqliteBeside(dataDir)
}

export type { Reader, Store, Writer } from './store'
export { StartError } from './start-error'
