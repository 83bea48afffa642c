import { Hono } from 'hono'
import { offsetWord } from '#shared/format/offset-time'
import { codes } from '#shared/envelope'
import { auditEntityKey, auditSentence, subjectOf, type Labels } from '#shared/qc/audit/words'
import { localizedName } from '#shared/qc/localized-name'
import { readAnchor, type Anchor } from '#shared/qc/audit/anchor'
import { text, textOrKey } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { IdParam, pageOf } from '#shared/list/page'
import {
  AuditProgress,
  AuditVerification,
  QcAuditDetail,
  QcAuditEntry,
  QcAuditQuery,
  QcAuditVerifyQuery,
  QcAuditZone,
  Redaction,
} from '#shared/qc/audit/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersSheet, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { answerWithPatience } from '../../platform/http/patience'
import { permit } from '../../access/permission/permit'
import { exportQuery, sendSheet, type SheetFormat } from '../../access/crud/send-sheet'
import { createSlots } from '../../platform/http/slots'
import { validate } from '../../platform/http/validate'
import type { RequestContext } from '../../access/operation-log/write'
import { auditBatches, getAuditEntry, listAudit, type ExportedEntry } from './list'
import { nameOfCode } from '../lookup/named-codes'
import { auditReading, canonical } from './append'
import { redactEntry } from './redact'
import { progressOf, shareProgress } from './verify/progress'
import { verifyAudit, verificationIn } from './verify'
import type { Unpaged } from '../../platform/list/listing'
import type { SheetColumn } from '../../platform/sheets/cell'
import { clockOf, serverZone } from '../../platform/sheets/clock'
import { MAX_CELL } from '../../platform/sheets/limits'
import type { Store } from '../../platform/store'

/** One verification at a time: each reads everything. */
const takeSlot = createSlots(1, 'qcAudit.verifyBusy')

/** The audit trail of quality control. Entries are written with their change; only a redaction changes one. */
export const qcAuditRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-audit', 'route.qcAudit.list', pageOf(QcAuditEntry)),
    permit('qc:audit:list'),
    validate('query', QcAuditQuery),
    async (c) => ok(c, await listAudit(c.var.store, c.req.valid('query'))),
  )
  .get(
    '/export',
    answersSheet('qc-audit', 'route.qcAudit.export'),
    permit('qc:audit:export'),
    validate('query', exportQuery(QcAuditQuery).extend({ tz: QcAuditZone })),
    (c) => {
      const { format, tz = serverZone(), ...query } = c.req.valid('query')
      const batches = notedBatches(c.var.store, query, c.var.context)
      return sendSheet(c, {
        name: 'audit-trail',
        title: 'qcAudit.title',
        format,
        columns: auditColumns(tz, format),
        batches,
      })
    },
  )
  .get(
    '/verify',
    answers('qc-audit', 'route.qcAudit.verify', AuditVerification),
    refuses(codes.tooMany),
    permit('qc:audit:verify'),
    validate('query', QcAuditVerifyQuery),
    async (c) => {
      const { store, context, locale, operator } = c.var
      const { anchor = '' } = c.req.valid('query')
      const release = takeSlot(store, operator.userId)
      const verified = verifiedFor(store, context, readAnchor(anchor)).finally(release)
      return answerWithPatience(c, verified, (result) => ok(c, verificationIn(locale, result)))
    },
  )
  .get(
    '/verify/progress',
    answers('qc-audit', 'route.qcAudit.verifyProgress', AuditProgress.nullable()),
    permit('qc:audit:verify'),
    async (c) => ok(c, (await progressOf(c.var.store)) ?? null),
  )
  .get(
    '/:id',
    answers('qc-audit', 'route.qcAudit.get', QcAuditDetail),
    permit('qc:audit:list'),
    validate('param', IdParam),
    async (c) => ok(c, found(await getAuditEntry(c.var.store, c.req.valid('param').id))),
  )
  .post(
    '/:id/redact',
    answers('qc-audit', 'route.qcAudit.redact', QcAuditDetail),
    refuses(codes.conflict),
    permit('qc:audit:redact'),
    validate('param', IdParam),
    validate('json', Redaction),
    async (c) => {
      const { id } = c.req.valid('param')
      await redactEntry(c.var.store, id, c.req.valid('json').reason, c.var.context)
      return ok(c, found(await getAuditEntry(c.var.store, id)), 'qcAudit.redactDone')
    },
  )

