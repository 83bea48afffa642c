import { Hono } from 'hono'
import { z } from 'zod'
import { MenuItem, RoleMenus } from '#shared/schemas/menu'
import { Id } from '#shared/schemas/page'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { menuChoices, menuOf } from '../queries/menu'
import { getRole } from '../queries/role'

const RoleIdParam = z.object({ roleId: Id.or(z.literal('0').transform(() => 0)) })

export const menuRoutes = new Hono<SessionEnv>()
  .get('/menurole', answers('menu', 'The menu of the signed-in operator', z.array(MenuItem)), async (c) => {
    const menu = await menuOf(c.var.store, c.var.operator)
    return ok(c, menu)
  })
  .get(
    '/roleMenuTreeselect/:roleId',
    answers('menu', 'All menu entries, and those of a role; role 0 is one not made yet', RoleMenus),
    permit('admin:sysRole:query', 'admin:sysRole:add'),
    validate('param', RoleIdParam),
    async (c) => {
      const { roleId } = c.req.valid('param')
      const menus = await menuChoices(c.var.store, c.var.locale === 'en')
      const checkedKeys = roleId === 0 ? [] : found(await getRole(c.var.store, roleId)).menuIds
      return ok(c, { menus, checkedKeys })
    },
  )
