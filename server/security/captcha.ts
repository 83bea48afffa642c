import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/schemas/login'
import { drawDigits } from './captcha-picture'
import { isProof, PROOF } from './captcha-proof'
import { networkOf } from './throttle'

const LIFE_MS = 5 * 60_000
const LENGTH = 4
/** From one network, oldest first: asking for many spoils nobody's but the asker's own. */
const MAX_OPEN_PER_NETWORK = 100
/** In all; asking for captchas costs the server little memory. */
const MAX_OPEN = 20_000

type Captcha = { answer: string; challenge: CaptchaChallenge; endsAt: number; network: string }

/**
 * Captchas that were shown and not yet answered: by what the picture shows, or by a proof of work for those who cannot
 * read it. `draw` makes the picture of an answer, a PNG.
 */
export function createCaptchas(draw = drawDigits) {
  const open = new Map<string, Captcha>()
  const idsOf = new Map<string, Set<string>>()

  return {
    /** A new captcha for whoever asks from `address`; `picture` is a data URI. */
    issue(address: string, now: number): { id: string; picture: string; challenge: CaptchaChallenge } {
      const id = randomUUID()
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      const challenge = { salt: randomBytes(16).toString('hex'), ...PROOF }
      const network = networkOf(address)
      const own = idsOf.get(network) ?? new Set()
      if (own.size >= MAX_OPEN_PER_NETWORK) drop(first(own))
      if (open.size >= MAX_OPEN) drop(first(open))
      open.set(id, { answer, challenge, endsAt: now + LIFE_MS, network })
      idsOf.set(network, own.add(id))
      return { id, picture: `data:image/png;base64,${draw(answer).toString('base64')}`, challenge }
    },

    /** A captcha dies with its first check, right or wrong, and counts only from the network that it was made for. */
    check(id: string, code: string, address: string, now: number): boolean {
      const captcha = open.get(id)
      drop(id)
      if (!captcha || captcha.endsAt <= now || captcha.network !== networkOf(address)) return false
      return captcha.answer === code.trim() || isProof(captcha.challenge, code)
    },
  }

  function drop(id: string) {
    const captcha = open.get(id)
    if (!captcha) return
    open.delete(id)
    const own = idsOf.get(captcha.network)
    own?.delete(id)
    if (own?.size === 0) idsOf.delete(captcha.network)
  }
}

const first = (keys: { keys(): Iterator<string> }): string => keys.keys().next().value!
