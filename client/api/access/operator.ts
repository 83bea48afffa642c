import type { Ticket } from '#shared/access/login'
import type { CurrentUser, Overview } from '#shared/access/operator'
import { request, requestEnvelope } from '../http'

/** The owner of the token; undefined if the server does not know it. The guard handles failures. */
export const getInfo = (token?: string) =>
  request<CurrentUser | undefined>('GET', '/getinfo', { failures: 'pass', userId: 0, token })

export const getOverview = (signal: AbortSignal, failures: 'show' | 'pass' = 'show', isIdle = false) =>
  request<Overview>('GET', '/overview', { failures, signal, isIdle })

/** The caller's session continues under the returned token; the previous one is refused from then on. */
export const setActingRole = (roleKey: string) =>
  requestEnvelope<Ticket>('PUT', '/api/v1/user/acting-role', { body: { roleKey } })

/** Asks the server for the operator's present rights, without keeping their session alive. */
export const askAccess = () => request<CurrentUser>('GET', '/getinfo', { failures: 'pass', isIdle: true })
