import { sqliteColumns } from './columns'
import { tables } from './index'

/** What the migration generator reads for SQLite. */
export const {
  configs,
  menus,
  roles,
  roleMenus,
  users,
  credentials,
  userRoles,
  sessions,
  tokens,
  loginLogs,
  bindings,
  files,
  keptWrites,
  seeds,
} = tables(sqliteColumns)
