import { randomBytes } from 'node:crypto'
import type { QrPurpose } from '#shared/schemas/wechat'
import { networkOf } from './throttle'
import { digest } from './token'

const LIFE_MS = 3 * 60_000
/** Of one network, oldest first: asking for many spoils nobody's but the asker's own. */
const MAX_OPEN_PER_NETWORK = 100
/** In all; an attempt takes less than a kilobyte. */
const MAX_OPEN = 20_000

/** The computer that asked; `at` in Unix milliseconds. */
export type Asked = { address: string; userAgent: string; at: number }

type Attempt = {
  /** Digest of the nonce that the asking browser keeps in a cookie. */
  owner: string
  purpose: QrPurpose
  asked: Asked
  endsAt: number
  answer: 'waiting' | 'refused' | { code: string }
}

export type AttemptView = {
  status: 'waiting' | 'confirmed' | 'refused' | 'gone'
  isOwn: boolean
  /** Only ever told to the browser that asked. */
  code: string | null
  purpose: QrPurpose
  asked: Asked | null
}
const gone: AttemptView = { status: 'gone', isOwn: false, code: null, purpose: 'sign-in', asked: null }

export type QrSignIns = ReturnType<typeof createQrSignIns>

/**
 * Attempts to sign in, or to bind an account, by a QR code. Each is named by its `state`, belongs to the browser that
 * holds `nonce`, is used up by the first try to complete it, and serves the one purpose that the phone was asked about.
 */
export function createQrSignIns() {
  const open = new Map<string, Attempt>()
  const statesOf = new Map<string, Set<string>>()

  return {
    issue({ nonce, purpose, asked }: { nonce: string; purpose: QrPurpose; asked: Asked }) {
      const state = randomBytes(24).toString('hex') // WeCom carries letters and figures only
      const network = networkOf(asked.address)
      const own = statesOf.get(network) ?? new Set()
      if (own.size >= MAX_OPEN_PER_NETWORK) drop(first(own))
      if (open.size >= MAX_OPEN) drop(first(open))
      const endsAt = asked.at + LIFE_MS
      open.set(state, { owner: digest(nonce), purpose, asked, endsAt, answer: 'waiting' })
      statesOf.set(network, own.add(state))
      return { state, endsAt }
    },

    view(state: string, nonce: string | undefined, now: number): AttemptView {
      const attempt = living(state, now)
      if (!attempt) return gone
      const { answer, purpose, asked } = attempt
      const isOwn = isOwner(attempt, nonce)
      if (typeof answer === 'string') return { status: answer, isOwn, code: null, purpose, asked }
      return { status: 'confirmed', isOwn, code: isOwn ? answer.code : null, purpose, asked }
    },

    /** The phone's answer: a code, or `'refused'`. The first one counts; false when it is not waited for. */
    answer(state: string, answer: { code: string } | 'refused', now: number): boolean {
      const attempt = living(state, now)
      if (attempt?.answer !== 'waiting') return false
      attempt.answer = answer
      return true
    },

    /**
     * Uses up the attempt. True when it belongs to the browser that holds `nonce`, serves `purpose`, and nobody has
     * refused it or answered with another code than `code`. A stranger who knows the state uses nothing up.
     */
    take(
      state: string,
      nonce: string | undefined,
      { purpose, code }: { purpose: QrPurpose; code: string },
      now: number,
    ) {
      const attempt = living(state, now)
      if (!attempt || !isOwner(attempt, nonce)) return false
      drop(state)
      const { answer } = attempt
      return attempt.purpose === purpose && answer !== 'refused' && (answer === 'waiting' || answer.code === code)
    },
  }

  function living(state: string, now: number): Attempt | undefined {
    const attempt = open.get(state)
    if (!attempt || attempt.endsAt > now) return attempt
    drop(state)
    return undefined
  }

  function drop(state: string) {
    const attempt = open.get(state)
    if (!attempt) return
    open.delete(state)
    const network = networkOf(attempt.asked.address)
    const own = statesOf.get(network)
    own?.delete(state)
    if (own?.size === 0) statesOf.delete(network)
  }
}

const isOwner = ({ owner }: Attempt, nonce: string | undefined) => nonce !== undefined && digest(nonce) === owner
const first = (keys: { keys(): Iterator<string> }): string => keys.keys().next().value!
