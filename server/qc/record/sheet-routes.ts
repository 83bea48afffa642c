import { Hono } from 'hono'
import { offsetWord } from '#shared/format/offset-time'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName, equipmentOf, shiftOf, templateOf } from '#shared/qc/localized-name'
import { judgements } from '#shared/qc/constants'
import { statusKey } from '#shared/qc/record/workflow'
import { ImportQuery, MAX_SHEET_BYTES } from '#shared/list/import'
import { RecordQuery, RecordSheetRow } from '#shared/qc/record/schema'
import { compareDecimals } from '#shared/spc/compare-decimals'
import { isDecimal, spelledOut } from '#shared/spc/decimal'
import type { SessionEnv } from '../../access/session/session-env'
import { answersImport, answersSheet, answersTemplate } from '../../platform/http/describe'
import { importSheet, type SheetImport } from '../../access/crud/import'
import { permit } from '../../access/permission/permit'
import { exportQuery, sendSheet, sendTemplate, TemplateQuery } from '../../access/crud/send-sheet'
import { takeUpload } from '../../access/files/upload'
import { validate } from '../../platform/http/validate'
import type { SheetColumn } from '../../platform/sheets/cell'
import { wordFor, type SheetField, type Words } from '../../platform/sheets/words'
import { viewerOf } from './request'
import { noteExport, valueBatches, type ExportedRow } from './export'
import { countRecords, judgePlanned, planRecords } from './import'
import { byLineClock } from '../product/line-clock'
import { nameOfCode, type NamedCode } from '../lookup/named-codes'

/** Decimal text of fewer characters is the shortest text of its double, apart from zeros. */
const MOST_EXACT = 16

/** The number of a value, or its text if a double has no room for its digits. */
function numberOrText({ num, raw }: NonNullable<ExportedRow['value']>) {
  if (typeof num !== 'number' || !raw || raw.length < MOST_EXACT) return num ?? raw
  return isDecimal(raw) && compareDecimals(String(num), raw) !== 0 ? spelledOut(raw) : num
}

const judgementWords: Words = Object.fromEntries(judgements.map((word) => [word, `qc.judgement.${word}` as const]))

const ofRecord: SheetColumn<ExportedRow>[] = [
  { id: 'recordNo', title: 'qcRecord.recordNo', value: ({ record }) => record.recordNo },
  { title: 'qc.product', value: ({ record }) => record.product },
  { id: 'template', title: 'qcRecord.sheet.template', value: ({ record }) => record.templateCode },
  {
    id: 'template',
    title: 'qcRecord.sheet.templateName',
    value: ({ record }, locale) => localizedName(locale, templateOf(record)),
  },
  { title: 'qcTemplate.version', value: ({ record }) => record.versionNo },
  { id: 'lot', title: 'qc.lot', value: ({ record }) => record.lotNo },
  { id: 'equipment', title: 'qc.equipment', value: ({ record }, locale) => localizedName(locale, equipmentOf(record)) },
  { id: 'shift', title: 'qc.shift', value: ({ record }, locale) => localizedName(locale, shiftOf(record)) },
  { id: 'operator', title: 'qcRecord.operator', value: ({ record }) => record.operatorName },
  // by the clock of the product line, whatever the server's time zone
  { id: 'inspectedAt', title: 'qcRecord.inspectedAt', value: ({ inspectedAt }) => inspectedAt },
  { id: 'inspectedAt', title: 'qcRecord.sheet.offset', value: ({ inspectedAt }) => offsetWord(inspectedAt.offsetMin) },
  { title: 'qcRecord.businessDay', value: ({ record }) => record.businessDay },
  { id: 'status', title: 'record.status', value: ({ record }, locale) => text(locale, statusKey(record)) },
  {
    id: 'judgement',
    title: 'qcRecord.sheet.judgement',
    value: ({ record }, locale) => wordFor(locale, judgementWords, record.judgement),
  },
]

const ofValue: SheetColumn<ExportedRow>[] = [
  { title: 'qcRecord.sheet.item', value: ({ item }) => item?.code },
  { title: 'qcRecord.sheet.itemName', value: ({ item }, locale) => item && localizedName(locale, item) },
  { title: 'qcRecord.sampleNo', value: ({ value }) => value?.sampleNo },
  // a number if possible, so that sheets can calculate with it; for choices the names, not the codes
  {
    title: 'qcRecord.value',
    value: ({ value, item }, locale) =>
      item?.answers && value?.raw ? answerOf(locale, item.answers, value.raw) : value && numberOrText(value),
  },
  { title: 'qcEntry.inspected', value: ({ value }) => value?.den },
  { title: 'qcRecord.unit', value: ({ item }) => item?.unit },
  { title: 'qcRecord.sheet.lsl', value: ({ item }) => item?.lsl },
  { title: 'qcRecord.sheet.usl', value: ({ item }) => item?.usl },
  {
    title: 'qcRecord.sheet.valueJudgement',
    value: ({ value }, locale) => value?.judgement && wordFor(locale, judgementWords, value.judgement),
  },
  {
    title: 'qcRecord.sheet.missing',
    value: ({ value, names }, locale) => {
      if (value?.state === 'na') return text(locale, 'qcEntry.notApplicable')
      return value?.missingCode && nameOfCode(locale, names.reasons, value.missingCode)
    },
  },
  {
    title: 'qcRecord.sheet.corrected',
    value: ({ value }, locale) => (value?.corrected ? text(locale, 'record.yes') : ''),
  },
]

