import type { DayRange } from '#shared/format/time'
import type { Assignee, AssigneeQuery, AssignmentInput } from '#shared/qc/assignment'
import type { Page } from '#shared/list/page'
import type { Signal, SignalAck, SignalBell, SignalClose, SignalQuery } from '#shared/qc/signal'
import type { z } from '#shared/zod'
import { read, request } from '../http'

/** The query in the address, with days and instants as times. */
export type SignalSearch = Omit<SignalQuery, keyof DayRange | keyof Inspected> & DayRange & Inspected
type Inspected = { from?: string | undefined; to?: string | undefined }

const path = '/qc/signal'

/** Broken rules, and the actions on them. 409 if the signal's version differs from `lockVersion`. */
export const signalApi = {
  path,
  list: (query: Partial<SignalSearch>, signal?: AbortSignal) => read<Page<Signal>>(path, signal, query),
  get: (signalId: number, signal?: AbortSignal) => read<Signal>(`${path}/${signalId}`, signal),
  bell: (signal?: AbortSignal) =>
    request<SignalBell>('GET', `${path}/bell`, { failures: 'show', isIdle: true, signal }),
  acknowledge: (signalId: number, ack: z.input<typeof SignalAck>, failures: 'report' | 'show' = 'report') =>
    request<Signal>('POST', `${path}/${signalId}/ack`, { body: ack, failures }),
  close: (signalId: number, close: z.input<typeof SignalClose>, failures: 'report' | 'show' = 'report') =>
    request<Signal>('POST', `${path}/${signalId}/close`, { body: close, failures }),
  assign: (signalId: number, assignment: AssignmentInput) =>
    request<Signal>('PUT', `${path}/${signalId}/assignment`, { body: assignment, failures: 'show' }),
  /** The possible owners. */
  assignees: (signalId: number, query: AssigneeQuery, signal?: AbortSignal) =>
    read<Assignee[]>(`${path}/${signalId}/assignee`, signal, query),
}
