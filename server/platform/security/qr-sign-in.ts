import { randomBytes } from 'node:crypto'
import type { QrPurpose } from '#shared/access/wecom'
import type { Namespace, SharedState, StateEntries, StateKey } from '../store/shared-state'
import { networkOf } from './network'
import { digest } from './token'

const LIFE_MS = 3 * 60_000
/** Per browser, for its tabs; the oldest are dropped first. */
const MAX_OPEN_PER_BROWSER = 5
/** Beyond this, a network must wait, and the codes on its screens stay valid. A whole plant may share one network. */
const MAX_OPEN_PER_NETWORK = 300
/** In total; an attempt takes less than a kilobyte. Far above what people scan, so the oldest are dropped first. */
const MAX_OPEN = 20_000

/** The computer of the request; `at` in Unix milliseconds. */
export type SignInRequest = { address: string; userAgent: string; at: number }
/** The account for the binding of a member. */
export type Account = { userId: number; userName: string; nickName: string }

type Attempt = {
  /** Digest of the nonce in the browser's cookie. */
  readonly owner: string
  readonly network: string
  /** Null for signing in. */
  readonly account: Account | null
  readonly asked: SignInRequest
  readonly endsAt: number
  readonly answer: 'waiting' | 'refused' | { readonly code: string }
}
/** Attempts by their state, the oldest first. */
type Open = readonly { readonly state: string; readonly endsAt: number }[]

const attempts: Namespace<Attempt> = { name: 'qr attempt', maxEntries: MAX_OPEN }
const openOfBrowsers: Namespace<Open> = { name: 'qr browser', maxEntries: MAX_OPEN }
const openOfNetworks: Namespace<Open> = { name: 'qr network', maxEntries: MAX_OPEN }

const attemptKey = (state: string) => ({ namespace: attempts, key: state })
const browserKey = (owner: string) => ({ namespace: openOfBrowsers, key: owner })
const networkKey = (network: string) => ({ namespace: openOfNetworks, key: network })

type AttemptView = {
  status: 'waiting' | 'confirmed' | 'refused' | 'gone'
  isOwn: boolean
  /** Only revealed to the browser of the attempt. */
  code: string | null
  purpose: QrPurpose
  account: Account | null
  asked: SignInRequest | null
}
const gone: AttemptView = { status: 'gone', isOwn: false, code: null, purpose: 'sign-in', account: null, asked: null }

export type QrSignIns = ReturnType<typeof createQrSignIns>

/**
 * Attempts to sign in, or to bind an account, with a QR code. Each has a `state`, belongs to the browser with `nonce`,
 * is used up by the first try to complete it, and serves only the purpose shown on the phone.
 */
export function createQrSignIns(sharedState: SharedState) {
  return {
    /** A new attempt; or `waitMs` until the network of the browser may have another one. */
    issue({ nonce, account = null, asked }: { nonce: string; account?: Account | null; asked: SignInRequest }) {
      const { at: now, address } = asked
      const [network, owner] = [networkOf(address), digest(nonce)]
      const state = randomBytes(24).toString('hex') // WeCom carries letters and figures only
      const [browser, near] = [browserKey(owner), networkKey(network)]
      return sharedState.change([browser, near], now, (entries) => {
        let own = living(entries.get(browser), now)
        let open = living(entries.get(near), now)
        const [oldest] = own
        if (oldest && (open.length >= MAX_OPEN_PER_NETWORK || own.length >= MAX_OPEN_PER_BROWSER)) {
          entries.delete(attemptKey(oldest.state))
          own = without(own, [oldest])
          open = without(open, [oldest])
        }
        if (open.length >= MAX_OPEN_PER_NETWORK) {
          setOpen(entries, browser, own)
          return { waitMs: open[0]!.endsAt - now } as const
        }
        const endsAt = now + LIFE_MS
        entries.set(attemptKey(state), { owner, network, account, asked, endsAt, answer: 'waiting' }, endsAt)
        setOpen(entries, browser, [...own, { state, endsAt }])
        setOpen(entries, near, [...open, { state, endsAt }])
        return { waitMs: 0, state, endsAt } as const
      })
    },

    async view(state: string, nonce: string | undefined, now: number): Promise<AttemptView> {
      const attempt = live(await sharedState.get(attemptKey(state)), now)
      if (!attempt) return gone
      const { answer, account, asked } = attempt
      const isOwn = isOwner(attempt, nonce)
      const common = { isOwn, purpose: account ? 'bind' : 'sign-in', account, asked } as const
      if (typeof answer === 'string') return { ...common, status: answer, code: null }
      return { ...common, status: 'confirmed', code: isOwn ? answer.code : null }
    },

    /** The phone's answer: a code, or `'refused'`. The first one counts; false if none is expected. */
    answer(state: string, answer: { code: string } | 'refused', now: number): Promise<boolean> {
      const key = attemptKey(state)
      return sharedState.change([key], now, (entries) => {
        const attempt = live(entries.get(key), now)
        if (attempt?.answer !== 'waiting') return false
        entries.set(key, { ...attempt, answer }, attempt.endsAt)
        return true
      })
    },

    /**
     * Uses up the attempt. True if it belongs to the browser with `nonce`, is for binding the account of `userId`, or
     * for signing in without one, and was not refused or answered with another code than `code`. The nonce is then used
     * up: other attempts with it end as well. A stranger who knows the state uses nothing up.
     */
    async take(
      state: string,
      nonce: string | undefined,
      { code, userId }: { code: string; userId?: number },
      now: number,
    ): Promise<boolean> {
      const key = attemptKey(state)
      const found = live(await sharedState.get(key), now)
      if (!found || !isOwner(found, nonce)) return false
      const [browser, near] = [browserKey(found.owner), networkKey(found.network)]
      return sharedState.change([key, browser, near], now, (entries) => {
        const attempt = live(entries.get(key), now)
        if (!attempt) return false // another request was faster
        const { answer, account } = attempt
        const isMeant =
          account?.userId === userId && (answer === 'waiting' || (answer !== 'refused' && answer.code === code))
        const own = living(entries.get(browser), now)
        const used = own.filter((other) => isMeant || other.state === state)
        for (const attempt of [{ state }, ...used]) entries.delete(attemptKey(attempt.state))
        setOpen(entries, browser, without(own, used))
        setOpen(entries, near, without(living(entries.get(near), now), used))
        return isMeant
      })
    },
  }
}

function setOpen(entries: StateEntries, key: StateKey<Open>, open: Open) {
  const last = open.at(-1)
  if (last) entries.set(key, open, last.endsAt)
  else entries.delete(key)
}

/** A clock that was set back extends no attempt. */
const isLive = ({ endsAt }: { endsAt: number }, now: number) => endsAt > now && endsAt <= now + LIFE_MS
const live = (attempt: Attempt | undefined, now: number) => (attempt && isLive(attempt, now) ? attempt : undefined)
const living = (open: Open = [], now: number): Open => open.filter((attempt) => isLive(attempt, now))
const without = (open: Open, gone: Open): Open =>
  open.filter(({ state }) => gone.every((attempt) => attempt.state !== state))
const isOwner = ({ owner }: Attempt, nonce: string | undefined) => nonce !== undefined && digest(nonce) === owner
