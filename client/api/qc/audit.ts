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

/** The query in the address, with days as times. */
export type QcAuditSearch = Omit<QcAuditQuery, keyof DayRange> & DayRange

const { path, list, get } = resourceApi<QcAuditEntry, QcAuditDetail, never, QcAuditSearch>({
  path: '/qc/audit',
  id: 'auditId',
})

/** Replaces days by the instants of their beginning and end in this browser's time zone, wherever the server is. */
const inMoments = ({ beginTime, endTime, ...query }: QcAuditSearch): QcAuditSearch => ({
  ...query,
  beginTime: beginTime && momentOf(beginTime, '00:00'),
  endTime: endTime && momentOf(endTime, '23:59:59.999'),
})

/** The instant of a day in this browser's time zone; the server resolves relative periods. */
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
  /** Checks all entries and all records, without a time limit. */
  verify: (anchor?: string) => request<AuditVerification>('GET', `${path}/verify`, { query: { anchor }, timeoutMs: 0 }),
  /** The progress of the verification; null if none is running. */
  progress: () => request<AuditProgress | null>('GET', `${path}/verify/progress`),
}
