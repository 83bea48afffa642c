import { Hono } from 'hono'
import { regularRoute } from '../../access/operation-log/route-title'
import { z } from 'zod'
import { dictType } from '#shared/admin/dict-type-resource'
import { DictType } from '#shared/admin/dictionary'
import { IdParam } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { crud } from '../../access/crud/crud'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { allDictTypes, dictTypeImport, dictTypeReader, dictTypeSchemas, dictTypeWriter } from './type'

/** One dictionary can be read with either of two permissions. */
const { get: getDictType, ...reader } = dictTypeReader

export const dictTypeRoutes = new Hono<SessionEnv>()
  .route('/', crud(dictType, dictTypeSchemas, { ...reader, ...dictTypeWriter, imported: dictTypeImport }))
  .get(
    '/:id',
    answers('dict-type', regularRoute(dictType, 'get'), DictType),
    permit('admin:sysDictType:query', 'admin:sysDictData:list'),
    validate('param', IdParam),
    async (c) => ok(c, found(await getDictType(c.var.store, c.req.valid('param').id))),
  )

/** All dictionaries at once, to choose from. */
export const dictTypeOptionRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('dict-type', 'route.dictType.options', z.array(DictType)),
  permit('admin:sysDictType:list', 'admin:sysDictData:list'),
  async (c) => ok(c, await allDictTypes(c.var.store)),
)
