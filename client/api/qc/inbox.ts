import type { Inbox, InboxCount, InboxKind } from '#shared/qc/inbox'
import { read, request } from '../http'

const path = '/qc/inbox'

/** The tasks that wait for the operator. */
export const inboxApi = {
  list: (kind: InboxKind | undefined, signal?: AbortSignal) => read<Inbox>(path, signal, { kind }),
  count: (signal?: AbortSignal) =>
    request<InboxCount>('GET', `${path}/count`, { failures: 'show', isIdle: true, signal }),
}
