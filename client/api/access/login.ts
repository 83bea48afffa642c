import type { Captcha, LoginInput, Ticket } from '#shared/access/login'
import { request, requestEnvelope } from '../http'

export const getCaptcha = () => requestEnvelope<Captcha>('GET', '/api/v1/captcha')

/** Failures of these two are the caller's. */
export const login = (input: LoginInput) =>
  requestEnvelope<Ticket>('POST', '/api/v1/login', { body: input, failures: 'pass' })
export const logout = () => request<null>('POST', '/logout', { failures: 'pass', userId: 0 })
