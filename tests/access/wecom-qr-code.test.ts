import { beforeEach, describe, expect, test } from 'bun:test'
import { createQrSignIns } from '#server/platform/security/qr-sign-in'
import { memoryState } from '#server/platform/store/shared-state'
import { statuses } from '#shared/constants'
import { MINUTE_MS } from '#shared/durations'
import { start, wecomBench } from '../support/wecom'

/** The QR code and its state: what is asked for by which browser, and answered by which phone. */
const { here, clock, restart, lastEntry, computer, phoneAnswers } = wecomBench()

describe('the QR code', () => {
  test('leads the phone through WeCom back to us, for three minutes, and binds its state to this browser (S9, S20)', async () => {
    const { appId, agentId, redirectUri, state, expire, url, loginUrl, setCookie } = await computer()
    expect({ appId, agentId, redirectUri }).toEqual({
      appId: 'corp',
      agentId: '7',
      redirectUri: 'https://qc.example/auth-redirect',
    })
    expect(expire).toBe(new Date(start + 3 * MINUTE_MS).toISOString())
    expect(state).toMatch(/^[a-z0-9]{32,128}$/i) // what WeCom carries, and at least 128 random bits
    const common = { appid: 'corp', agentid: '7', redirect_uri: redirectUri, state }
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      ...common,
      response_type: 'code',
      scope: 'snsapi_base',
    })
    expect(url).toStartWith('https://wecom.example/authorize?appid=corp&redirect_uri=')
    expect(url).toEndWith('&agentid=7#wechat_redirect') // as documented: WeCom's own examples have it last
    expect(Object.fromEntries(new URL(loginUrl).searchParams)).toEqual({
      ...common,
      login_type: 'CorpApp',
      lang: 'en',
    })
    expect(setCookie).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
  })

  test('keeps the cookie of a browser that has one, so that two of its tabs do not disturb each other', async () => {
    const first = await computer()
    const again = await first.send('GET', '/wechat/crop-qrcode')
    expect(again.headers.get('set-cookie')).toStartWith(`${first.cookie};`)
    expect(again.data.state).not.toBe(first.state)
  })

  test.each([
    ['that is none', () => 'x'],
    ['of our form', () => 'a'.repeat(43)],
    ['of our form with a seal', () => `${'a'.repeat(43)}.${'b'.repeat(43)}`],
    ['whose seal is of another one', ({ cookie }: { cookie: string }) => `${'a'.repeat(43)}.${cookie.split('.')[1]}`],
  ])('takes no cookie from somebody else: one %s gives way to a new one (S9)', async (_, plant) => {
    const planted = `caliper-qr=${plant(await computer())}`
    const asked = await here.app.anyone.send('GET', '/wechat/crop-qrcode', { headers: { cookie: planted } })
    const given = asked.headers.get('set-cookie')?.split(';')[0]
    expect(given).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}$/)
    expect(given).not.toBe(planted)
  })

  test.each([
    ['well', 'li.jian', 200],
    ['badly', 'xin.ren', 400],
  ])('has done its work with an attempt that ends %s: the browser gets a new cookie (S9)', async (_, member, code) => {
    const desk = await computer()
    const other = (await desk.send('GET', '/wechat/crop-qrcode')).data.state as string
    const answer = await desk.login(here.wecom.codeOf(member))
    expect(answer.code).toBe(code)
    const given = answer.headers.get('set-cookie')?.split(';')[0]
    expect(given).toMatch(/^caliper-qr=[\w-]{43}\.[\w-]{43}$/)
    expect(given).not.toBe(desk.cookie)
    expect((await here.app.anyone.get(`/wechat/crop-qrcode/${other}`)).data.status).toBe('gone')
  })

  test('has over HTTPS a cookie that no other host can set: Secure, __Host- (S9)', async () => {
    await restart({ settings: { wecom: here.wecom.settings, publicUrl: 'https://qc.example', https: true } })
    const desk = await computer()
    const form = /^__Host-caliper-qr=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    expect(desk.setCookie).toMatch(form)
    expect(await desk.view()).toMatchObject({ isOwn: true })
    const plain = desk.cookie.replace('__Host-', '')
    const { data } = await here.app.anyone.send('GET', `/wechat/crop-qrcode/${desk.state}`, {
      headers: { cookie: plain },
    })
    expect(data.isOwn).toBe(false)
  })

  test('is refused clearly where WeCom is not set up', async () => {
    await restart()
    const refused = await Promise.all([
      here.app.anyone.get('/wechat/crop-qrcode'),
      here.app.anyone.post('/wechat/crop-qrcode/login', { code: 'x', state: 'x' }),
    ])
    for (const { code, msg } of refused) expect([code, msg]).toEqual([404, 'Signing in with WeCom is not set up'])
    const { data } = await (await here.app.signedIn()).get('/user/messenger')
    expect(data).toEqual({ isEnabled: false, memberId: null, boundAt: null })
  })
})

