import type { ErrorReport } from '#shared/admin/error-log'
import { request } from '../http'

/** Reports a run-time error to the server's log. A failed report must not cause the next error. */
export const reportError = (report: ErrorReport): Promise<unknown> =>
  request<null>('POST', '/error-log', { body: report, failures: 'pass' }).catch(() => {})
