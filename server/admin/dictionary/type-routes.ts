import { Hono } from 'hono'
import { regularRoute } from '../../access/operation-log/route-title'
import { z } from 'zod'
import { dictType } from '#shared/admin/dict-type-resource'
import { DictType, DictTypeInput } from '#shared/admin/dictionary'
import { IdParam } from '#shared/list/page'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { crud } from '../../access/crud/crud'
import type { SheetImport } from '../../access/crud/import'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { allDictTypes, dictTypeReader, dictTypeSchemas, dictTypeWriter, planDictTypes } from './type'
import { statusWords } from '../../platform/sheets/words'

const imported: SheetImport<typeof DictTypeInput> = {
  columns: [
    { field: 'dictName', title: 'dict.name', example: '缺陷类型' },
    { field: 'dictNameEn', title: 'record.nameEn', example: 'Kinds of defects' },
    { field: 'dictType', title: 'dict.type', example: 'qc_defect_kind' },
    { field: 'status', title: 'record.status', words: statusWords, example: '2' },
    { field: 'remark', title: 'record.remark' },
    { field: 'remarkEn', title: 'record.remarkEn' },
  ],
  schema: DictTypeInput,
  nameOf: ({ dictName }) => dictName,
  plan: planDictTypes,
}

/** One dictionary is read by holders of two permissions. */
const { get: getDictType, ...reader } = dictTypeReader

export const dictTypeRoutes = new Hono<SessionEnv>()
  .route('/', crud(dictType, dictTypeSchemas, { ...reader, ...dictTypeWriter, imported }))
  .get(
    '/:id',
    answers('dict-type', regularRoute(dictType, 'get'), DictType),
    permit('admin:sysDictType:query', 'admin:sysDictData:list'),
    validate('param', IdParam),
    async (c) => ok(c, found(await getDictType(c.var.store, c.req.valid('param').id))),
  )

/** All dictionaries at once, for whoever chooses one. */
export const dictTypeOptionRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('dict-type', 'route.dictType.options', z.array(DictType)),
  permit('admin:sysDictType:list', 'admin:sysDictData:list'),
  async (c) => ok(c, await allDictTypes(c.var.store)),
)
