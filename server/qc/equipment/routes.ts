import { Hono } from 'hono'
import { z } from 'zod'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import {
  Equipment,
  EquipmentChange,
  EquipmentInput,
  EquipmentOption,
  EquipmentOptionQuery,
  EquipmentQuery,
} from '#shared/qc/equipment'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { createEquipment, deleteEquipment, restoreEquipment, updateEquipment } from './queries'
import { getEquipment, listEquipment, equipmentOptions } from './list'

export const qcEquipmentRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-equipment', 'List equipment', pageOf(Equipment)),
    permit('qc:equipment:list'),
    validate('query', EquipmentQuery),
    async (c) => {
      const page = await listEquipment(c.var.store, c.req.valid('query'), c.var.act.now)
      return ok(c, page)
    },
  )
  .get(
    '/option-select',
    answers('qc-equipment', 'The first equipment in use that matches, to choose from', z.array(EquipmentOption)),
    permit('qc:equipment:list', 'qc:template:list', 'qc:record:list', 'qc:record:add'),
    validate('query', EquipmentOptionQuery),
    async (c) => {
      const options = await equipmentOptions(c.var.store, c.req.valid('query'), c.var.act.now)
      return ok(c, options)
    },
  )
  .get(
    '/:id',
    answers('qc-equipment', 'One piece of equipment', Equipment),
    permit('qc:equipment:list'),
    validate('param', IdParam),
    async (c) => {
      const equipment = await getEquipment(c.var.store, c.req.valid('param').id, c.var.act.now)
      return ok(c, found(equipment))
    },
  )
  .post(
    '/',
    answers('qc-equipment', 'Create equipment', z.int()),
    permit('qc:equipment:add'),
    validate('json', EquipmentInput),
    async (c) => {
      const equipmentId = await createEquipment(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, equipmentId, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('qc-equipment', 'Change equipment', z.int()),
    permit('qc:equipment:edit'),
    validate('param', IdParam),
    validate('json', EquipmentChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const equipmentId = await updateEquipment(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(equipmentId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('qc-equipment', 'Delete equipment', z.array(z.int())),
    permit('qc:equipment:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteEquipment(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('qc-equipment', 'Bring back deleted equipment', z.array(z.int())),
    permit('qc:equipment:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreEquipment(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )
