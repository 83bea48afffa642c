import { sqliteColumns } from './columns'
import { tables } from './index'

/** What the migration generator reads for SQLite. */
export const {
  apiTitles,
  configs,
  depts,
  dictData,
  dictTypes,
  jobRuns,
  jobs,
  operations,
  posts,
  trash,
  menus,
  roles,
  roleDepts,
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
