import { Hono } from 'hono'
import { z } from 'zod'
import {
  Equipment,
  EquipmentChange,
  EquipmentInput,
  EquipmentOption,
  EquipmentOptionQuery,
  EquipmentQuery,
} from '#shared/qc/equipment'
import { equipment } from '#shared/qc/equipment-resource'
import { crud } from '../../access/crud/crud'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { equipmentOptions, getEquipment, listEquipment, equipmentGroups } from './list'
import { equipmentWriter } from './queries'

const regular = crud(
  equipment,
  { row: Equipment, input: EquipmentInput, change: EquipmentChange, query: EquipmentQuery },
  {
    list: (store, query, { now }) => listEquipment(store, query, now),
    groups: (store, query, by, { now }) => equipmentGroups(store, query, by, now),
    get: (store, equipmentId, { now }) => getEquipment(store, equipmentId, now),
    ...equipmentWriter,
  },
)

export const qcEquipmentRoutes = new Hono<SessionEnv>()
  .get(
    '/option-select',
    answers('qc-equipment', 'route.qcEquipment.options', z.array(EquipmentOption)),
    permit('qc:equipment:list', 'qc:template:list', 'qc:record:list', 'qc:record:add'),
    validate('query', EquipmentOptionQuery),
    async (c) => {
      const options = await equipmentOptions(c.var.store, c.req.valid('query'), c.var.context.now)
      return ok(c, options)
    },
  )
  .route('/', regular)
