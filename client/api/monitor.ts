import type { ServerMonitor } from '#shared/schemas/monitor'
import { requestEnvelope } from './http'

/** How the server does at this moment. */
export const getServerMonitor = (signal: AbortSignal) =>
  requestEnvelope<ServerMonitor>('GET', '/api/v1/server-monitor', { failures: 'show', signal })
