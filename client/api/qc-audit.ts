import type { DayRange } from '#shared/format/time'
import type { AuditVerification, QcAuditDetail, QcAuditEntry, QcAuditQuery } from '#shared/schemas/qc-audit'
import { request } from './http'
import { resourceApi } from './resource'

/** As the address has it, whose times are days. */
export type QcAuditSearch = Omit<QcAuditQuery, keyof DayRange> & DayRange

const { path, list, get } = resourceApi<QcAuditEntry, QcAuditDetail, never, QcAuditSearch>('/qc/audit')

export const qcAuditApi = {
  path,
  list,
  get,
  /** Looks at all entries and all records: it takes as long as there are many. */
  verify: () => request<AuditVerification>('GET', `${path}/verify`, { timeoutMs: 0 }),
}
