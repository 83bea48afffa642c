import { Hono } from 'hono'
import { z } from 'zod'
import { DictType, DictTypeChange, DictTypeInput, DictTypeQuery } from '#shared/admin/dictionary'
import { ImportQuery, MAX_SHEET_BYTES } from '#shared/list/import'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers, answersImport, answersSheet, answersTemplate } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { importSheet, type SheetImport } from '../../access/crud/import'
import { permit } from '../../access/permission/permit'
import { exportQuery, sendSheet, sendTemplate, TemplateQuery } from '../../access/crud/send-sheet'
import { takeUpload } from '../../access/profile/upload'
import { validate } from '../../platform/http/validate'
import {
  allDictTypes,
  createDictType,
  deleteDictTypes,
  dictTypeBatches,
  getDictType,
  listDictTypes,
  planDictTypes,
  restoreDictTypes,
  updateDictType,
} from './type'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, statusWords } from '../../platform/sheets/words'

export const dictTypeRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('dict-type', 'List dictionaries', pageOf(DictType)),
    permit('admin:sysDictType:list'),
    validate('query', DictTypeQuery),
    async (c) => {
      const page = await listDictTypes(c.var.store, c.req.valid('query'))
      return ok(c, page)
    },
  )
  .get(
    '/export',
    answersSheet('dict-type', 'Export dictionaries'),
    permit('admin:sysDictType:export'),
    validate('query', exportQuery(DictTypeQuery)),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = dictTypeBatches(c.var.store, query)
      return sendSheet(c, { name: 'dictionaries', title: 'dict.title', format, columns: exported, batches })
    },
  )
  .get(
    '/import/template',
    answersTemplate('dict-type', 'An empty sheet of dictionaries'),
    permit('admin:sysDictType:import'),
    validate('query', TemplateQuery),
    (c) => {
      const { format } = c.req.valid('query')
      return sendTemplate(c, { name: 'dictionaries', title: 'dict.title', format, columns: imported.columns })
    },
  )
  .post(
    '/import',
    answersImport('dict-type', 'Import dictionaries from a sheet'),
    permit('admin:sysDictType:import'),
    validate('query', ImportQuery),
    takeUpload(['file'], MAX_SHEET_BYTES),
    (c) => importSheet(c, imported, c.req.valid('query')),
  )
  .get(
    '/:id',
    answers('dict-type', 'One dictionary', DictType),
    permit('admin:sysDictType:query', 'admin:sysDictData:list'),
    validate('param', IdParam),
    async (c) => {
      const type = await getDictType(c.var.store, c.req.valid('param').id)
      return ok(c, found(type))
    },
  )
  .post(
    '/',
    answers('dict-type', 'Create a dictionary', z.int()),
    permit('admin:sysDictType:add'),
    validate('json', DictTypeInput),
    async (c) => {
      const id = await createDictType(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, id, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('dict-type', 'Change a dictionary; its entries follow its type', z.int()),
    permit('admin:sysDictType:edit'),
    validate('param', IdParam),
    validate('json', DictTypeChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const changed = await updateDictType(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(changed), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('dict-type', 'Delete dictionaries that have no entries', z.array(z.int())),
    permit('admin:sysDictType:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteDictTypes(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('dict-type', 'Bring back deleted dictionaries', z.array(z.int())),
    permit('admin:sysDictType:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreDictTypes(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )

/** All dictionaries at once, for whoever chooses one. */
export const dictTypeOptionRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('dict-type', 'All dictionaries, to choose from', z.array(DictType)),
  permit('admin:sysDictType:list', 'admin:sysDictData:list'),
  async (c) => {
    const types = await allDictTypes(c.var.store)
    return ok(c, types)
  },
)

const exported: SheetColumn<DictType>[] = [
  { title: 'dict.name', value: ({ dictName }) => dictName },
  { title: 'dict.type', value: ({ dictType }) => dictType },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'record.nameEn', value: ({ dictNameEn }) => dictNameEn },
  { title: 'record.remarkEn', value: ({ remarkEn }) => remarkEn },
]

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
