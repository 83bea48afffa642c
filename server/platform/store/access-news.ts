import type Database from 'better-sqlite3'
import { newsListeners } from './news'

/** The tables of access rights; the migration `access-news` has the same for PostgreSQL. */
const watched: Record<string, readonly string[]> = {
  sys_session: ['update of revoked_at, acting_role_id'],
  sys_user: ['update of status, dept_id', 'delete'],
  sys_user_role: ['insert', 'update', 'delete'],
  sys_role: ['update', 'delete'],
  sys_role_menu: ['insert', 'update', 'delete'],
  sys_role_dept: ['insert', 'update', 'delete'],
  sys_menu: ['insert', 'update', 'delete'],
  sys_dept: ['insert', 'update', 'delete'],
  qc_display: ['update of revoked_at, expires_at', 'delete'],
  sys_api_token: ['update of revoked_at', 'delete'],
}

/**
 * News of `access` on an embedded database: temporary triggers of this connection, which are not part of the file, note
 * writes.
 */
export function accessNews(writer: Database.Database) {
  const { onNews, publish } = newsListeners()
  let isWritten = false
  writer.function('caliper_access_written', () => {
    isWritten = true
    return null
  })
  for (const [table, events] of Object.entries(watched)) {
    for (const [index, event] of events.entries()) {
      const name = `${table}_access_${index}`
      writer.exec(
        `create temp trigger ${name} after ${event} on main.${table} begin select caliper_access_written(); end`,
      )
    }
  }
  return {
    onNews,
    /** Call it after each commit. Rolled-back writes are reported too, which costs one check. */
    committed() {
      if (isWritten) publish('access')
      isWritten = false
    },
  }
}
