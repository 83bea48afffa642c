import { randomInt, randomUUID } from 'node:crypto'
import { drawDigits } from './captcha-picture'

const LIFE_MS = 5 * 60_000
const LENGTH = 4
/** The oldest go first beyond this many: asking for captchas costs the server no memory. */
const MAX_OPEN = 5000

/** Captchas that were shown and not yet answered. `draw` makes the picture of an answer, a PNG. */
export function createCaptchas(draw = drawDigits) {
  const open = new Map<string, { answer: string; endsAt: number }>()

  return {
    /** A new captcha; `picture` is a data URI. */
    issue(now: number): { id: string; picture: string } {
      const id = randomUUID()
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      open.set(id, { answer, endsAt: now + LIFE_MS })
      if (open.size > MAX_OPEN) open.delete(open.keys().next().value!)
      return { id, picture: `data:image/png;base64,${draw(answer).toString('base64')}` }
    },

    /** A captcha dies with its first check, right or wrong. */
    check(id: string, answer: string, now: number): boolean {
      const captcha = open.get(id)
      open.delete(id)
      return captcha !== undefined && captcha.endsAt > now && captcha.answer === answer.trim()
    },
  }
}
