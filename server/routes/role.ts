import { Hono } from 'hono'
import { z } from 'zod'
import { IdParam, IdsBody, pageOf } from '#shared/schemas/page'
import { Role, RoleChange, RoleDetail, RoleInput, RoleQuery, RoleStatus } from '#shared/schemas/role'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { createRole, deleteRoles, getRole, listRoles, setRoleStatus, updateRole } from '../queries/role'

export const roleRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('role', 'List roles', pageOf(Role)),
    permit('admin:sysRole:list'),
    validate('query', RoleQuery),
    async (c) => {
      const page = await listRoles(c.var.store, c.req.valid('query'))
      return ok(c, page)
    },
  )
  .get(
    '/:id',
    answers('role', 'One role', RoleDetail),
    permit('admin:sysRole:query'),
    validate('param', IdParam),
    async (c) => {
      const role = await getRole(c.var.store, c.req.valid('param').id)
      return ok(c, found(role))
    },
  )
  .post(
    '/',
    answers('role', 'Create a role', z.int()),
    permit('admin:sysRole:add'),
    validate('json', RoleInput),
    async (c) => {
      const roleId = await createRole(c.var.store, c.req.valid('json'), c.var.operator, c.var.now)
      return ok(c, roleId, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('role', 'Change a role', z.int()),
    permit('admin:sysRole:update'),
    validate('param', IdParam),
    validate('json', RoleChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const roleId = await updateRole(c.var.store, id, c.req.valid('json'), c.var.operator, c.var.now)
      return ok(c, found(roleId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('role', 'Delete roles', z.array(z.int())),
    permit('admin:sysRole:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteRoles(c.var.store, c.req.valid('json').ids, c.var.operator)
      return ok(c, found(ids), 'done.deleted')
    },
  )

export const roleStatusRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('role', 'Enable or disable a role'),
  permit('admin:sysRole:update'),
  validate('json', RoleStatus),
  async (c) => {
    const roleId = found(await setRoleStatus(c.var.store, c.req.valid('json'), c.var.operator, c.var.now))
    return ok(c, null, ['role.statusDone', { roleId }])
  },
)
