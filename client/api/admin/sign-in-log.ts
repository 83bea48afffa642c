import type { DayRange } from '#shared/format/time'
import type { LoginLogEntry, LoginLogQuery, OwnLoginLogQuery } from '#shared/admin/sign-in-log'
import type { Page } from '#shared/list/page'
import { read } from '../http'
import { resourceApi } from '../resource'

/** The operator's own entries of the sign-in log, the newest first. */
export const getOwnLoginLog = (query: Partial<OwnLoginLogQuery>, signal: AbortSignal) =>
  read<Page<LoginLogEntry>>('/user/login-log', signal, query)

/** The query in the address, with days as times. */
export type LoginLogSearch = Omit<LoginLogQuery, keyof DayRange> & DayRange

const { path, list, remove } = resourceApi<LoginLogEntry, LoginLogEntry, never, LoginLogSearch>({
  path: '/sys-login-log',
  id: 'id',
})
/** The entries of all users. Removal is permanent. */
export const loginLogApi = { path, list, remove }
