import type { CodeKind } from '#shared/qc/constants'
import type { Page } from '#shared/list/page'
import type { QrCode, QrInfo, QrLabel, QrQuery } from '#shared/qc/label/schema'
import { read, request } from '../http'

const path = '/qc/qr'

export const qrApi = {
  path,
  list: (query: QrQuery, signal?: AbortSignal) => read<Page<QrCode>>(path, signal, query),
  /** Issues codes, or returns existing ones. Labels in the order of the ids. */
  issue: (kind: CodeKind, ids: readonly number[]) => request<QrLabel[]>('POST', path, { body: { kind, ids } }),
  /** The target of a code. 404 with a text if there is none. */
  resolve: (code: string, signal?: AbortSignal) => read<QrInfo>(`${path}/${encodeURIComponent(code)}`, signal),
  revoke: (code: string, reason: string) =>
    request<string>('POST', `${path}/${encodeURIComponent(code)}/revoke`, { body: { reason } }),
}
