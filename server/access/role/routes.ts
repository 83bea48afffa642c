import { Hono } from 'hono'
import { z } from 'zod'
import { Id, IdParam, IdsBody, pageOf } from '#shared/list/page'
import {
  Role,
  RoleChange,
  RoleDepartments,
  RoleDetail,
  RoleInput,
  RoleQuery,
  RoleScope,
  RoleStatus,
} from '#shared/access/role'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../permission/permit'
import { exportQuery, sendSheet } from '../crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { getRole, listRoles, roleBatches } from './queries'
import { roleDepartments, setRoleScope } from './scope'
import { createRole, deleteRoles, restoreRoles, setRoleStatus, updateRole } from './write'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, statusWords, type Words } from '../../platform/sheets/words'

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
    '/export',
    answersSheet('role', 'Export roles'),
    permit('admin:sysRole:export'),
    validate('query', exportQuery(RoleQuery)),
    (c) => {
      const query = c.req.valid('query')
      const batches = roleBatches(c.var.store, query)
      return sendSheet(c, { name: 'roles', title: 'role.title', format: query.format, columns: roleColumns, batches })
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
      const roleId = await createRole(c.var.store, c.req.valid('json'), c.var.act)
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
      const roleId = await updateRole(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(roleId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('role', 'Delete roles', z.array(z.int())),
    permit('admin:sysRole:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteRoles(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('role', 'Bring back deleted roles', z.array(z.int())),
    permit('admin:sysRole:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreRoles(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )

export const roleStatusRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('role', 'Enable or disable a role'),
  permit('admin:sysRole:update'),
  validate('json', RoleStatus),
  async (c) => {
    const roleId = found(await setRoleStatus(c.var.store, c.req.valid('json'), c.var.act))
    return ok(c, null, ['role.statusDone', { roleId }])
  },
)

export const roleScopeRoutes = new Hono<SessionEnv>()
  .put(
    '/roledatascope',
    answers('role', 'Set which rows the holders of a role work with', z.null()),
    permit('admin:sysRole:update'),
    validate('json', RoleScope),
    async (c) => {
      found(await setRoleScope(c.var.store, c.req.valid('json'), c.var.act))
      return ok(c, null, 'done.done')
    },
  )
  .get(
    '/roleDeptTreeselect/:roleId',
    answers('role', 'The departments to choose for a role, and those it has', RoleDepartments),
    permit('admin:sysRole:query', 'admin:sysRole:update'),
    validate('param', z.object({ roleId: Id })),
    async (c) => {
      const departments = await roleDepartments(c.var.store, c.req.valid('param').roleId, c.var.operator)
      return ok(c, found(departments))
    },
  )

const scopeWords: Words = {
  '1': 'role.scope.1',
  '2': 'role.scope.2',
  '3': 'role.scope.3',
  '4': 'role.scope.4',
  '5': 'role.scope.5',
  '': 'role.scope.5',
}

const roleColumns: SheetColumn<Role>[] = [
  { title: 'role.name', value: ({ roleName }) => roleName },
  { title: 'role.key', value: ({ roleKey }) => roleKey },
  { title: 'role.dataScope', value: (role, locale) => wordFor(locale, scopeWords, role.admin ? '1' : role.dataScope) },
  { title: 'record.sort', value: ({ roleSort }) => roleSort },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'record.nameEn', value: ({ roleNameEn }) => roleNameEn },
  { title: 'record.remarkEn', value: ({ remarkEn }) => remarkEn },
]
