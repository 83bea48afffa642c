import type { ServerMonitor, ServerNotice, ServerTrend } from '#shared/admin/monitor'
import { request, requestEnvelope } from '../http'

/** The present state of the server. */
export const getServerMonitor = (signal: AbortSignal) =>
  requestEnvelope<ServerMonitor>('GET', '/api/v1/server-monitor', { failures: 'show', signal })

/** The problems for administrators. A background request: it keeps no session alive. */
export const getServerNotices = () =>
  request<ServerNotice[]>('GET', '/server-monitor/notice', { failures: 'pass', isIdle: true })

/** The state of the server in the last hours. */
export const getServerTrend = (hours: number, signal: AbortSignal) =>
  request<ServerTrend>('GET', '/server-monitor/trend', { query: { hours }, failures: 'pass', signal })
