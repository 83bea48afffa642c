import { randomBytes } from 'node:crypto'
import type { QrPurpose } from '#shared/schemas/wechat'
import { networkOf } from './throttle'
import { digest } from './token'

const LIFE_MS = 3 * 60_000
/** Of one browser, for its tabs; the oldest go first. */
const MAX_OPEN_PER_BROWSER = 5
/** Beyond this a network waits, and what its people have on their screens stays good. A whole plant may share one. */
const MAX_OPEN_PER_NETWORK = 300
/** In all; an attempt takes less than a kilobyte. Far beyond what people scan, so the oldest go first. */
const MAX_OPEN = 20_000

/** The computer that asked; `at` in Unix milliseconds. */
export type Asked = { address: string; userAgent: string; at: number }
/** The account that a member is to be bound to. */
export type Account = { userId: number; userName: string; nickName: string }

type Attempt = {
  /** Digest of the nonce that the asking browser keeps in a cookie. */
  owner: string
  network: string
  /** Null when it is for signing in. */
  account: Account | null
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
  account: Account | null
  asked: Asked | null
}
const gone: AttemptView = { status: 'gone', isOwn: false, code: null, purpose: 'sign-in', account: null, asked: null }

export type QrSignIns = ReturnType<typeof createQrSignIns>

/**
 * Attempts to sign in, or to bind an account, by a QR code. Each is named by its `state`, belongs to the browser that
 * holds `nonce`, is used up by the first try to complete it, and serves the one purpose that the phone was asked about.
 */
export function createQrSignIns() {
  const open = new Map<string, Attempt>()
  const ofNetwork = new Map<string, Set<string>>()
  const ofBrowser = new Map<string, Set<string>>()

  return {
    /** A new attempt; or `waitMs` until the network of the asking browser may have one more. */
    issue({ nonce, account = null, asked }: { nonce: string; account?: Account | null; asked: Asked }) {
      const { at: now, address } = asked
      dropEnded(now)
      const network = networkOf(address)
      const owner = digest(nonce)
      const own = ofBrowser.get(owner)
      const near = ofNetwork.get(network)
      const isFull = near !== undefined && near.size >= MAX_OPEN_PER_NETWORK
      if (own && (isFull || own.size >= MAX_OPEN_PER_BROWSER)) drop(first(own))
      if (near && near.size >= MAX_OPEN_PER_NETWORK) return { waitMs: open.get(first(near))!.endsAt - now }
      if (open.size >= MAX_OPEN) drop(first(open))
      const state = randomBytes(24).toString('hex') // WeCom carries letters and figures only
      const endsAt = now + LIFE_MS
      open.set(state, { owner, network, account, asked, endsAt, answer: 'waiting' })
      put(ofNetwork, network, state)
      put(ofBrowser, owner, state)
      return { waitMs: 0, state, endsAt } as const
    },

    view(state: string, nonce: string | undefined, now: number): AttemptView {
      const attempt = living(state, now)
      if (!attempt) return gone
      const { answer, account, asked } = attempt
      const isOwn = isOwner(attempt, nonce)
      const known = { isOwn, purpose: account ? 'bind' : 'sign-in', account, asked } as const
      if (typeof answer === 'string') return { ...known, status: answer, code: null }
      return { ...known, status: 'confirmed', code: isOwn ? answer.code : null }
    },

    /** The phone's answer: a code, or `'refused'`. The first one counts; false when it is not waited for. */
    answer(state: string, answer: { code: string } | 'refused', now: number): boolean {
      const attempt = living(state, now)
      if (attempt?.answer !== 'waiting') return false
      attempt.answer = answer
      return true
    },

    /**
     * Uses up the attempt. True when it belongs to the browser that holds `nonce`, is for binding the account of
     * `userId`, or for signing in without one, and nobody has refused it or answered with another code than `code`. The
     * nonce has then done its work: further attempts by it end as well. A stranger who knows the state uses nothing up.
     */
    take(
      state: string,
      nonce: string | undefined,
      { code, userId }: { code: string; userId?: number },
      now: number,
    ): boolean {
      const attempt = living(state, now)
      if (!attempt || !isOwner(attempt, nonce)) return false
      drop(state)
      const { answer, account, owner } = attempt
      const isMeant =
        account?.userId === userId && (answer === 'waiting' || (answer !== 'refused' && answer.code === code))
      if (isMeant) ofBrowser.get(owner)?.forEach(drop)
      return isMeant
    },
  }

  function living(state: string, now: number): Attempt | undefined {
    const attempt = open.get(state)
    return attempt && isLive(attempt, now) ? attempt : undefined
  }

  /** The oldest come first. */
  function dropEnded(now: number) {
    for (const [state, attempt] of open) {
      if (isLive(attempt, now)) return
      drop(state)
    }
  }

  function drop(state: string) {
    const attempt = open.get(state)
    if (!attempt) return
    open.delete(state)
    remove(ofNetwork, attempt.network, state)
    remove(ofBrowser, attempt.owner, state)
  }
}

/** A clock that was set back makes none live longer. */
const isLive = ({ endsAt }: Attempt, now: number) => endsAt > now && endsAt <= now + LIFE_MS
const isOwner = ({ owner }: Attempt, nonce: string | undefined) => nonce !== undefined && digest(nonce) === owner
const first = (keys: { keys(): Iterator<string> }): string => keys.keys().next().value!

const put = (sets: Map<string, Set<string>>, key: string, value: string) =>
  sets.set(key, (sets.get(key) ?? new Set()).add(value))

function remove(sets: Map<string, Set<string>>, key: string, value: string) {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