describe('the state (S9)', () => {
  const badState = { code: 400, msg: 'This QR code has expired or was used; refresh it and try again' }
  const told = ({ code, msg }: { code: number; msg: string }) => ({ code, msg })

  test.each<[what: string, use: (desk: Awaited<ReturnType<typeof computer>>, code: string) => Promise<unknown>]>([
    ['that nobody issued', (desk, code) => desk.login(code, 'f'.repeat(48))],
    ['from another browser', async (desk, code) => (await computer()).login(code, desk.state)],
    [
      'without a cookie',
      (desk, code) => here.app.anyone.post('/wechat/crop-qrcode/login', { code, state: desk.state }),
    ],
    [
      'with a cookie that is not ours',
      (desk, code) =>
        here.app.anyone.send('POST', '/wechat/crop-qrcode/login', {
          body: { code, state: desk.state },
          headers: { cookie: 'caliper-qr=x' },
        }),
    ],
    [
      'that was used',
      async (desk, code) => {
        expect((await desk.login(here.wecom.codeOf('li.jian'))).code).toBe(200)
        return desk.login(code)
      },
    ],
    [
      'that was used in vain',
      async (desk, code) => {
        expect((await desk.login('invented')).msg).toStartWith('WeCom did not confirm')
        return desk.login(code)
      },
    ],
    [
      'after three minutes',
      (desk, code) => {
        clock.later(3 * MINUTE_MS)
        return desk.login(code)
      },
    ],
    [
      'that the phone has refused',
      async (desk, code) => {
        await phoneAnswers({ state: desk.state, isRefused: true })
        expect(await desk.view()).toMatchObject({ status: 'refused', code: null })
        return desk.login(code)
      },
    ],
    [
      'with another code than the phone handed over',
      async (desk, code) => {
        await phoneAnswers({ state: desk.state, code: here.wecom.codeOf('li.jian') })
        return desk.login(code)
      },
    ],
    [
      'that the phone was asked about for binding',
      async (_, code) => (await computer((await here.app.signedIn()).token)).login(code),
    ],
  ])('%s is refused, always with the same words, and WeCom is not asked', async (_, use) => {
    const desk = await computer()
    const before = here.wecom.calls.length
    const code = here.wecom.codeOf('li.jian')
    const answer = (await use(desk, code)) as { code: number; msg: string; token?: string }
    expect(told(answer)).toEqual(badState)
    expect(answer.token).toBeUndefined()
    expect(await lastEntry()).toMatchObject({ reason: 'wecom-refused', userId: null, status: statuses.off })
    expect(here.wecom.calls.slice(before).filter((call) => call === 'getuserinfo').length).toBeLessThanOrEqual(1)
    // The code was not spent, but for the rows that spend one of their own.
    expect((await (await computer()).login(code)).code).toBe(200)
  })

  test('that a stranger tries in vain stays good for the browser that asked', async () => {
    const desk = await computer()
    expect((await (await computer()).login(here.wecom.codeOf('li.jian'), desk.state)).code).toBe(400)
    expect((await desk.login(here.wecom.codeOf('li.jian'))).code).toBe(200)
  })

  test('tried ten times at once gives one token', async () => {
    const desk = await computer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.login(here.wecom.codeOf('li.jian'))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(9)
  })

  test('is confirmed once: the first answer counts', async () => {
    const desk = await computer()
    const first = here.wecom.codeOf('li.jian')
    expect((await phoneAnswers({ state: desk.state, code: first })).code).toBe(200)
    expect(told(await phoneAnswers({ state: desk.state, code: 'another' }))).toEqual(badState)
    expect(told(await phoneAnswers({ state: desk.state, isRefused: true }))).toEqual(badState)
    expect(await desk.view()).toMatchObject({ status: 'confirmed', code: first })
  })

  test.each([
    ['no code', {}],
    ['a code with a blank', { code: 'a b' }],
    ['a code that is too long', { code: 'x'.repeat(513) }],
  ])('is not confirmed by %s', async (_, body) => {
    const desk = await computer()
    expect(Object.keys((await phoneAnswers({ state: desk.state, ...body })).errors ?? {})).toEqual(['code'])
    expect((await desk.view()).status).toBe('waiting')
  })

  describe('among many (S27)', () => {
    let qr = createQrSignIns(memoryState())
    beforeEach(() => (qr = createQrSignIns(memoryState())))
    const ask = (nonce: string, address = '10.0.0.1', at = start) =>
      qr.issue({ nonce, asked: { address, userAgent: '', at } })
    const askTimes = (times: number, address = '10.0.0.1') =>
      Array.fromAsync({ length: times }, (_, i) => ask(`${address} ${i}`, address))
    const isOpen = async ({ state }: { state?: string }, at = start) =>
      (await qr.view(state!, '', at)).status === 'waiting'

    test('a browser that asks on and on loses its own oldest alone', async () => {
      const neighbour = await ask('neighbour')
      const mine = await Array.fromAsync({ length: 400 }, () => ask('mine'))
      expect((await Promise.all(mine.map((one) => isOpen(one)))).lastIndexOf(false)).toBe(394)
      expect(await isOpen(neighbour)).toBe(true)
    })

    test.each([
      ['a network', '10.0.0.1'],
      ['an IPv6 subscriber', '2001:db8:1:2:ffff::1'],
    ])('%s waits beyond 300, and loses nothing', async (_, address) => {
      const near = address.includes(':') ? '2001:db8:1:2::1' : address
      const given = [await ask('first', near), ...(await askTimes(299, address))]
      expect(await ask('stranger', address, start + MINUTE_MS)).toEqual({ waitMs: 2 * MINUTE_MS })
      expect((await Promise.all(given.map((one) => isOpen(one)))).every(Boolean)).toBe(true)
      expect(await isOpen(await ask('first', near))).toBe(true) // instead of its own
      expect(await isOpen(given[0]!)).toBe(false)
      expect(await isOpen(await ask('elsewhere', '10.9.9.9'))).toBe(true)
      const later = start + 3 * MINUTE_MS
      expect(await isOpen(await ask('stranger', address, later), later)).toBe(true)
    })

    test('a network that asks for 5000 leaves those of others alone', async () => {
      const mine = await ask('mine')
      await askTimes(5_000, '10.0.0.2')
      expect(await isOpen(mine)).toBe(true)
    })

    test('a clock that is set back by a day keeps nobody waiting', async () => {
      await askTimes(300)
      const before = start - 1440 * MINUTE_MS
      expect(await isOpen(await ask('mine', '10.0.0.1', before), before)).toBe(true)
    })

    test('who must wait hears how long', async () => {
      for (let i = 0; i < 300; i++) await here.app.anyone.get('/wechat/crop-qrcode')
      const { code, headers } = await here.app.anyone.get('/wechat/crop-qrcode')
      expect([code, headers.get('retry-after')]).toEqual([429, '180'])
    })
  })
})
