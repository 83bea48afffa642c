import { describe, expect, spyOn, test } from 'bun:test'
import { statuses } from '#shared/constants'
import { failing } from '../support/fake-wecom'
import { isPostgres } from '../support/store'
import { until } from '../support/until'
import { start, wecomBench } from '../support/wecom'

/** A WeCom that is away, broken or refuses, and where one sees why. */
const { here, beginAnew, restart, lastEntry, computer, signIn } = wecomBench()

// Told before any question to the database.
describe.skipIf(isPostgres)('a WeCom that fails', () => {
  const away = [503, 'WeCom does not answer at present. Try again later, or sign in with your password']
  const refused = [400, 'WeCom did not confirm this; refresh the QR code and try again']
  const twice = <Thing>(thing: Thing): [Thing, Thing] => [thing, thing]

  test.each<[what: string, call: string, behaviours: (typeof failing.slow)[]]>([
    ['answers 500 once', 'getuserinfo', [failing.broken]],
    ['answers 502 and then 500', 'getuserinfo', [failing.badGateway, failing.broken]],
    ['asks for patience twice', 'getuserinfo', twice(failing.busy)],
    ['answers 500 once when asked for a token', 'gettoken', [failing.broken]],
    ['says once that the token is unknown', 'getuserinfo', [failing.errcode(40014)]],
    ['says once that the token has expired', 'getuserinfo', [failing.errcode(42001)]],
    ['says once that the credential is not valid', 'getuserinfo', [failing.errcode(40001)]],
  ])('and %s lets one in nevertheless', async (_, call, behaviours) => {
    here.wecom.next(call, ...behaviours)
    expect((await signIn()).code).toBe(200)
  })

  test.each<[what: string, behaviour: typeof failing.slow, calls: number]>([
    ['answers 500 for ever', failing.broken, 3],
    ['asks for patience for ever', failing.busy, 3],
    ['answers half of a JSON object', failing.malformed, 1],
    ['answers null', failing.noObject, 1],
    ['leaves out errcode', failing.noErrcode, 1],
    ['answers a page', failing.html, 1],
    ['answers 100 kB', failing.oversized, 1],
    ['answers without end', failing.endless, 1],
    ['leads elsewhere', failing.redirect, 1],
    ['does not know the call', failing.missing, 1],
    ['refuses for a reason of its own', failing.errcode(60020), 1],
  ])(
    'and %s is away: said so with 503, in the log too, after a bounded number of calls',
    async (_, behaviour, calls) => {
      for (const call of ['getuserinfo', 'gettoken']) {
        await beginAnew({})
        const before = here.wecom.calls.length
        here.wecom.always(call, behaviour)
        const { code, msg } = await signIn()
        expect([code, msg]).toEqual(away)
        expect(await lastEntry()).toMatchObject({ reason: 'wecom-away', userId: null, status: statuses.off })
        expect(here.wecom.calls.slice(before).filter((called) => called === call)).toHaveLength(calls)
      }
      expect(here.wecom.calls).not.toContain('elsewhere')
    },
  )

  test.each([
    ['each call', { callMs: 100, totalMs: 10_000, pausesMs: [1, 1] }, 3],
    ['all of them together', { callMs: 10_000, totalMs: 500, pausesMs: [1, 1] }, 1],
  ])('and never answers is away after the time for %s', async (_, patience, calls) => {
    await beginAnew({ patience })
    here.wecom.always('gettoken', failing.slow)
    const { code, msg } = await signIn()
    expect([code, msg]).toEqual(away)
    expect(here.wecom.calls.filter((called) => called === 'gettoken')).toHaveLength(calls)
  })

  test('and cannot be reached is away', async () => {
    await here.wecom.stop()
    expect((await signIn()).code).toBe(503)
  })

  test('and does not take the secret is away, and the next attempt asks again', async () => {
    await beginAnew({ secret: 'an old one' })
    expect((await signIn()).code).toBe(503)
    expect((await signIn()).code).toBe(503)
    expect(here.wecom.calls).toEqual(['gettoken', 'gettoken'])
  })

  test('and does not take a token for good is away after one renewal', async () => {
    here.wecom.always('getuserinfo', failing.errcode(42001))
    expect((await signIn()).code).toBe(503)
    expect(here.wecom.calls).toEqual(['gettoken', 'getuserinfo', 'gettoken', 'getuserinfo'])
  })

  test.each<[what: string, code: () => string | Promise<string>]>([
    ['a code that nobody gave out', () => 'invented'],
    [
      'a code that was used',
      async () => {
        const code = here.wecom.codeOf('li.jian')
        await (await computer()).login(code)
        return code
      },
    ],
  ])('refuses %s', async (_, codeOf) => {
    const { code, msg } = await (await computer()).login(await codeOf())
    expect([code, msg]).toEqual(refused)
    expect(await lastEntry()).toMatchObject({ reason: 'wecom-refused', userId: null })
  })

  test('refuses a code that has expired', async () => {
    here.wecom.next('getuserinfo', failing.errcode(40029))
    const { code, msg } = await signIn()
    expect([code, msg]).toEqual(refused)
  })

  test('leaves no trace of secret, token, code or state in the log (S100)', async () => {
    const written: string[] = []
    const spy = spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    const secrets: string[] = [here.wecom.secret]
    try {
      for (const behaviour of [failing.broken, failing.html, failing.errcode(60020), failing.redirect]) {
        const desk = await computer()
        const code = here.wecom.codeOf('li.jian')
        secrets.push(desk.state, code, desk.cookie.split('=')[1]!)
        here.wecom.always('getuserinfo', behaviour)
        await desk.login(code)
      }
      await until(() => written.join('').split('"event":"wecom"').length > 4) // lines are written at the end of the turn
    } finally {
      spy.mockRestore()
    }
    const lines = written.join('')
    expect(lines.match(/"event":"wecom"/g)).toHaveLength(4)
    expect(lines).toContain('"errcode":60020')
    for (const secret of [...secrets, ...here.wecom.tokens]) expect(lines).not.toContain(secret)
  })
})

