import type { z } from '#shared/zod'
import type { Display, DisplayCreated, DisplayInput } from '#shared/qc/wall'
import { read, request } from '../http'

const path = '/qc/display'

/** Links for screens that show a product line without a sign-in. */
export const displayApi = {
  /** The newest first, revoked ones included. */
  list: (signal?: AbortSignal) => read<Display[]>(path, signal),
  /** The token is returned only this once. */
  create: (body: DisplayInput) => request<z.infer<typeof DisplayCreated>>('POST', path, { body }),
  revoke: (displayId: number) => request<number>('DELETE', `${path}/${displayId}`),
}
