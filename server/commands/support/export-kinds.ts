import { z } from 'zod'
import type { AnyPlainTextKey, Locale } from '#shared/i18n/text'
import { LoginLogQuery } from '#shared/admin/sign-in-log'
import { OperationQuery } from '#shared/access/operation'
import { QcAuditQuery } from '#shared/qc/audit/schema'
import { RecordQuery } from '#shared/qc/record/schema'
import type { ResourceName } from '#shared/resource-names'
import { exportQuery, cellsOf, slicesOf, type SheetFormat } from '../../access/crud/send-sheet'
import { listsIn } from '../../platform/http/validate'
import { loginLogBatches } from '../../admin/sign-in-log/list'
import type { RequestContext } from '../../access/operation-log/write'
import { operationBatches } from '../../access/operation-log/list'
import { auditBatches } from '../../qc/audit/list'
import { auditReading, canonical } from '../../qc/audit/append'
import { noteExport, valueBatches, type ExportedRow } from '../../qc/record/export'
import { signInColumns } from '../../admin/sign-in-log/routes'
import { operationColumns } from '../../access/operation-log/routes'
import { auditColumns } from '../../qc/audit/routes'
import { recordColumns } from '../../qc/record/sheet-routes'
import type { Cell, SheetColumn } from '../../platform/sheets/cell'
import { serverZone } from '../../platform/sheets/clock'
import type { Store } from '../../platform/store'
import type { Filters } from './export-options'

/** The data, the author of the export, its format, and the language of the headers. */
type Exporting = { store: Store; context: RequestContext; format: SheetFormat; locale: Locale }

type Kind = {
  resource: ResourceName
  title: AnyPlainTextKey
  /** Its filters, by their names in the API. */
  filters: string[]
  /**
   * @throws ZodError for an invalid value of a filter
   * @returns the columns and the cells
   */
  open(filters: Filters, exporting: Exporting): Opened
}
type Opened = {
  columns: readonly Pick<SheetColumn<never>, 'title'>[]
  slices: AsyncIterable<Cell[][]>
  /** Writes the audit entry of the export, if it has one. */
  note?(): Promise<void>
}

const namesIn = (schema: z.ZodObject) =>
  Object.keys(exportQuery(schema as never).shape).filter((name) => !notOffered.has(name))
const notOffered = new Set(['orders', 'format', 'mine', 'waiting', 'overdue'])

/** A filter that may be repeated is a list, even with one value. */
const withLists = (schema: z.ZodObject, filters: Filters) => {
  const lists = listsIn(schema)
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, lists.includes(name) ? [value].flat() : value]),
  )
}

/** The kinds of exports on the host, with the same columns as the application's sheets. */
export const exportKinds: Record<'records' | 'audit' | 'operations' | 'sign-ins', Kind> = {
  records: {
    resource: 'qc-record',
    title: 'qcRecord.sheet.title',
    filters: namesIn(RecordQuery),
    open(filters, { store, context, locale }) {
      const query = exportQuery(RecordQuery).parse(withLists(RecordQuery, filters))
      const batches = valueBatches(store, query, { operator: context.operator, now: context.now, isSelfAllowed: true })
      const cells = cellsOf(recordColumns, locale, ({ record }: ExportedRow) => record)
      return { columns: recordColumns, slices: slicesOf(batches, cells), note: () => noteExport(store, context, query) }
    },
  },
  audit: {
    resource: 'qc-audit',
    title: 'qcAudit.title',
    filters: namesIn(QcAuditQuery),
    open(filters, { store, context, format, locale }) {
      const query = exportQuery(QcAuditQuery).parse(filters)
      const columns = auditColumns(serverZone(), format)
      const { format: _format, orders: _orders, ...criteria } = query
      const entry = { entity: 'audit', entityId: 0, action: 'export', new: canonical(criteria) } as const
      return {
        columns,
        slices: slicesOf(auditBatches(store, query), cellsOf(columns, locale, undefined)),
        note: () => auditReading(store, context, entry),
      }
    },
  },
  operations: {
    resource: 'operation-log',
    title: 'operation.title',
    filters: namesIn(OperationQuery),
    open(filters, { store, context, locale }) {
      const query = exportQuery(OperationQuery).parse(filters)
      const batches = operationBatches(store, query, context.operator, locale)
      const cells = cellsOf(operationColumns, locale, undefined)
      return { columns: operationColumns, slices: slicesOf(batches, cells) }
    },
  },
  'sign-ins': {
    resource: 'login-log',
    title: 'loginLog.title',
    filters: namesIn(LoginLogQuery),
    open(filters, { store, locale }) {
      const batches = loginLogBatches(store, exportQuery(LoginLogQuery).parse(filters), locale)
      return { columns: signInColumns, slices: slicesOf(batches, cellsOf(signInColumns, locale, undefined)) }
    },
  },
}
