import { randomInt } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/access/login'
import type { Store } from '../store'
import type { Namespace } from '../store/shared-state'
import { captchaIds, challengeOf, networkDigest } from './captcha-id'
import { drawDigits } from './captcha-picture'
import { isProof } from './captcha-proof'
import { createCounter } from './counter'
import { networkOf } from './network'

const LIFE_MS = 5 * 60_000
const LENGTH = 4

/** A shift that changes behind one address, each asking more than once; then one a second. */
const drawnPerNetwork = { free: 200, firstWaitMs: 1_000, longestWaitMs: 1_000, forgiveMs: 1_000 }
/** Drawing takes some two milliseconds: then fifty a second, a tenth of a core, whoever asks. */
const drawnInAll = { free: 1_000, firstWaitMs: 20, longestWaitMs: 20, forgiveMs: 20 }
/**
 * Used ids, which are kept until they are over. No process has more of them together than 31,000: each was drawn, and
 * within twice the life of a captcha no more are.
 */
const used: Namespace<true> = { name: 'captcha used', most: 200_000 }

/**
 * Captchas that are solved by what a picture shows, or by a proof of work for those who cannot read it. Nothing is kept
 * of open ones, only which are used up. `draw` makes the picture of an answer, a PNG.
 */
export function createCaptchas({ board: state, keyFor }: Pick<Store, 'board' | 'keyFor'>, draw = drawDigits) {
  const idsOf = async () => captchaIds(await keyFor('captcha'))
  const networks = createCounter(drawnPerNetwork)
  const all = createCounter(drawnInAll)

  return {
    /** Takes note that somebody asks for one from `address`; or how long to wait before asking again. */
    ask(address: string, now: number): number {
      const network = networkOf(address)
      const waitMs = Math.max(networks.waitMs(network, now), all.waitMs('', now))
      if (waitMs > 0) return waitMs
      networks.count(network, now)
      all.count('', now)
      return 0
    },

    /** A new captcha for whoever asks from `address`; `picture` is a data URI. */
    async issue(address: string, now: number): Promise<{ id: string; picture: string; challenge: CaptchaChallenge }> {
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      const id = (await idsOf()).seal({ answer, endsAt: now + LIFE_MS, network: networkDigest(address) })
      const picture = `data:image/png;base64,${draw(answer).toString('base64')}`
      return { id, picture, challenge: challengeOf(id) }
    },

    /** A captcha dies with its first check, right or wrong, and counts only from the network that it was made for. */
    async check(id: string, code: string, address: string, now: number): Promise<boolean> {
      const captcha = (await idsOf()).open(id)
      if (!captcha || !isOpen(captcha.endsAt, now)) return false
      const spot = { shelf: used, key: id }
      const isFirst = await state.change([spot], now, (held) => {
        if (held.get(spot)) return false
        held.put(spot, true, captcha.endsAt)
        return true
      })
      if (!isFirst || captcha.network !== networkDigest(address)) return false
      return captcha.answer === code.trim() || isProof(challengeOf(id), code)
    },
  }
}

/** An end too far away was given before the clock was set back. */
const isOpen = (endsAt: number, now: number) => endsAt > now && endsAt <= now + LIFE_MS
