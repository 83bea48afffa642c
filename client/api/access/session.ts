import type { Page } from '#shared/list/page'
import type { Ticket } from '#shared/access/login'
import type { OwnSession, Session, SessionQuery } from '#shared/access/session'
import { read, request, requestEnvelope } from '../http'

/** A later answer counts as lost: the repeated request has the same key and gets the same answer. */
const SWAP_MS = 10_000

/** The caller handles failures. */
export const refreshToken = (token: string) =>
  requestEnvelope<Ticket>('POST', '/refreshtoken', { body: { token }, failures: 'pass', timeoutMs: SWAP_MS })

/** The operator's own open sessions, the last used one first. */
export const getOwnSessions = (signal: AbortSignal) => read<OwnSession[]>('/user/session', signal)

/** Returns the ids of the ended sessions. */
export const endOwnSessions = (ids: readonly number[]) =>
  request<number[]>('DELETE', '/user/session', { body: { ids } })

/** Open sessions of all users. */
export const getSessions = (query: SessionQuery, signal: AbortSignal) =>
  read<Page<Session>>('/sys-session', signal, query)

/** Returns the ids of the ended sessions. */
export const endSessions = (ids: readonly number[]) => request<number[]>('DELETE', '/sys-session', { body: { ids } })
