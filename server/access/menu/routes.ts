import { Hono } from 'hono'
import { regularRoute } from '../operation-log/route-title'
import { z } from 'zod'
import { menu } from '#shared/access/menu-resource'
import { Menu, MenuChange, MenuDetail, MenuInput, MenuItem, MenuOrder, MenuQuery, RoleMenus } from '#shared/access/menu'
import { IdOrZero, IdParam } from '#shared/list/page'
import type { SessionEnv } from '../session/session-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { isForFamily, ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { crud } from '../crud/crud'
import { sheetColumns } from '../crud/resource-columns'
import { permit } from '../permission/permit'
import { sendSheet, SheetFormat } from '../crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { menuChoices, menuOf } from './queries'
import { getMenu, listMenus, menuBatches, type TitledRoutes } from './list'
import { createMenu, deleteMenus, orderMenus, restoreMenus, updateMenu } from './write'
import { getRole } from '../role/queries'

const RoleIdParam = z.object({ roleId: IdOrZero })

/** The menu of the operator, and the menu in forms of roles. */
export const ownMenuRoutes = new Hono<SessionEnv>()
  .get('/menurole', answers('menu', 'route.menu.own', z.array(MenuItem)), async (c) =>
    ok(c, await menuOf(c.var.store, c.var.operator, { isForFamily: isForFamily(c) })),
  )
  .get(
    '/roleMenuTreeselect/:roleId',
    answers('menu', 'route.menu.ofRole', RoleMenus),
    permit('admin:sysRole:query', 'admin:sysRole:add'),
    validate('param', RoleIdParam),
    async (c) => {
      const { roleId } = c.req.valid('param')
      const choices = await menuChoices(c.var.store, c.var.operator, c.var.locale === 'en')
      const checkedKeys = roleId === 0 ? [] : found(await getRole(c.var.store, roleId)).menuIds
      return ok(c, { ...choices, checkedKeys })
    },
  )

const regular = crud(
  menu,
  { row: Menu, input: MenuInput, change: MenuChange, query: MenuQuery },
  { create: createMenu, update: updateMenu, remove: deleteMenus, restore: restoreMenus },
)

/** @param routes those of the server, to find the routes that an entry opens */
export const menuRoutes = (routes: TitledRoutes) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('menu', 'route.menu.tree', z.array(Menu)),
      permit('admin:sysMenu:list'),
      validate('query', MenuQuery),
      async (c) => ok(c, await listMenus(c.var.store, routes, c.req.valid('query'), c.var.locale)),
    )
    .get(
      '/export',
      answersSheet('menu', 'route.menu.export'),
      permit('admin:sysMenu:export'),
      validate('query', MenuQuery.extend({ format: SheetFormat })),
      (c) => {
        const { format, ...query } = c.req.valid('query')
        const batches = menuBatches(c.var.store, routes, query, c.var.locale)
        return sendSheet(c, { name: 'menus', title: 'menu.title', format, columns: sheetColumns(menu), batches })
      },
    )
    .route('/', regular)
    .get(
      '/:id',
      answers('menu', regularRoute(menu, 'get'), MenuDetail),
      permit('admin:sysMenu:query'),
      validate('param', IdParam),
      async (c) => ok(c, found(await getMenu(c.var.store, routes, c.req.valid('param').id, c.var.locale))),
    )

export const menuOrderRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('menu', 'route.menu.order', z.array(z.int())),
  permit('admin:sysMenu:edit'),
  validate('json', MenuOrder),
  async (c) => ok(c, found(await orderMenus(c.var.store, c.req.valid('json'), c.var.context)), 'done.updated'),
)
