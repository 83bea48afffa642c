import { Hono } from 'hono'
import { z } from 'zod'
import { role } from '#shared/access/role-resource'
import { Id } from '#shared/list/page'
import { RoleDepartments, RoleScope, RoleStatus, type Role } from '#shared/access/role'
import type { SessionEnv } from '../session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../permission/permit'
import { crud } from '../crud/crud'
import { sheetColumns } from '../crud/resource-columns'
import { validate } from '../../platform/http/validate'
import { getRole, roleReader, roleSchemas } from './queries'
import { roleDepartments, setRoleScope } from './scope'
import { createRole, deleteRoles, restoreRoles, setRoleStatus, updateRole } from './write'
import { wordFor } from '../../platform/sheets/words'

export const roleRoutes = crud(role, roleSchemas, {
  ...roleReader,
  columns: sheetColumns<Role>(role, {
    dataScope: ({ admin, dataScope }, locale) => wordFor(locale, role.fields.dataScope.as, admin ? '1' : dataScope),
  }),
  get: getRole,
  create: createRole,
  update: updateRole,
  bulk: 'roles',
  listedBy: ['admin:sysUser:add', 'admin:sysUser:edit'],
  remove: deleteRoles,
  restore: restoreRoles,
})

export const roleStatusRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('role', 'route.role.setStatus'),
  permit('admin:sysRole:update'),
  validate('json', RoleStatus),
  async (c) => {
    const roleId = found(await setRoleStatus(c.var.store, c.req.valid('json'), c.var.context))
    return ok(c, null, ['role.statusDone', { roleId }])
  },
)

export const roleScopeRoutes = new Hono<SessionEnv>()
  .put(
    '/roledatascope',
    answers('role', 'route.role.setDataScope', z.null()),
    permit('admin:sysRole:update'),
    validate('json', RoleScope),
    async (c) => {
      found(await setRoleScope(c.var.store, c.req.valid('json'), c.var.context))
      return ok(c, null, 'done.done')
    },
  )
  .get(
    '/roleDeptTreeselect/:roleId',
    answers('role', 'route.role.departments', RoleDepartments),
    permit('admin:sysRole:query', 'admin:sysRole:update'),
    validate('param', z.object({ roleId: Id })),
    async (c) => ok(c, found(await roleDepartments(c.var.store, c.req.valid('param').roleId, c.var.operator))),
  )