/** Runs a verification and writes its entry into the trail. */
async function verifiedFor(store: Store, context: RequestContext, anchor: Anchor | undefined) {
  const { report, end } = shareProgress(store)
  const result = await verifyAudit(store, { anchors: anchor ? [anchor] : [], report }).finally(end)
  const { entries, isWhole, faultCount, headHash } = result
  const entry = {
    entity: 'audit' as const,
    entityId: 0,
    action: 'verify',
    new: canonical({ entries, isWhole, faultCount, headHash }),
  }
  await auditReading(store, context, entry, { action: 'run', after: { count: entries } })
  return result
}

/** The entries of an export. The export writes its own entry into the trail when it begins (S66, S69). */
async function* notedBatches(store: Store, query: Unpaged<QcAuditQuery>, context: RequestContext) {
  const filters = canonical({ ...query, orders: undefined })
  await auditReading(store, context, { entity: 'audit', entityId: 0, action: 'export', new: filters })
  yield* auditBatches(store, query)
}

const itemIn = ({ itemName, itemNameEn }: QcAuditEntry, locale: Locale) =>
  locale === 'en' && itemNameEn ? itemNameEn : itemName

/** As on the page: the labels of dictionary codes, by the fields that hold the codes. */
const labelsOf = ({ codes: { disposition, missingCode } }: ExportedEntry, locale: Locale): Labels => ({
  disposition: (code) => nameOfCode(locale, disposition, code),
  missingCode: (code) => nameOfCode(locale, missingCode, code),
})

/** A value of an entry in a cell. A workbook has no room for the longest ones. */
function valueIn(format: SheetFormat, value: string | null, { auditId: id }: QcAuditEntry, locale: Locale) {
  if (format === 'csv' || value === null || value.length <= MAX_CELL) return value
  const end = (count: number) => text(locale, 'sheet.cutOff', { count, id })
  const kept = MAX_CELL - end(value.length).length
  return value.slice(0, kept) + end(value.length - kept)
}

/** @param tz time zone of the written times */
export function auditColumns(tz: string, format: SheetFormat): SheetColumn<ExportedEntry>[] {
  const clock = clockOf(tz)
  const shown = (time: string) => clock(Date.parse(time))
  return [
    { id: 'auditId', title: 'record.id', value: ({ auditId }) => auditId },
    { id: 'at', title: 'operation.time', value: ({ at }) => shown(at) },
    { id: 'at', title: 'qcRecord.sheet.offset', value: ({ at }) => offsetWord(shown(at).offsetMin) },
    { title: 'qcAudit.actor', value: ({ actorName }) => actorName },
    { title: 'qcAudit.entity', value: ({ entity }, locale) => text(locale, auditEntityKey(entity)) },
    {
      id: 'subject',
      title: 'qcAudit.subject',
      value: (entry, locale) => localizedName(locale, subjectOf(entry)) || `#${entry.entityId}`,
    },
    {
      id: 'sentence',
      title: 'qcAudit.sentence',
      value: (entry, locale) =>
        auditSentence(entry, locale, (key, values) => textOrKey(locale, key, values), labelsOf(entry, locale)),
    },
    { title: 'qcAudit.action', value: ({ action }) => action },
    { title: 'qcRecord.item', value: itemIn },
    { title: 'changes.field', value: ({ field }) => field },
    { title: 'changes.before', value: (entry, locale) => valueIn(format, entry.old, entry, locale) },
    { title: 'changes.after', value: (entry, locale) => valueIn(format, entry.new, entry, locale) },
    {
      title: 'qcAudit.reasonCode',
      value: ({ reasonCode, codes: { reasonCode: reasons } }, locale) =>
        reasonCode && nameOfCode(locale, reasons, reasonCode),
    },
    { id: 'reason', title: 'record.reason', value: ({ reason }) => reason },
    { title: 'operation.requestId', value: ({ requestId }) => requestId },
    { title: 'qcAudit.prevHash', value: ({ prevHash }) => prevHash },
    { title: 'qcAudit.hash', value: ({ hash }) => hash },
    { title: 'operation.program', value: ({ program }) => program },
  ]
}
