import type { Page } from '#shared/schemas/page'
import type { OwnSession, Session, SessionQuery } from '#shared/schemas/session'
import { request } from './http'

/** The operator's own open sessions, the one used last first. */
export const getOwnSessions = (signal: AbortSignal) =>
  request<OwnSession[]>('GET', '/user/session', { failures: 'show', signal })

/** Returns the ids of the sessions that have ended. */
export const endOwnSessions = (ids: readonly number[]) =>
  request<number[]>('DELETE', '/user/session', { body: { ids } })

/** Open sessions of everybody. */
export const getSessions = (query: SessionQuery, signal: AbortSignal) =>
  request<Page<Session>>('GET', '/sys-session', { query, failures: 'show', signal })

/** Returns the ids of the sessions that have ended. */
export const endSessions = (ids: readonly number[]) => request<number[]>('DELETE', '/sys-session', { body: { ids } })
