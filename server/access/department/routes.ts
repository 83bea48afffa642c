import { Hono } from 'hono'
import { z } from 'zod'
import { department } from '#shared/access/department-resource'
import {
  Department,
  DepartmentChange,
  DepartmentInput,
  DepartmentNode,
  DepartmentOrder,
  DepartmentQuery,
} from '#shared/access/department'
import { Choice } from '#shared/list/page'
import type { SessionEnv } from '../session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { crud } from '../crud/crud'
import { sheetColumns } from '../crud/resource-columns'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import { departmentBatches, departmentChoices, getDepartment, listDepartments, type DepartmentLine } from './queries'
import { createDepartment, deleteDepartments, orderDepartments, restoreDepartments, updateDepartment } from './write'

export const departmentRoutes = crud(
  department,
  {
    row: DepartmentNode,
    one: Department,
    input: DepartmentInput,
    change: DepartmentChange,
    query: DepartmentQuery,
  },
  {
    list: listDepartments,
    batches: departmentBatches,
    get: getDepartment,
    create: createDepartment,
    update: updateDepartment,
    remove: deleteDepartments,
    restore: restoreDepartments,
    columns: sheetColumns<DepartmentLine>(department, {
      parentId: ({ parentName }) => parentName,
      deptPath: ({ level }) => level,
    }),
  },
)

export const departmentOrderRoutes = new Hono<SessionEnv>().put(
  '/',
  answers('department', 'route.department.order', z.null()),
  permit('admin:sysDept:edit'),
  validate('json', DepartmentOrder),
  async (c) => {
    await orderDepartments(c.var.store, c.req.valid('json'), c.var.context)
    return ok(c, null, 'done.updated')
  },
)

export const departmentTreeRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('department', 'route.department.options', z.array(Choice)),
  async (c) => ok(c, await departmentChoices(c.var.store, c.var.operator)),
)
