import { randomBytes } from 'node:crypto'
import type { QrPurpose } from '#shared/access/wecom'
import type { SharedState, HeldState, Namespace } from '../store/shared-state'
import { networkOf } from './network'
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
  readonly owner: string
  readonly network: string
  /** Null when it is for signing in. */
  readonly account: Account | null
  readonly asked: Asked
  readonly endsAt: number
  readonly answer: 'waiting' | 'refused' | { readonly code: string }
}
/** Attempts by their state, the oldest first. */
type Open = readonly { readonly state: string; readonly endsAt: number }[]

const attempts: Namespace<Attempt> = { name: 'qr attempt', most: MAX_OPEN }
const ofBrowsers: Namespace<Open> = { name: 'qr browser', most: MAX_OPEN }
const ofNetworks: Namespace<Open> = { name: 'qr network', most: MAX_OPEN }

type AttemptView = {
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
export function createQrSignIns(board: SharedState) {
  return {
    /** A new attempt; or `waitMs` until the network of the asking browser may have one more. */
    issue({ nonce, account = null, asked }: { nonce: string; account?: Account | null; asked: Asked }) {
      const { at: now, address } = asked
      const [network, owner] = [networkOf(address), digest(nonce)]
      const state = randomBytes(24).toString('hex') // WeCom carries letters and figures only
      const [browser, near] = [
        { shelf: ofBrowsers, key: owner },
        { shelf: ofNetworks, key: network },
      ]
      return board.change([browser, near], now, (held) => {
        let own = living(held.get(browser), now)
        let open = living(held.get(near), now)
        const [oldest] = own
        if (oldest && (open.length >= MAX_OPEN_PER_NETWORK || own.length >= MAX_OPEN_PER_BROWSER)) {
          held.drop(spotOf(oldest.state))
          own = without(own, [oldest])
          open = without(open, [oldest])
        }
        if (open.length >= MAX_OPEN_PER_NETWORK) {
          putOpen(held, browser, own)
          return { waitMs: open[0]!.endsAt - now } as const
        }
        const endsAt = now + LIFE_MS
        held.put(spotOf(state), { owner, network, account, asked, endsAt, answer: 'waiting' }, endsAt)
        putOpen(held, browser, [...own, { state, endsAt }])
        putOpen(held, near, [...open, { state, endsAt }])
        return { waitMs: 0, state, endsAt } as const
      })
    },

    async view(state: string, nonce: string | undefined, now: number): Promise<AttemptView> {
      const attempt = live(await board.look(spotOf(state)), now)
      if (!attempt) return gone
      const { answer, account, asked } = attempt
      const isOwn = isOwner(attempt, nonce)
      const known = { isOwn, purpose: account ? 'bind' : 'sign-in', account, asked } as const
      if (typeof answer === 'string') return { ...known, status: answer, code: null }
      return { ...known, status: 'confirmed', code: isOwn ? answer.code : null }
    },

    /** The phone's answer: a code, or `'refused'`. The first one counts; false when it is not waited for. */
    answer(state: string, answer: { code: string } | 'refused', now: number): Promise<boolean> {
      const spot = spotOf(state)
      return board.change([spot], now, (held) => {
        const attempt = live(held.get(spot), now)
        if (attempt?.answer !== 'waiting') return false
        held.put(spot, { ...attempt, answer }, attempt.endsAt)
        return true
      })
    },

    /**
     * Uses up the attempt. True when it belongs to the browser that holds `nonce`, is for binding the account of
     * `userId`, or for signing in without one, and nobody has refused it or answered with another code than `code`. The
     * nonce has then done its work: further attempts by it end as well. A stranger who knows the state uses nothing up.
     */
    async take(
      state: string,
      nonce: string | undefined,
      { code, userId }: { code: string; userId?: number },
      now: number,
    ): Promise<boolean> {
      const spot = spotOf(state)
      const found = live(await board.look(spot), now)
      if (!found || !isOwner(found, nonce)) return false
      const [browser, near] = [
        { shelf: ofBrowsers, key: found.owner },
        { shelf: ofNetworks, key: found.network },
      ]
      return board.change([spot, browser, near], now, (held) => {
        const attempt = live(held.get(spot), now)
        if (!attempt) return false // somebody was quicker
        const { answer, account } = attempt
        const isMeant =
          account?.userId === userId && (answer === 'waiting' || (answer !== 'refused' && answer.code === code))
        const own = living(held.get(browser), now)
        const used = own.filter((one) => isMeant || one.state === state)
        for (const one of [{ state }, ...used]) held.drop(spotOf(one.state))
        putOpen(held, browser, without(own, used))
        putOpen(held, near, without(living(held.get(near), now), used))
        return isMeant
      })
    },
  }
}

const spotOf = (state: string) => ({ shelf: attempts, key: state })

function putOpen(held: HeldState, spot: { shelf: Namespace<Open>; key: string }, open: Open) {
  const last = open.at(-1)
  if (last) held.put(spot, open, last.endsAt)
  else held.drop(spot)
}

/** A clock that was set back makes none live longer. */
const isLive = ({ endsAt }: { endsAt: number }, now: number) => endsAt > now && endsAt <= now + LIFE_MS
const live = (attempt: Attempt | undefined, now: number) => (attempt && isLive(attempt, now) ? attempt : undefined)
const living = (open: Open = [], now: number): Open => open.filter((one) => isLive(one, now))
const without = (open: Open, gone: Open): Open => open.filter(({ state }) => gone.every((one) => one.state !== state))
const isOwner = ({ owner }: Attempt, nonce: string | undefined) => nonce !== undefined && digest(nonce) === owner
