import type { ErrorReport } from '#shared/admin/error-log'
import { request } from '../http'

/** Writes a run-time error to the server's log. A report that fails must not become the next error. */
export const reportError = (report: ErrorReport): Promise<unknown> =>
  request<null>('POST', '/error-log', { body: report, failures: 'pass' }).catch(() => {})
