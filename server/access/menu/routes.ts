import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiRoute } from '#shared/admin/api'
import { Menu, MenuChange, MenuDetail, MenuInput, MenuItem, MenuOrder, MenuQuery, RoleMenus } from '#shared/access/menu'
import { Id, IdParam, IdsBody } from '#shared/list/page'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../permission/permit'
import { sendSheet, SheetFormat } from '../crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { menuChoices, menuOf } from './queries'
import { getMenu, listMenus, menuBatches } from './list'
import { createMenu, deleteMenus, orderMenus, restoreMenus, updateMenu } from './write'
import { getRole } from '../role/queries'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, type Words } from '../../platform/sheets/words'

const RoleIdParam = z.object({ roleId: Id.or(z.literal('0').transform(() => 0)) })

/** The menu as its own operator and the forms of roles see it. */
export const ownMenuRoutes = new Hono<SessionEnv>()
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

const typeWords: Words = { M: 'menu.type.M', C: 'menu.type.C', F: 'menu.type.F' }
const visibleWords: Words = { '0': 'menu.shown', '1': 'menu.hidden' }

const menuColumns: SheetColumn<Menu>[] = [
  { title: 'menu.id', value: ({ menuId }) => menuId },
  { title: 'menu.parent', value: ({ parentId }) => parentId },
  { title: 'menu.entryTitle', value: ({ title }) => title },
  { title: 'menu.titleEn', value: ({ titleEn }) => titleEn },
  { title: 'menu.type', value: ({ menuType }, locale) => wordFor(locale, typeWords, menuType) },
  { title: 'menu.path', value: ({ path }) => path },
  { title: 'menu.component', value: ({ component }) => component },
  { title: 'menu.permission', value: ({ permission }) => permission },
  { title: 'menu.icon', value: ({ icon }) => icon },
  { title: 'menu.visible', value: ({ visible }, locale) => wordFor(locale, visibleWords, visible) },
  { title: 'record.sort', value: ({ sort }) => sort },
]

/** @param routes those of the server, to tell which of them an entry opens */
export const menuRoutes = (routes: () => ApiRoute[]) =>
  new Hono<SessionEnv>()
    .get(
      '/',
      answers('menu', 'The menu as a tree, with all types', z.array(Menu)),
      permit('admin:sysMenu:list'),
      validate('query', MenuQuery),
      async (c) => {
        const menus = await listMenus(c.var.store, routes(), c.req.valid('query'), c.var.locale)
        return ok(c, menus)
      },
    )
    .get(
      '/export',
      answersSheet('menu', 'Export the menu'),
      permit('admin:sysMenu:export'),
      validate('query', MenuQuery.extend({ format: SheetFormat })),
      (c) => {
        const { format, ...query } = c.req.valid('query')
        const batches = menuBatches(c.var.store, routes(), query, c.var.locale)
        return sendSheet(c, { name: 'menus', title: 'menu.title', format, columns: menuColumns, batches })
      },
    )
    .get(
      '/:id',
      answers('menu', 'One menu entry', MenuDetail),
      permit('admin:sysMenu:query'),
      validate('param', IdParam),
      async (c) => {
        const menu = await getMenu(c.var.store, routes(), c.req.valid('param').id, c.var.locale)
        return ok(c, found(menu))
      },
    )
    .post(
      '/',
      answers('menu', 'Create a menu entry', z.int()),
      permit('admin:sysMenu:add'),
      validate('json', MenuInput),
      async (c) => {
        const menuId = await createMenu(c.var.store, c.req.valid('json'), c.var.act)
        return ok(c, menuId, 'done.created')
      },
    )
    .put(
      '/:id',
      answers('menu', 'Change a menu entry', z.int()),
      permit('admin:sysMenu:edit'),
      validate('param', IdParam),
      validate('json', MenuChange),
      async (c) => {
        const { id } = c.req.valid('param')
        const menuId = await updateMenu(c.var.store, id, c.req.valid('json'), c.var.act)
        return ok(c, found(menuId), 'done.updated')
      },
    )
    .delete(
      '/',
      answers('menu', 'Delete menu entries', z.array(z.int())),
      permit('admin:sysMenu:remove'),
      validate('json', IdsBody),
      async (c) => {
        const ids = await deleteMenus(c.var.store, c.req.valid('json').ids, c.var.act)
        return ok(c, ids, 'done.deleted')
      },
    )
    .post(
      '/restore',
      answers('menu', 'Bring back deleted menu entries', z.array(z.int())),
      permit('admin:sysMenu:remove'),
      validate('json', IdsBody),
      async (c) => {
        const ids = await restoreMenus(c.var.store, c.req.valid('json').ids, c.var.act)
        return ok(c, ids, 'done.restored')
      },
    )

export const menuOrderRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('menu', 'Put the children of a menu entry into an order', z.array(z.int())),
  permit('admin:sysMenu:edit'),
  validate('json', MenuOrder),
  async (c) => {
    const ids = await orderMenus(c.var.store, c.req.valid('json'), c.var.act)
    return ok(c, found(ids), 'done.updated')
  },
)
