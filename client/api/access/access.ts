import type { CurrentUser } from '#shared/access/operator'
import { request } from '../http'

/** Has the server say whether the operator may do what they could, without keeping their session alive. */
export const askAccess = () => request<CurrentUser>('GET', '/getinfo', { failures: 'pass', isIdle: true })
