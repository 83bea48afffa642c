import type { ServerMonitor, ServerNotice, ServerTrend } from '#shared/admin/monitor'
import { request, requestEnvelope } from '../http'

/** How the server does at this moment. */
export const getServerMonitor = (signal: AbortSignal) =>
  requestEnvelope<ServerMonitor>('GET', '/api/v1/server-monitor', { failures: 'show', signal })

/** What administrators have to see to. Asked in the background: no session is kept alive by it. */
export const getServerNotices = () =>
  request<ServerNotice[]>('GET', '/server-monitor/notice', { failures: 'pass', isIdle: true })

/** How the server did in the last hours. */
export const getServerTrend = (hours: number, signal: AbortSignal) =>
  request<ServerTrend>('GET', '/server-monitor/trend', { query: { hours }, failures: 'pass', signal })
