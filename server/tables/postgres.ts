import { postgresColumns } from './columns'
import { tables } from './index'

/** What the migration generator reads for PostgreSQL. */
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
} = tables(postgresColumns)
