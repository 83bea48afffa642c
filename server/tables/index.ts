import { bindingTables } from './binding'
import type { Columns } from './columns'
import { configTables } from './config'
import { fileTables } from './file'
import { idempotencyTables } from './idempotency'
import { loginLogTables } from './login-log'
import { menuTables } from './menu'
import { roleTables } from './role'
import { seedTables } from './seed'
import { sessionTables } from './session'
import { userTables } from './user'

/** Everything that is stored, written once for both dialects. */
export function tables(k: Columns) {
  const menu = menuTables(k)
  const role = roleTables(k, menu)
  const user = userTables(k, role)
  return {
    ...configTables(k),
    ...menu,
    ...role,
    ...user,
    ...sessionTables(k, user, role),
    ...loginLogTables(k),
    ...bindingTables(k, user),
    ...fileTables(k, user),
    ...idempotencyTables(k, user),
    ...seedTables(k),
  }
}
export type Tables = ReturnType<typeof tables>
