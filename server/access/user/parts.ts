import { user } from '#shared/access/user-resource'
import type { PartsOf } from '../trash/parts'

/** A user with passwords, roles, WeCom bindings and files. */
export const userParts: PartsOf = ({ users, credentials, userRoles, roles, bindings, files }) => ({
  resource: user,
  own: { table: users, of: users.userId },
  hanging: [
    { table: credentials, of: credentials.userId },
    { table: userRoles, of: userRoles.userId, link: { by: userRoles.roleId, to: roles.roleId, in: roles } },
    { table: bindings, of: bindings.userId },
    { table: files, of: files.ownerId },
  ],
})
