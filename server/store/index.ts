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

export type { Reader, Store, Writer } from './store'
export { StartError } from './start-error'
