import type { Patience, WecomSettings } from '../../env'
import { log } from '../../platform/log/index'
import { askOnce, type Answer, type Trouble } from './ask'

/**
 * The member of a one-time code. `'stranger'`: a person outside of the company; `'refused'`: WeCom does not accept the
 * code; `'away'`: WeCom gave no valid answer, and the log has the reason.
 */
export type Identity = { kind: 'member'; memberId: string } | { kind: 'stranger' | 'refused' | 'away' }

/** The result of a message; `'stranger'`: no such member may use the application. */
type Sending = { kind: 'sent' | 'stranger' | 'away' } | { kind: 'refused'; errcode: number }

const usual: Patience = { callMs: 5_000, totalMs: 12_000, pausesMs: [200, 600] }

/** WeCom is busy and asks for another try. */
const BUSY = -1
/** The access token is unknown, expired or not accepted. */
const stale = [40001, 40014, 42001]
/** The code is unknown, used or too old, or its owner may not use the application. */
const refused = [40029, 40163, 42003, 50002]
/** No recipient is a member who may use the application. */
const unknownMember = [60111, 81013]
/** The longest time for which WeCom drops the same message is four hours. */
const DUPLICATE_SECONDS = 1_800
/** Time before its end at which a token is renewed, or half its life if that is shorter. */
const RENEW_AHEAD_SECONDS = 300
/** A member of the own company; `corp/member` is a member of a linked one. */
const ownMember = /^[a-z\d][\w.@-]{0,63}$/i

/** The last fault, for the operator of the server. It contains no secret, token or code. */
export type WecomFault = {
  at: number
  call: string
  problem: Trouble | 'busy' | 'refused'
  errcode: number | undefined
  /** The address of this server as seen by WeCom, if WeCom refuses it. */
  address: string | undefined
}
/** The member may not use the application; the code itself is valid. */
const NOT_VISIBLE = 50002

export type Wecom = ReturnType<typeof createWecom>

/**
 * Calls WeCom's server API, for signing in and notifying only. The secret, tokens and codes are never logged. Documents
 * 91039, 96442 and 90236 on developer.work.weixin.qq.com.
 */
export function createWecom({ corpId, agentId, secret, apiUrl, patience = usual }: WecomSettings, now = Date.now) {
  let cached: { token: string; renewAt: number } | undefined
  let fetching: Promise<string | undefined> | undefined
  let lastFault: WecomFault | undefined

  /** Stores and logs the failed call and the reason. */
  function trouble(call: string, problem: WecomFault['problem'], { errcode, errmsg }: Partial<Answer> = {}): Identity {
    log('warn', 'wecom', { call, problem, errcode })
    const [, address] = /from ip: ([\da-f.:]{3,45})/i.exec(typeof errmsg === 'string' ? errmsg : '') ?? []
    lastFault = { at: now(), call, problem, errcode, address }
    return { kind: 'away' }
  }

  /** The member of `code`. It works once: WeCom refuses a second call with it. */
  async function identify(code: string): Promise<Identity> {
    const { promise: tooLate, resolve } = Promise.withResolvers<Identity>()
    const timer = setTimeout(() => resolve(trouble('identify', 'timeout')), patience.totalMs)
    try {
      return await Promise.race([identityOf(code), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  async function identityOf(code: string): Promise<Identity> {
    for (let isLast = false; ; isLast = true) {
      const token = await accessToken()
      const answer = token && (await ask('auth/getuserinfo', { access_token: token, code }))
      if (!answer) return { kind: 'away' }
      if (isLast || !stale.includes(answer.errcode)) return read(answer)
      if (cached?.token === token) cached = undefined // unless another call has renewed it meanwhile
    }
  }

  /** Sends a text to a member. WeCom drops the same text if it is repeated within half an hour. */
  async function send(memberId: string, content: string): Promise<Sending> {
    const message = {
      touser: memberId,
      msgtype: 'text',
      agentid: Number(agentId),
      text: { content },
      enable_duplicate_check: 1,
      duplicate_check_interval: DUPLICATE_SECONDS,
    }
    for (let isLast = false; ; isLast = true) {
      const token = await accessToken()
      const answer = token && (await ask('message/send', { access_token: token }, message))
      if (!answer) return { kind: 'away' }
      if (!isLast && stale.includes(answer.errcode)) {
        if (cached?.token === token) cached = undefined
        continue
      }
      const { errcode, invaliduser } = answer
      const isUnknown = typeof invaliduser === 'string' && invaliduser !== ''
      if (unknownMember.includes(errcode) || (errcode === 0 && isUnknown)) return { kind: 'stranger' }
      if (errcode === 0) return { kind: 'sent' }
      trouble('message/send', 'refused', answer)
      return { kind: 'refused', errcode }
    }
  }

  /** The valid token, or a new one. Concurrent callers share one request. */
  async function accessToken(): Promise<string | undefined> {
    if (cached && cached.renewAt > now()) return cached.token
    return (fetching ??= fetchToken().finally(() => (fetching = undefined)))
  }

  async function fetchToken(): Promise<string | undefined> {
    const answer = await ask('gettoken', { corpid: corpId, corpsecret: secret })
    if (answer === undefined) return undefined
    const { errcode, access_token: token, expires_in: seconds } = answer
    if (errcode !== 0) return void trouble('gettoken', 'refused', answer)
    if (typeof token !== 'string' || token === '' || typeof seconds !== 'number' || !(seconds > 0)) {
      return void trouble('gettoken', 'malformed')
    }
    cached = { token, renewAt: now() + Math.max(seconds - RENEW_AHEAD_SECONDS, seconds / 2) * 1000 }
    return token
  }

  /** Repeats a call after a pause if that can help. Every call may be repeated: a used code is refused. */
  async function ask(call: string, query: Record<string, string>, body?: object): Promise<Answer | undefined> {
    const address = `${apiUrl}/cgi-bin/${call}?${new URLSearchParams(query)}`
    let answer = await askOnce(address, patience.callMs, body)
    for (const pauseMs of patience.pausesMs) {
      if (!mayPass(answer)) break
      await Bun.sleep(pauseMs)
      answer = await askOnce(address, patience.callMs, body)
    }
    if (typeof answer !== 'string' && answer.errcode !== BUSY) return answer
    trouble(call, typeof answer === 'string' ? answer : 'busy')
    return undefined
  }

  function read(answer: Answer): Identity {
    const { errcode } = answer
    if (errcode === NOT_VISIBLE) trouble('auth/getuserinfo', 'refused', answer)
    if (refused.includes(errcode)) return { kind: 'refused' }
    if (errcode !== 0) return trouble('auth/getuserinfo', 'refused', answer)
    const memberId = answer['userid'] ?? answer['UserId'] // the older spelling
    if (typeof memberId === 'string' && ownMember.test(memberId)) return { kind: 'member', memberId }
    const other = [memberId, ...['openid', 'OpenId', 'external_userid'].map((name) => answer[name])]
    if (other.some((id) => typeof id === 'string' && id !== '')) return { kind: 'stranger' }
    return trouble('auth/getuserinfo', 'malformed')
  }

  return { corpId, identify, send, lastFault: () => lastFault }
}

const passing: readonly Trouble[] = ['timeout', 'unreachable', 'fault']
const mayPass = (answer: Answer | Trouble) =>
  typeof answer === 'string' ? passing.includes(answer) : answer.errcode === BUSY
