import type { DayRange } from '#shared/format/time'
import type { Assignee, AssigneeQuery, AssignmentInput } from '#shared/qc/assignment'
import type { Page } from '#shared/list/page'
import type { Signal, SignalAck, SignalBell, SignalClose, SignalQuery } from '#shared/qc/signal'
import type { z } from '#shared/zod'
import { read, request } from '../http'

/** As the address has it, whose times are days. */
export type SignalSearch = Omit<SignalQuery, keyof DayRange> & DayRange

const path = '/qc/signal'

/** Rules that values broke, and what is done about them. 409 when it is another one than `lockVersion` says. */
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
  /** To whom it can be assigned. */
  assignees: (signalId: number, query: AssigneeQuery, signal?: AbortSignal) =>
    read<Assignee[]>(`${path}/${signalId}/assignee`, signal, query),
}
