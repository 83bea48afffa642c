import type { Namespace, SharedState } from '../store/shared-state'
import { digest } from './token'

/** Long enough to read the name and to type a password. */
const LIFE_MS = 5 * 60_000

type Proposal = { readonly state: string; readonly owner: string; readonly memberId: string; readonly endsAt: number }

/** One per user; the oldest are dropped first. */
const proposals: Namespace<Proposal> = { name: 'binding proposal', maxEntries: 1_000 }
const keyOf = (userId: number) => ({ namespace: proposals, key: String(userId) })

/**
 * Members named by WeCom, until the operator confirms them. Everybody who saw the QR code may have scanned it, so
 * nobody is bound before that.
 */
export function createBindingProposals(sharedState: SharedState) {
  return {
    /** Replaces an earlier proposal for the user. @returns its end */
    async keep(
      userId: number,
      { state, nonce, memberId }: { state: string; nonce: string; memberId: string },
      now: number,
    ) {
      const endsAt = now + LIFE_MS
      const proposal = { state, owner: digest(nonce), memberId, endsAt }
      await sharedState.change([], now, (entries) => entries.set(keyOf(userId), proposal, endsAt))
      return endsAt
    },

    /** The member, once, for the user and the browser of the proposal. */
    take(userId: number, { state, nonce }: { state: string; nonce: string | undefined }, now: number) {
      const key = keyOf(userId)
      return sharedState.change([key], now, (entries) => {
        const proposal = entries.get(key)
        if (!proposal || proposal.state !== state || !nonce || proposal.owner !== digest(nonce)) return undefined
        entries.delete(key)
        return proposal.endsAt > now ? proposal.memberId : undefined
      })
    },
  }
}
