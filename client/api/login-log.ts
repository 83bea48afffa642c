import type { LoginLogEntry, OwnLoginLogQuery } from '#shared/schemas/login-log'
import type { Page } from '#shared/schemas/page'
import { request } from './http'

/** The operator's own entries of the sign-in log, the newest first. */
export const getOwnLoginLog = (query: Partial<OwnLoginLogQuery>, signal: AbortSignal) =>
  request<Page<LoginLogEntry>>('GET', '/user/login-log', { query, failures: 'show', signal })
