import type { SharedState, Namespace } from '../store/shared-state'
import { digest } from './token'

/** Long enough to read who it is and to type a password. */
const LIFE_MS = 5 * 60_000

type Proposal = { readonly state: string; readonly owner: string; readonly memberId: string; readonly endsAt: number }

/** One a user; the oldest go first. */
const proposals: Namespace<Proposal> = { name: 'binding proposal', most: 1_000 }
const spotOf = (userId: number) => ({ shelf: proposals, key: String(userId) })

/**
 * Members whom WeCom has named, waiting for the operator to say that it is the right one. Whoever saw the QR code may
 * have confirmed it: none is bound before that.
 */
export function createBindingProposals(board: SharedState) {
  return {
    /** Takes the place of what the user had before. @returns when it ends */
    async keep(
      userId: number,
      { state, nonce, memberId }: { state: string; nonce: string; memberId: string },
      now: number,
    ) {
      const endsAt = now + LIFE_MS
      const proposal = { state, owner: digest(nonce), memberId, endsAt }
      await board.change([], now, (held) => held.put(spotOf(userId), proposal, endsAt))
      return endsAt
    },

    /** The member, once, for the user and the browser that it was kept for. */
    take(userId: number, { state, nonce }: { state: string; nonce: string | undefined }, now: number) {
      const spot = spotOf(userId)
      return board.change([spot], now, (held) => {
        const proposal = held.get(spot)
        if (!proposal || proposal.state !== state || !nonce || proposal.owner !== digest(nonce)) return undefined
        held.drop(spot)
        return proposal.endsAt > now ? proposal.memberId : undefined
      })
    },
  }
}
