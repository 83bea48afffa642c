import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Reader } from '../store'

/** Connections that stay open for reuse; more are rarely in use. */
const MOST_FREE = 4

/** Snapshots of an embedded database: each has its own connection, whose statements stay compiled for later ones. */
export function sqliteSnapshots(connect: () => Database.Database) {
  const all = new Set<Database.Database>()
  const free: ReturnType<typeof connected>[] = []
  let isOver = false

  function connected() {
    if (isOver) throw new Error('The database connection is not open') // as the driver says it
    const connection = connect()
    all.add(connection)
    return {
      connection,
      db: drizzle(connection) as unknown as Reader,
      begin: connection.prepare('begin'),
      commit: connection.prepare('commit'),
    }
  }

  return {
    /** The state of the data at its first statement. */
    open() {
      const reader = free.pop() ?? connected()
      reader.begin.run()
      async function close() {
        if (!reader.connection.open) return // the store was closed before
        if (reader.connection.inTransaction) reader.commit.run()
        if (free.length < MOST_FREE) free.push(reader)
        else {
          all.delete(reader.connection)
          reader.connection.close()
        }
      }
      return { db: reader.db, close }
    },
    end() {
      isOver = true
      for (const connection of all) connection.close()
    },
  }
}
