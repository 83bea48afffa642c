import type { DayRange } from '#shared/format/time'
import type { LoginLogEntry, LoginLogQuery, OwnLoginLogQuery } from '#shared/admin/sign-in-log'
import type { Page } from '#shared/list/page'
import { request } from '../http'
import { resourceApi } from '../resource'

/** The operator's own entries of the sign-in log, the newest first. */
export const getOwnLoginLog = (query: Partial<OwnLoginLogQuery>, signal: AbortSignal) =>
  request<Page<LoginLogEntry>>('GET', '/user/login-log', { query, failures: 'show', signal })

/** As the address has it, whose times are days. */
export type LoginLogSearch = Omit<LoginLogQuery, keyof DayRange> & DayRange

const { path, list, remove } = resourceApi<LoginLogEntry, LoginLogEntry, never, LoginLogSearch>('/sys-login-log')
/** The entries of everybody. What is removed is gone. */
export const loginLogApi = { path, list, remove }
