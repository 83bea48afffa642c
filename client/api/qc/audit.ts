import { toDate, type DayRange } from '#shared/format/time'
import { isRelativePeriod } from '#shared/list/relative-day'
import type {
  AuditProgress,
  AuditVerification,
  QcAuditDetail,
  QcAuditEntry,
  QcAuditQuery,
} from '#shared/qc/audit/schema'
import { request } from '../http'
import { resourceApi } from '../resource'

/** As the address has it, whose times are days. */
export type QcAuditSearch = Omit<QcAuditQuery, keyof DayRange> & DayRange

const { path, list, get } = resourceApi<QcAuditEntry, QcAuditDetail, never, QcAuditSearch>({
  path: '/qc/audit',
  id: 'auditId',
})

/** With the moments at which its days begin and end here, wherever the server stands. */
const inMoments = ({ beginTime, endTime, ...query }: QcAuditSearch): QcAuditSearch => ({
  ...query,
  beginTime: beginTime && momentOf(beginTime, '00:00'),
  endTime: endTime && momentOf(endTime, '23:59:59.999'),
})

/** The moment of a day here; a period that moves with the clock is for the server to resolve. */
const momentOf = (day: string, time: string) =>
  isRelativePeriod(day) ? day : (toDate(`${day}T${time}`)?.toISOString() ?? day)

export const qcAuditApi = {
  path,
  list: (query: QcAuditSearch, signal?: AbortSignal) => list(inMoments(query), signal),
  get,
  /** The query for an export of the same entries: its times are in the time zone of this browser. */
  exportQuery: (query: QcAuditSearch) => ({
    ...inMoments(query),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  /** Replaces the comment or reason of an entry. Failures are shown in the form. */
  redact: (auditId: number, reason: string) =>
    request<QcAuditDetail>('POST', `${path}/${auditId}/redact`, { body: { reason }, failures: 'show' }),
  /** Looks at all entries and all records: it takes as long as there are many. */
  verify: (anchor?: string) => request<AuditVerification>('GET', `${path}/verify`, { query: { anchor }, timeoutMs: 0 }),
  /** The progress of the verification; null if none is running. */
  progress: () => request<AuditProgress | null>('GET', `${path}/verify/progress`),
}
