import { randomBytes, timingSafeEqual } from 'node:crypto'
import { colleagueWithoutAccount, DEMO_CORP_ID, demoUsers } from '#seed/access/user'
import { setBounded } from '../../platform/cache/lru'

const TOKEN_LIFE_SECONDS = 7_200
const CODE_LIFE_MS = 5 * 60_000
/** Messages and mails kept, the latest. */
const MAX_MESSAGES = 200
/** The oldest are dropped first, so that a page reloaded all day fills no memory. */
const MAX_CODES = 1_000

/** A message that was sent to a person. */
export type Message = { at: number; kind: 'wecom' | 'email'; to: string; title: string; text: string }

export type Colleague = { memberId: string; name: string; /** Keys of the roles of their account. */ roles: string[] }

const colleagues: Colleague[] = [
  ...demoUsers.map(({ memberId, nickName, roleKeys }) => ({ memberId, name: nickName, roles: roleKeys })),
  { memberId: colleagueWithoutAccount.memberId, name: colleagueWithoutAccount.nickName, roles: [] },
]

/** A company as WeCom would know it: its members, the secret of its application, its tokens and one-time codes. */
export function createCompany(now: () => number = Date.now) {
  const secret = random()
  const codes = new Map<string, { memberId: string; endsAt: number }>()
  let token: { value: string; endsAt: number } | undefined
  const messages: Message[] = []

  return {
    /** The latest first. */
    messages: (): readonly Message[] => messages,
    keep(message: Omit<Message, 'at'>): void {
      messages.unshift({ at: now(), ...message })
      messages.length = Math.min(messages.length, MAX_MESSAGES)
    },

    corpId: DEMO_CORP_ID,
    agentId: '1000001',
    secret,
    colleagues,
    isSecret: (candidate: string) => isSame(candidate, secret),

    /** The access token; the same one until it ends. */
    issueToken() {
      if (!token || token.endsAt <= now()) token = { value: random(), endsAt: now() + TOKEN_LIFE_SECONDS * 1000 }
      return { token: token.value, seconds: Math.ceil((token.endsAt - now()) / 1000) }
    },

    tokenState(candidate: string): 'good' | 'expired' | 'unknown' {
      if (!token || !isSame(candidate, token.value)) return 'unknown'
      return token.endsAt > now() ? 'good' : 'expired'
    },

    /** A one-time code that proves for five minutes that its holder is this member. */
    issueCode(memberId: string): string {
      const code = random()
      setBounded(codes, code, { memberId, endsAt: now() + CODE_LIFE_MS }, MAX_CODES)
      return code
    },

    /** The member of a code, which is used up. */
    redeem(code: string): string | undefined {
      const found = codes.get(code)
      codes.delete(code)
      return found && found.endsAt > now() ? found.memberId : undefined
    },
  }
}

const random = () => randomBytes(32).toString('base64url')
const isSame = (candidate: string, secret: string) =>
  candidate.length === secret.length && timingSafeEqual(Buffer.from(candidate), Buffer.from(secret))