describe('the server monitor', () => {
  const monitor = async (language = 'en') => {
    const { token } = await here.app.signedIn('sysTools:serverMonitor:list')
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    return (await (await here.app.app.request('/api/v1/server-monitor', { headers })).json()).wecom
  }

  test('shows the last error code of WeCom with its meaning, and the address that WeCom refuses', async () => {
    expect(await monitor()).toEqual({ lastFault: null })
    here.wecom.next('getuserinfo', () =>
      Response.json({
        errcode: 60020,
        errmsg: 'not allow to access from your ip, hint: [1], from ip: 203.0.113.7, more',
      }),
    )
    await signIn()
    expect(await monitor()).toEqual({
      lastFault: {
        at: new Date(start).toISOString(),
        code: 60020,
        text: expect.stringMatching(/not a trusted IP.*WeCom sees the address 203\.0\.113\.7\./),
      },
    })
    expect((await monitor('zh-CN')).lastFault.text).toMatch(/企业可信 IP.*203\.0\.113\.7/)
  })

  test.each([
    ['gettoken', failing.errcode(40001), 40001, /CALIPER_WECOM_SECRET/],
    ['getuserinfo', failing.errcode(50002), 50002, /may not see the application/],
    ['getuserinfo', failing.errcode(99999), 99999, /refused the call auth\/getuserinfo/],
    ['getuserinfo', failing.redirect, null, /did not answer .*redirect/],
  ])('of %s', async (call, behaviour, code, meaning) => {
    here.wecom.always(call, behaviour)
    await signIn()
    expect((await monitor()).lastFault).toMatchObject({ code, text: expect.stringMatching(meaning) })
  })

  test('keeps no fault of a code that has expired', async () => {
    here.wecom.next('getuserinfo', failing.errcode(40029))
    await signIn()
    expect(await monitor()).toEqual({ lastFault: null })
  })

  test('says nothing where WeCom is not set up', async () => {
    await restart()
    expect(await monitor()).toBeNull()
  })
})