/** New columns are added at the end: programs may read columns by position. */
const alsoOfValue: SheetColumn<ExportedRow>[] = [
  { title: 'qcRecord.sheet.earlier', value: (row, locale) => earlierOf(row, locale) },
  { title: 'qcRecord.sheet.gauge', value: ({ gauge }) => gauge?.code },
  { title: 'qcRecord.gauge', value: ({ gauge }, locale) => gauge && localizedName(locale, gauge) },
]

const alsoOfRecord: SheetColumn<ExportedRow>[] = [
  {
    title: 'qcRecord.sheet.firstJudgement',
    value: ({ record: { firstJudgement } }, locale) =>
      firstJudgement && wordFor(locale, judgementWords, firstJudgement),
  },
  {
    title: 'qcRecord.disposition',
    value: ({ record: { disposition }, names }, locale) =>
      disposition && nameOfCode(locale, names.dispositions, disposition),
  },
  { title: 'qcRecord.sheet.retestOf', value: ({ retestOf }) => retestOf },
  { title: 'record.remark', value: ({ record }) => record.remark },
  { title: 'qcRecord.sheet.approvedBy', value: ({ approval }) => approval?.name },
  { title: 'qcRecord.sheet.approvedAt', value: ({ approval }) => approval?.at },
]

/** The names on the page of the record. */
const ofPhotos: SheetColumn<ExportedRow>[] = [{ title: 'qcRecord.photos', value: ({ photos }) => photos.join('; ') }]

const shared = (columns: readonly SheetColumn<ExportedRow>[]) =>
  columns.map((column) => ({ ...column, isShared: true as const }))
const kept = (columns: readonly SheetColumn<ExportedRow>[]) =>
  columns.map((column) => ({ ...column, isKept: true as const }))
export const recordColumns = [
  ...shared(ofRecord),
  ...kept([...ofValue, ...alsoOfValue]),
  ...shared(alsoOfRecord),
  ...kept(ofPhotos),
]

/** The values before each correction, the oldest first. */
const earlierOf = ({ earlier, item }: ExportedRow, locale: Locale) =>
  earlier
    .map(({ part, old }) => {
      if (old === null) return '-'
      if (part === 'den') return `/ ${old}`
      return item?.answers ? answerOf(locale, item.answers, old) : old
    })
    .join('; ')

/** The chosen answers, separated by commas. */
const answerOf = (locale: Locale, answers: readonly NamedCode[], raw: string) =>
  raw
    .split(',')
    .map((code) => nameOfCode(locale, answers, code))
    .reduce((some, more) => text(locale, 'list.of', { some, more }))

const imported: SheetField[] = [
  { field: 'record', title: 'qcRecord.sheet.record', example: '1' },
  { field: 'product', title: 'qc.product', example: 'c21' },
  { field: 'template', title: 'qcRecord.sheet.template', example: 'IPQC-02' },
  { field: 'lot', title: 'qc.lot' },
  { field: 'equipment', title: 'qc.equipment' },
  { field: 'operator', title: 'qcRecord.operator' },
  { field: 'inspectedAt', title: 'qcRecord.inspectedAt', example: '2026-11-20 08:30:00' },
  { field: 'item', title: 'qcRecord.sheet.item', example: 'thickness' },
  { field: 'values', title: 'qcRecord.values', example: '10.01; 10.02; 9.99' },
  { field: 'inspected', title: 'qcEntry.inspected' },
  { field: 'missing', title: 'qcRecord.sheet.missing' },
  { field: 'remark', title: 'record.remark', hint: 'qcRecord.sheet.rules' },
]

type Plan = SheetImport<typeof RecordSheetRow>['plan']

const measurements: Omit<SheetImport<typeof RecordSheetRow>, 'plan'> = {
  columns: imported,
  schema: RecordSheetRow,
  nameOf: ({ template, item }) => `${template} ${item}`,
  prepare: judgePlanned,
  notesOn(rows, locale, dryRun) {
    const { count, existing } = countRecords(rows)
    const note = text(locale, dryRun ? 'qcRecord.sheet.note' : 'qcRecord.sheet.created', { count })
    return existing > 0 ? [note, text(locale, 'qcRecord.sheet.existing', { count: existing })] : [note]
  },
}

/** Records as files: one row per value. */
export const qcRecordSheetRoutes = new Hono<SessionEnv>()
  .get(
    '/export',
    answersSheet('qc-record', 'route.qcRecord.export'),
    permit('qc:record:export'),
    validate('query', exportQuery(RecordQuery)),
    async (c) => {
      const { format, ...query } = await byLineClock(c, c.req.valid('query'))
      const batches = valueBatches(c.var.store, query, viewerOf(c))
      const file = { name: 'qc-records', title: 'qcRecord.sheet.title', format } as const
      const thingOf = ({ record }: ExportedRow) => record
      const response = await sendSheet(c, { ...file, columns: recordColumns, batches, thingOf })
      if (c.req.raw.method === 'HEAD') return response
      try {
        await noteExport(c.var.store, c.var.context, query)
      } catch (error) {
        await response.body?.cancel() // no download without its entry
        throw error
      }
      return response
    },
  )
  .get(
    '/import/template',
    answersTemplate('qc-record', 'route.qcRecord.template'),
    permit('qc:record:import'),
    validate('query', TemplateQuery),
    (c) => {
      const { format } = c.req.valid('query')
      return sendTemplate(c, { name: 'measurements', title: 'qcRecord.sheet.importTitle', format, columns: imported })
    },
  )
  .post(
    '/import',
    answersImport('qc-record', 'route.qcRecord.import'),
    permit('qc:record:import'),
    validate('query', ImportQuery),
    takeUpload(['file'], MAX_SHEET_BYTES),
    (c) => {
      const { settings } = c.var
      const plan: Plan = (...given) => planRecords(...given, settings)
      return importSheet(c, { ...measurements, plan }, c.req.valid('query'))
    },
  )
