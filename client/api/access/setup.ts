import type { SetupInput } from '#shared/access/setup'
import { request } from '../http'

/** Creates the first administrator. */
export const setUp = (input: SetupInput) => request<number>('POST', '/setup', { body: input })

/** Checks the set-up link. @throws Failure if it is invalid, or cannot be checked now */
export const checkSetupLink = (token: string) =>
  request<null>('POST', '/setup/link', { body: { token }, failures: 'pass' })
