import type { Settings } from '../../env'
import { appliedIn, appliedTo, migrationsOf, pendingOf } from './migrations'

/** Names of the pending migrations of a database, and the number of all in this version. */
type SchemaState = { pending: string[]; total: number }

/**
 * The state of a database's schema, without a change; a server may run on it.
 * @param isSound true if the caller has already checked the file
 * @throws StartError if it cannot be read, or a newer version wrote it
 */
export async function schemaState(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  { isSound = false } = {},
) {
  return databaseUrl ? ofPostgres(databaseUrl) : ofSqlite(dataDir, isSound)
}

async function ofSqlite(dataDir: string, isSound: boolean): Promise<SchemaState> {
  const [{ default: Database }, { checkDatabase, databasePath }] = await Promise.all([
    import('better-sqlite3'),
    import('./sqlite/file'),
  ])
  const path = databasePath(dataDir)
  if (!isSound) checkDatabase(path)
  const connection = new Database(path, { readonly: true, timeout: 1000 })
  try {
    return stateOf('sqlite', appliedIn(connection), path)
  } finally {
    connection.close()
  }
}

async function ofPostgres(url: string): Promise<SchemaState> {
  const { brieflyOn } = await import('./postgres/client')
  return brieflyOn(url, async (on) => stateOf('postgres', await appliedTo(on), 'The database'))
}

function stateOf(dialect: 'sqlite' | 'postgres', applied: string[], where: string): SchemaState {
  const all = migrationsOf(dialect)
  return { pending: pendingOf(all, applied, where).map(({ name }) => name), total: all.length }
}
