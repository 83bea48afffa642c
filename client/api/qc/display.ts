import type { z } from '#shared/zod'
import type { Display, DisplayCreated, DisplayInput } from '#shared/qc/wall'
import { read, request } from '../http'

const path = '/qc/display'

/** Links by which screens on the wall show a product line without anybody signing in. */
export const displayApi = {
  /** The newest first, revoked ones included. */
  list: (signal?: AbortSignal) => read<Display[]>(path, signal),
  /** Its token is told this once. */
  create: (body: DisplayInput) => request<z.infer<typeof DisplayCreated>>('POST', path, { body }),
  revoke: (displayId: number) => request<number>('DELETE', `${path}/${displayId}`),
}
