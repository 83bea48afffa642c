import type { SetupInput } from '#shared/access/setup'
import { request } from '../http'

/** Makes the first administrator. */
export const setUp = (input: SetupInput) => request<number>('POST', '/setup', { body: input })

/** Whether the set-up link is good. @throws Failure when it is not, or that cannot be told now */
export const checkSetupLink = (token: string) =>
  request<null>('POST', '/setup/link', { body: { token }, failures: 'pass' })
