/** How the fake answers one call. */
type Behaviour = (request: Request) => Response | Promise<Response>

const fault =
  (status: number): Behaviour =>
  () =>
    new Response('upstream', { status })
const says =
  (body: object | string, type = 'application/json'): Behaviour =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { headers: { 'content-type': type } })

/** Ways in which WeCom may fail. */
export const failing = {
  slow: (() => new Promise<Response>(() => {})) as Behaviour,
  broken: fault(500),
  badGateway: fault(502),
  busy: says({ errcode: -1, errmsg: 'system busy' }),
  malformed: says('{"errcode":0,'),
  html: says('<!doctype html><title>Sign in to the hotel Wi-Fi</title>', 'text/html'),
  noObject: says('null'),
  noErrcode: says({ userid: 'li.jian', access_token: 'x', expires_in: 7200 }),
  oversized: says(`{"errcode":0,"errmsg":"${'x'.repeat(100_000)}"}`),
  endless: (() =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) }),
    )) as Behaviour,
  redirect: ((request) => Response.redirect(`${new URL(request.url).origin}/elsewhere`, 302)) as Behaviour,
  missing: fault(404),
  errcode: (errcode: number) => says({ errcode, errmsg: 'no' }),
}

/**
 * A WeCom that behaves, except where it is told otherwise: `next(call, …)` says how the next calls are answered, one
 * after the other; `always(call, …)` how all of them are.
 */
export function startFakeWecom() {
  const secret = crypto.randomUUID()
  const tokens = new Set<string>()
  const members = new Map<string, object>()
  const planned = new Map<string, Behaviour[]>()
  const permanent = new Map<string, Behaviour>()
  const calls: string[] = []
  let made = 0

  const good: Record<string, Behaviour> = {
    gettoken(request) {
      const query = new URL(request.url).searchParams
      if (query.get('corpid') !== 'corp' || query.get('corpsecret') !== secret) return failing.errcode(40001)(request)
      const token = `token-${++made}-${crypto.randomUUID()}`
      tokens.add(token)
      return Response.json({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 })
    },
    getuserinfo(request) {
      const query = new URL(request.url).searchParams
      const code = query.get('code') ?? ''
      if (!tokens.has(query.get('access_token') ?? '')) return failing.errcode(42001)(request)
      const member = members.get(code)
      members.delete(code)
      return member ? Response.json({ errcode: 0, errmsg: 'ok', ...member }) : failing.errcode(40029)(request)
    },
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const call = new URL(request.url).pathname.split('/').at(-1)!
      calls.push(call)
      const behaviour = planned.get(call)?.shift() ?? permanent.get(call) ?? good[call]
      return behaviour ? behaviour(request) : new Response('', { status: 404 })
    },
  })

  return {
    calls,
    secret,
    tokens,
    settings: {
      corpId: 'corp',
      agentId: '7',
      secret,
      apiUrl: `http://127.0.0.1:${server.port}`,
      authorizeUrl: 'https://wecom.example/authorize',
      loginUrl: 'https://wecom.example/login',
      patience: { callMs: 5_000, totalMs: 12_000, pausesMs: [1, 1] },
    },
    /** A one-time code of a member, or of whatever else `as` says of its owner. */
    codeOf(memberId: string, as: object = { userid: memberId }): string {
      const code = `code-${crypto.randomUUID()}`
      members.set(code, as)
      return code
    },
    next: (call: string, ...behaviours: Behaviour[]) => void planned.set(call, behaviours),
    always: (call: string, behaviour: Behaviour) => void permanent.set(call, behaviour),
    /** Tokens that were given out are not accepted any more. */
    expireTokens: () => tokens.clear(),
    stop: () => server.stop(true),
  }
}
