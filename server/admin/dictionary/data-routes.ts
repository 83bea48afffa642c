import { Hono } from 'hono'
import { z } from 'zod'
import {
  DictCodeParam,
  DictData,
  DictDataChange,
  DictDataInput,
  DictDataQuery,
  DictOption,
  DictOptionQuery,
} from '#shared/admin/dictionary'
import { ImportQuery, MAX_SHEET_BYTES } from '#shared/list/import'
import { IdsBody, pageOf } from '#shared/list/page'
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
  createDictData,
  deleteDictData,
  dictDataBatches,
  dictOptions,
  getDictData,
  listDictData,
  planDictData,
  restoreDictData,
  updateDictData,
} from './data'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, statusWords, type Words } from '../../platform/sheets/words'

export const dictDataRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('dict-data', 'List entries of dictionaries', pageOf(DictData)),
    permit('admin:sysDictData:list'),
    validate('query', DictDataQuery),
    async (c) => {
      const page = await listDictData(c.var.store, c.req.valid('query'))
      return ok(c, page)
    },
  )
  .get(
    '/export',
    answersSheet('dict-data', 'Export entries of dictionaries'),
    permit('admin:sysDictData:export'),
    validate('query', exportQuery(DictDataQuery)),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = dictDataBatches(c.var.store, query)
      return sendSheet(c, { name: 'dictionary-data', title: 'dictData.title', format, columns: exported, batches })
    },
  )
  .get(
    '/import/template',
    answersTemplate('dict-data', 'An empty sheet of entries'),
    permit('admin:sysDictData:import'),
    validate('query', TemplateQuery),
    (c) => {
      const { format } = c.req.valid('query')
      return sendTemplate(c, { name: 'dictionary-data', title: 'dictData.title', format, columns: imported.columns })
    },
  )
  .post(
    '/import',
    answersImport('dict-data', 'Import entries of dictionaries from a sheet'),
    permit('admin:sysDictData:import'),
    validate('query', ImportQuery),
    takeUpload(['file'], MAX_SHEET_BYTES),
    (c) => importSheet(c, imported, c.req.valid('query')),
  )
  .get(
    '/:dictCode',
    answers('dict-data', 'One entry', DictData),
    permit('admin:sysDictData:query'),
    validate('param', DictCodeParam),
    async (c) => {
      const entry = await getDictData(c.var.store, c.req.valid('param').dictCode)
      return ok(c, found(entry))
    },
  )
  .post(
    '/',
    answers('dict-data', 'Create an entry', z.int()),
    permit('admin:sysDictData:add'),
    validate('json', DictDataInput),
    async (c) => {
      const dictCode = await createDictData(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, dictCode, 'done.created')
    },
  )
  .put(
    '/:dictCode',
    answers('dict-data', 'Change an entry', z.int()),
    permit('admin:sysDictData:edit'),
    validate('param', DictCodeParam),
    validate('json', DictDataChange),
    async (c) => {
      const { dictCode } = c.req.valid('param')
      const changed = await updateDictData(c.var.store, dictCode, c.req.valid('json'), c.var.act)
      return ok(c, found(changed), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('dict-data', 'Delete entries', z.array(z.int())),
    permit('admin:sysDictData:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteDictData(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('dict-data', 'Bring back deleted entries', z.array(z.int())),
    permit('admin:sysDictData:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreDictData(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )

/** What lists and forms show and offer, for any signed-in user. */
export const dictOptionRoutes = new Hono<SessionEnv>().get(
  '/option-select',
  answers('dict-data', 'The entries of a dictionary, to choose from', z.array(DictOption)),
  validate('query', DictOptionQuery),
  async (c) => {
    const options = await dictOptions(c.var.store, c.req.valid('query'))
    return ok(c, options)
  },
)

/** A sheet may name a colour in words. */
const toneWords: Words = {
  ok: 'dictData.tone.ok',
  warn: 'dictData.tone.warn',
  ng: 'dictData.tone.ng',
  pending: 'dictData.tone.pending',
  info: 'dictData.tone.info',
  approval: 'dictData.tone.approval',
}

const exported: SheetColumn<DictData>[] = [
  { title: 'dict.type', value: ({ dictType }) => dictType },
  { title: 'dictData.label', value: ({ dictLabel }) => dictLabel },
  { title: 'dictData.labelEn', value: ({ dictLabelEn }) => dictLabelEn },
  { title: 'dictData.value', value: ({ dictValue }) => dictValue },
  { title: 'dictData.sort', value: ({ dictSort }) => dictSort },
  { title: 'dictData.tone', value: ({ listClass }, locale) => wordFor(locale, toneWords, listClass) },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
]

const imported: SheetImport<typeof DictDataInput> = {
  columns: [
    { field: 'dictType', title: 'dict.type', example: 'qc_defect_kind' },
    { field: 'dictLabel', title: 'dictData.label', example: '划伤' },
    { field: 'dictLabelEn', title: 'dictData.labelEn', example: 'Scratch' },
    { field: 'dictValue', title: 'dictData.value', example: 'scratch' },
    { field: 'dictSort', title: 'dictData.sort', example: '1' },
    { field: 'listClass', title: 'dictData.tone', words: toneWords, example: 'ng' },
    { field: 'status', title: 'record.status', words: statusWords, example: '2' },
    { field: 'remark', title: 'record.remark' },
  ],
  schema: DictDataInput,
  nameOf: ({ dictType, dictLabel }) => `${dictType} ${dictLabel}`,
  plan: planDictData,
}
