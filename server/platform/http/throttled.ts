import { codes } from '#shared/envelope'
import { Refusal } from './refusal'

/** What is not looked at before `waitMs` are over. */
export function throttled(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000)
  return new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
}
