import { Hono } from 'hono'
import { z } from 'zod'
import { dictData } from '#shared/admin/dict-data-resource'
import { DictDataInput, DictOption, DictOptionQuery } from '#shared/admin/dictionary'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { crud } from '../../access/crud/crud'
import type { SheetImport } from '../../access/crud/import'
import { validate } from '../../platform/http/validate'
import { dictDataReader, dictDataSchemas, dictDataWriter, dictOptions, planDictData } from './data'
import { statusWords } from '../../platform/sheets/words'

const imported: SheetImport<typeof DictDataInput> = {
  columns: [
    { field: 'dictType', title: 'dict.type', example: 'qc_defect_kind' },
    { field: 'dictLabel', title: 'dictData.label', example: '划伤' },
    { field: 'dictLabelEn', title: 'dictData.labelEn', example: 'Scratch' },
    { field: 'dictValue', title: 'dictData.value', example: 'scratch' },
    { field: 'dictSort', title: 'record.sort', example: '1' },
    { field: 'listClass', title: 'dictData.tone', words: dictData.fields.listClass.as, example: 'ng' },
    { field: 'status', title: 'record.status', words: statusWords, example: '2' },
    { field: 'remark', title: 'record.remark' },
  ],
  schema: DictDataInput,
  nameOf: ({ dictType, dictLabel }) => `${dictType} ${dictLabel}`,
  plan: planDictData,
}

export const dictDataRoutes = crud(dictData, dictDataSchemas, { ...dictDataReader, ...dictDataWriter, imported })

/** The options of lists and forms, for any signed-in user. */
export const dictOptionRoutes = new Hono<SessionEnv>().get(
  '/option-select',
  answers('dict-data', 'route.dictData.options', z.array(DictOption)),
  validate('query', DictOptionQuery),
  async (c) => ok(c, await dictOptions(c.var.store, c.req.valid('query'))),
)
