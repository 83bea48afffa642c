import { ENGINEER } from '#seed/qc/dispositions'
import type { Settings } from '../env'
import { openSession } from '../access/session/token'
import { findCredential } from '../access/user/queries'
import { startLine } from './simulator/line'
import type { Store } from '../platform/store'

/** Accounts that no visitor has, so that a visitor's own readings are told from them. */
const accounts = { inspector: 'zhengkai', engineer: ENGINEER }
const device = { address: '127.0.0.1', userAgent: 'Caliper demo line' }

/** Has a line of the demo's plant work. @returns stops it */
export function demoLine(store: Store, url: string, settings: Settings): () => void {
  return startLine({
    url,
    async tokenOf(role) {
      const user = await findCredential(store, accounts[role])
      if (!user) return undefined
      // its password is not known where the demo is open to a network, and a captcha is in the way
      return (await openSession(store, { userId: user.userId, method: 'password', device }, Date.now(), settings))
        ?.token
    },
  })
}
