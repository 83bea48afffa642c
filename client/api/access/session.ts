import type { Page } from '#shared/list/page'
import type { Ticket } from '#shared/access/login'
import type { OwnSession, Session, SessionQuery } from '#shared/access/session'
import { read, request, requestEnvelope } from '../http'

/** An answer that takes longer is as good as lost: what is sent again is known by its key, and answered alike. */
const SWAP_MS = 10_000

/** Failures are the caller's. */
export const refreshToken = (token: string) =>
  requestEnvelope<Ticket>('POST', '/refreshtoken', { body: { token }, failures: 'pass', timeoutMs: SWAP_MS })

/** The operator's own open sessions, the one used last first. */
export const getOwnSessions = (signal: AbortSignal) => read<OwnSession[]>('/user/session', signal)

/** Returns the ids of the sessions that have ended. */
export const endOwnSessions = (ids: readonly number[]) =>
  request<number[]>('DELETE', '/user/session', { body: { ids } })

/** Open sessions of everybody. */
export const getSessions = (query: SessionQuery, signal: AbortSignal) =>
  read<Page<Session>>('/sys-session', signal, query)

/** Returns the ids of the sessions that have ended. */
export const endSessions = (ids: readonly number[]) => request<number[]>('DELETE', '/sys-session', { body: { ids } })
