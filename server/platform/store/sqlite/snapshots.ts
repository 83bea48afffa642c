import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Reader } from '../store'

/** Connections that stay open for the next: more are in use only in rare moments. */
const MOST_FREE = 4

/** Snapshots of an embedded database: each has a connection of its own, whose statements stay compiled for later ones. */
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
    /** The data as they are at its first statement. */
    open() {
      const one = free.pop() ?? connected()
      one.begin.run()
      async function close() {
        if (!one.connection.open) return // the store was closed before
        if (one.connection.inTransaction) one.commit.run()
        if (free.length < MOST_FREE) free.push(one)
        else {
          all.delete(one.connection)
          one.connection.close()
        }
      }
      return { db: one.db, close }
    },
    end() {
      isOver = true
      for (const connection of all) connection.close()
    },
  }
}
