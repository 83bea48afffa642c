import { Hono } from 'hono'
import { z } from 'zod'
import {
  Department,
  DepartmentChange,
  DepartmentInput,
  DepartmentNode,
  DepartmentOrder,
  DepartmentQuery,
} from '#shared/access/department'
import { Choice, IdParam, IdsBody } from '#shared/list/page'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers, answersSheet } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../permission/permit'
import { sendSheet, SheetFormat } from '../crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { departmentBatches, departmentChoices, getDepartment, listDepartments, type DepartmentLine } from './queries'
import { createDepartment, deleteDepartments, orderDepartments, restoreDepartments, updateDepartment } from './write'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, statusWords } from '../../platform/sheets/words'

export const departmentRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('department', 'All departments that the filters find, as a tree', z.array(DepartmentNode)),
    permit('admin:sysDept:list'),
    validate('query', DepartmentQuery),
    async (c) => {
      const tree = await listDepartments(c.var.store, c.req.valid('query'), c.var.operator)
      return ok(c, tree)
    },
  )
  .get(
    '/export',
    answersSheet('department', 'Export departments'),
    permit('admin:sysDept:export'),
    validate('query', DepartmentQuery.extend({ format: SheetFormat })),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = departmentBatches(c.var.store, query, c.var.operator)
      return sendSheet(c, { name: 'departments', title: 'dept.title', format, columns: departmentColumns, batches })
    },
  )
  .get(
    '/:id',
    answers('department', 'One department', Department),
    permit('admin:sysDept:query'),
    validate('param', IdParam),
    async (c) => {
      const department = await getDepartment(c.var.store, c.req.valid('param').id, c.var.operator)
      return ok(c, found(department))
    },
  )
  .post(
    '/',
    answers('department', 'Create a department', z.int()),
    permit('admin:sysDept:add'),
    validate('json', DepartmentInput),
    async (c) => {
      const deptId = await createDepartment(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, deptId, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('department', 'Change or move a department', z.int()),
    permit('admin:sysDept:edit'),
    validate('param', IdParam),
    validate('json', DepartmentChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const deptId = await updateDepartment(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(deptId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('department', 'Delete departments', z.array(z.int())),
    permit('admin:sysDept:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteDepartments(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('department', 'Bring back deleted departments', z.array(z.int())),
    permit('admin:sysDept:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreDepartments(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )

export const departmentOrderRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('department', 'Put the departments below one into an order, or move them there', z.null()),
  permit('admin:sysDept:edit'),
  validate('json', DepartmentOrder),
  async (c) => {
    await orderDepartments(c.var.store, c.req.valid('json'), c.var.act)
    return ok(c, null, 'done.updated')
  },
)

export const departmentTreeRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('department', 'The departments that a record can be put into', z.array(Choice)),
  async (c) => {
    const choices = await departmentChoices(c.var.store, c.var.operator)
    return ok(c, choices)
  },
)

const departmentColumns: SheetColumn<DepartmentLine>[] = [
  { title: 'dept.name', value: ({ deptName }) => deptName },
  { title: 'dept.parent', value: ({ parentName }) => parentName },
  { title: 'dept.level', value: ({ level }) => level },
  { title: 'dept.leader', value: ({ leader }) => leader },
  { title: 'dept.phone', value: ({ phone }) => phone },
  { title: 'dept.email', value: ({ email }) => email },
  { title: 'record.sort', value: ({ sort }) => sort },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'record.nameEn', value: ({ deptNameEn }) => deptNameEn },
]
