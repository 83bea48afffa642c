import { randomInt } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/schemas/login'
import { challengeOf, createCaptchaIds, networkDigest } from './captcha-id'
import { drawDigits } from './captcha-picture'
import { isProof } from './captcha-proof'
import { createCounter, networkOf } from './throttle'

const LIFE_MS = 5 * 60_000
const LENGTH = 4

/** A shift that changes behind one address, each asking more than once; then one a second. */
const drawnPerNetwork = { free: 200, firstWaitMs: 1_000, longestWaitMs: 1_000, forgiveMs: 1_000 }
/** Drawing takes some two milliseconds: then fifty a second, a tenth of a core, whoever asks. */
const drawnInAll = { free: 1_000, firstWaitMs: 20, longestWaitMs: 20, forgiveMs: 20 }
/**
 * Used ids that are kept until they are over. More cannot come together: each was drawn, and within twice the life of a
 * captcha no more than 31,000 are.
 */
const MAX_USED = 50_000

/**
 * Captchas that are solved by what a picture shows, or by a proof of work for those who cannot read it. Nothing is kept
 * of open ones, only which are used up. `draw` makes the picture of an answer, a PNG.
 */
export function createCaptchas(draw = drawDigits) {
  const ids = createCaptchaIds()
  const used = new Map<string, number>()
  const networks = createCounter(drawnPerNetwork)
  const all = createCounter(drawnInAll)

  return {
    /** How long to wait before the next one may be asked for from `address`. */
    waitMs: (address: string, now: number) => Math.max(networks.waitMs(networkOf(address), now), all.waitMs('', now)),

    /** A new captcha for whoever asks from `address`; `picture` is a data URI. */
    issue(address: string, now: number): { id: string; picture: string; challenge: CaptchaChallenge } {
      networks.count(networkOf(address), now)
      all.count('', now)
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      const id = ids.seal({ answer, endsAt: now + LIFE_MS, network: networkDigest(address) })
      const picture = `data:image/png;base64,${draw(answer).toString('base64')}`
      return { id, picture, challenge: challengeOf(id) }
    },

    /** A captcha dies with its first check, right or wrong, and counts only from the network that it was made for. */
    check(id: string, code: string, address: string, now: number): boolean {
      const captcha = ids.open(id)
      if (!captcha || used.has(id) || !isOpen(captcha.endsAt, now)) return false
      use(id, captcha.endsAt, now)
      if (captcha.network !== networkDigest(address)) return false
      return captcha.answer === code.trim() || isProof(challengeOf(id), code)
    },
  }

  function use(id: string, endsAt: number, now: number) {
    for (const [oldest, end] of used) {
      if (isOpen(end, now) && used.size < MAX_USED) break
      used.delete(oldest)
    }
    used.set(id, endsAt)
  }
}

/** An end too far away was given before the clock was set back. */
const isOpen = (endsAt: number, now: number) => endsAt > now && endsAt <= now + LIFE_MS
