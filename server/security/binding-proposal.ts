import { digest } from './token'

/** Long enough to read who it is and to type a password. */
const LIFE_MS = 5 * 60_000
/** One a user; the oldest go first. */
const MAX_KEPT = 1_000

type Proposal = { state: string; owner: string; memberId: string; endsAt: number }

/**
 * Members whom WeCom has named, waiting for the operator to say that it is the right one. Whoever saw the QR code may
 * have confirmed it: none is bound before that.
 */
export function createBindingProposals() {
  const kept = new Map<number, Proposal>()
  return {
    /** Takes the place of what the user had before. @returns when it ends */
    keep(userId: number, { state, nonce, memberId }: { state: string; nonce: string; memberId: string }, now: number) {
      kept.delete(userId)
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
      const endsAt = now + LIFE_MS
      kept.set(userId, { state, owner: digest(nonce), memberId, endsAt })
      return endsAt
    },

    /** The member, once, for the user and the browser that it was kept for. */
    take(userId: number, { state, nonce }: { state: string; nonce: string | undefined }, now: number) {
      const proposal = kept.get(userId)
      if (!proposal || proposal.state !== state || !nonce || proposal.owner !== digest(nonce)) return undefined
      kept.delete(userId)
      return proposal.endsAt > now ? proposal.memberId : undefined
    },
  }
}
