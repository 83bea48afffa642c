import { randomInt, randomUUID } from 'node:crypto'
import { drawDigits } from './captcha-picture'

const LIFE_MS = 5 * 60_000
const LENGTH = 4
/** From one address, oldest first: asking for many spoils nobody's but the asker's own. */
const MAX_OPEN_PER_ADDRESS = 100
/** In all; asking for captchas costs the server little memory. */
const MAX_OPEN = 20_000

type Captcha = { answer: string; endsAt: number; address: string }

/** Captchas that were shown and not yet answered. `draw` makes the picture of an answer, a PNG. */
export function createCaptchas(draw = drawDigits) {
  const open = new Map<string, Captcha>()
  const idsOf = new Map<string, Set<string>>()

  return {
    /** A new captcha; `picture` is a data URI. */
    issue(address: string, now: number): { id: string; picture: string } {
      const id = randomUUID()
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      const own = idsOf.get(address) ?? new Set()
      if (own.size >= MAX_OPEN_PER_ADDRESS) drop(first(own))
      if (open.size >= MAX_OPEN) drop(first(open))
      open.set(id, { answer, endsAt: now + LIFE_MS, address })
      idsOf.set(address, own.add(id))
      return { id, picture: `data:image/png;base64,${draw(answer).toString('base64')}` }
    },

    /** A captcha dies with its first check, right or wrong. */
    check(id: string, answer: string, now: number): boolean {
      const captcha = open.get(id)
      drop(id)
      return captcha !== undefined && captcha.endsAt > now && captcha.answer === answer.trim()
    },
  }

  function drop(id: string) {
    const captcha = open.get(id)
    if (!captcha) return
    open.delete(id)
    const own = idsOf.get(captcha.address)
    own?.delete(id)
    if (own?.size === 0) idsOf.delete(captcha.address)
  }
}

const first = (keys: { keys(): Iterator<string> }): string => keys.keys().next().value!
