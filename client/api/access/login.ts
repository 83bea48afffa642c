import type { Captcha, LoginInput, Ticket } from '#shared/access/login'
import type { Start } from '#shared/access/operator'
import { exchange, readEnvelope, request, requestEnvelope } from '../http'
import { accessStampOf } from './stamp'

export const getCaptcha = () => requestEnvelope<Captcha>('GET', '/api/v1/captcha')

type SignedIn = Ticket & { data: Start | null }

/**
 * Signs in. With `start`, the answer has the dashboard's data, unless a new password must be set first. The caller
 * handles failures, also of signing out.
 */
export const login = (input: LoginInput) =>
  exchange(
    'POST',
    '/api/v1/login',
    async (response) => {
      const answer = await readEnvelope(response)
      if (!('result' in answer)) return answer
      const { data, ...ticket } = answer.result as unknown as SignedIn // as in `request`
      return { result: { ticket, start: data && { data, stamp: accessStampOf(response) } } }
    },
    { body: input, failures: 'pass' },
  )
export const logout = () => request<null>('POST', '/logout', { failures: 'pass', userId: 0 })
