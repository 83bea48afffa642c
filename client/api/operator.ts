import type { CurrentUser, Overview } from '#shared/schemas/operator'
import { request } from './http'

/** Nothing when the server does not know the operator. The guard deals with failures. */
export const getInfo = () => request<CurrentUser | undefined>('GET', '/getinfo', { failures: 'pass' })

export const getOverview = (signal: AbortSignal, failures: 'show' | 'pass' = 'show') =>
  request<Overview>('GET', '/overview', { failures, signal })
