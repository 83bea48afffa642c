import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createUser } from '#server/access/user/queries'
import { createCaptchas, isProof } from '#server/platform/security/captcha'
import { oneProcess } from '#server/platform/store/shared-state'
import { drawDigits } from '#server/platform/security/captcha-picture'
import type { Settings } from '#server/env'
import type { CaptchaChallenge } from '#shared/access/login'
import { prove } from '../../client/pages/access/login/prove'
import { startApp, type Answer, type App } from '../support/app'
import { cheapHash } from '../support/password'

const MINUTE = 60_000
const start = Date.parse('2026-11-21T08:00:00Z')
const right = { username: 'li', password: 'caliper-demo' }
const wrong = { ...right, password: 'wrong' }
const ALWAYS: Settings['captcha'] = 'always'
/** For tests that compute proofs: each takes a second, and longer beside others. */
const PATIENT_MS = 60_000

let app: App | undefined
let clock = start
let passwordHash: string
beforeAll(async () => void (passwordHash = await cheapHash(right.password)))
beforeEach(() => void (clock = start))
afterEach(async () => {
  await app?.close()
  app = undefined
})

async function startWith(captcha: Settings['captcha']) {
  app = await startApp({ settings: { captcha }, now: () => clock })
  await createUser(app.store, { username: 'li', nickName: 'Li', passwordHash, roleKeys: ['viewer'] }, clock)
  return app
}

/** Calls from any address. */
async function call(method: string, path: string, body?: unknown, address = '10.0.0.1'): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
  const response = await app!.app.request(`/api/v1${path}`, { method, headers, ...sent }, { address })
  return (await response.json()) as Answer
}
const login = (body: object, address?: string) => call('POST', '/login', body, address)
const isAsked = async (address?: string) => (await call('GET', '/captcha', undefined, address))['enabled']

/** What a browser computes. */
const proofOf = (challenge: CaptchaChallenge) => prove(challenge, () => {}, new AbortController().signal)

/** A captcha from the server, with the code that solves it. */
async function solved(address?: string) {
  const { id, challenge } = await call('GET', '/captcha', undefined, address)
  return { uuid: id as string, code: await proofOf(challenge as CaptchaChallenge) }
}

describe('a captcha (S25, S26)', () => {
  test('is a picture under a random id, which nothing keeps', async () => {
    const { anyone } = await startWith(ALWAYS)
    const { id, msg, data, enabled, headers } = await anyone.get('/captcha')
    expect({ msg, enabled, kept: headers.get('cache-control') }).toEqual({
      msg: 'success',
      enabled: true,
      kept: 'no-store',
    })
    expect(id).toMatch(/^[\w-]{59}$/)
    expect(id).not.toBe((await anyone.get('/captcha'))['id'])
    const picture = Buffer.from((data as string).replace('data:image/png;base64,', ''), 'base64')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([240, 80])
  })

  test('has a picture of pixels alone, and tells its answer nowhere else', async () => {
    const { captchas, shown } = visibleCaptchas(drawDigits)
    for (let i = 0; i < 20; i++) {
      const { picture, ...beside } = await captchas.issue('10.0.0.1', start)
      const png = Buffer.from(picture.replace('data:image/png;base64,', ''), 'base64')
      expect(chunksOf(png)).toEqual(['IHDR', 'IDAT', 'IEND'])
      expect(drawDigits(shown()).equals(drawDigits(shown()))).toBe(false) // no picture serves to look an answer up
      expect(Object.keys(beside).toSorted()).toEqual(['challenge', 'id'])
      expect(beside.challenge.salt).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  test(
    'is asked for before the password is looked at',
    async () => {
      await startWith(ALWAYS)
      expect((await login(right)).msg).toBe('Solve the captcha first')
      expect((await login({ ...right, uuid: 'x', code: '1234' })).msg).toBe('Wrong captcha')
      const { uuid, code } = await solved()
      expect((await login({ ...wrong, uuid, code })).msg).toBe('Wrong user name or password')
    },
    PATIENT_MS,
  )

  test.each([
    ['right away', '', 0, '10.0.0.1', true],
    ['with blanks around', ' ', 0, '10.0.0.1', true],
    ['a moment before five minutes are over', '', 5 * MINUTE - 1, '10.0.0.1', true],
    ['after five minutes', '', 5 * MINUTE, '10.0.0.1', false],
    ['with another digit at the end', '0', 0, '10.0.0.1', false],
    ['from another network than it was made for', '', 0, '10.0.0.2', false],
  ])('answered %s', async (_, extra, later, address, isRight) => {
    const { captchas, shown } = visibleCaptchas()
    const { id } = await captchas.issue('10.0.0.1', start)
    expect(await captchas.check(id, shown() + extra, address, start + later)).toBe(isRight)
    expect(await captchas.check(id, shown(), '10.0.0.1', start + later)).toBe(false) // dead after the first check, right or wrong
  })

  test.each([
    ['from the same address', '10.0.0.1', '10.0.0.1'],
    ['from the same IPv6 network', '2001:db8::1', '2001:db8::2'],
    ['from elsewhere', '10.0.0.1', '10.0.0.2'],
  ])('lives on whoever asks for thousands more %s, and solves as many (S27)', async (_, owner, asker) => {
    const { captchas, shown } = visibleCaptchas()
    const first = { id: (await captchas.issue(owner, start)).id, answer: shown() }
    for (let i = 0; i < 3000; i++) await captchas.issue(asker, start)
    for (let i = 0; i < 3000; i++) await captchas.check((await captchas.issue(asker, start)).id, shown(), asker, start)
    expect(await captchas.check(first.id, first.answer, owner, start)).toBe(true)
    expect(await captchas.check(first.id, first.answer, owner, start)).toBe(false)
  })

  test('that is used up stays so while thousands of others are used', async () => {
    const { captchas, shown } = visibleCaptchas()
    const first = { id: (await captchas.issue('10.0.0.1', start)).id, answer: shown() }
    expect(await captchas.check(first.id, '', '10.0.0.1', start)).toBe(false)
    for (let i = 0; i < 3000; i++)
      await captchas.check((await captchas.issue('10.0.0.1', start)).id, '', '10.0.0.1', start + i)
    expect(await captchas.check(first.id, first.answer, '10.0.0.1', start + 4 * MINUTE)).toBe(false)
  })

  test.each<[string, change: (id: string) => string | Promise<string>]>([
    ['with another letter anywhere', (id) => id.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['with another letter in front', (id) => id.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['in another spelling', (id) => `${id}=`],
    ['with a blank in it', (id) => `${id.slice(0, 20)} ${id.slice(20)}`],
    ['cut', (id) => id.slice(0, -4)],
    ['with more behind', (id) => `${id}AAAA`],
    ['of another server', async () => (await visibleCaptchas().captchas.issue('10.0.0.1', start)).id],
    ['of the old kind', () => crypto.randomUUID()],
    ['that is empty', () => ''],
  ])('is not known by an id %s, nor used up by it', async (_, change) => {
    const { captchas, shown } = visibleCaptchas()
    const { id } = await captchas.issue('10.0.0.1', start)
    expect(await captchas.check(await change(id), shown(), '10.0.0.1', start)).toBe(false)
    expect(await captchas.check(id, shown(), '10.0.0.1', start)).toBe(true)
    expect(await captchas.check(await change(id), shown(), '10.0.0.1', start)).toBe(false)
  })

  test('has an id that the API takes, and that differs from others in every part but by chance', async () => {
    const { captchas } = visibleCaptchas(() => Buffer.alloc(0))
    const ids = await Array.fromAsync({ length: 200 }, async () => (await captchas.issue('10.0.0.1', start)).id)
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(64)
    for (let index = 0; index < 58; index += 1) {
      expect(new Set(ids.map((id) => id[index])).size).toBeGreaterThan(30) // nothing of it stands there readable
    }
  })

  test('was made before the clock was set back by an hour, and does not live an hour longer', async () => {
    const { captchas, shown } = visibleCaptchas()
    const { id } = await captchas.issue('10.0.0.1', start)
    expect(await captchas.check(id, shown(), '10.0.0.1', start - 60 * MINUTE)).toBe(false)
  })
})

describe('drawing captchas is limited (S27)', () => {
  const ask = (address: string) => call('GET', '/captcha', undefined, address)
  async function askTimes(times: number, addressOf: (i: number) => string) {
    let drawn = 0
    for (let from = 0; from < times; from += 50) {
      const batch = Array.from({ length: Math.min(50, times - from) }, (_, i) => ask(addressOf(from + i)))
      drawn += (await Promise.all(batch)).filter(({ code }) => code === 200).length
    }
    return drawn
  }

  test('to 200 at once from one network, then one a second; others go on', async () => {
    await startWith(ALWAYS)
    expect(await askTimes(220, (i) => `2001:db8:1:2::${i}`)).toBe(200)
    const response = await app!.app.request('/api/v1/captcha', {}, { address: '2001:db8:1:2::1' })
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await ask('2001:db8:1:3::1')).code).toBe(200)
    clock += 1000
    expect(await askTimes(3, () => '2001:db8:1:2::1')).toBe(1)
  })

  test('to 1000 at once from all of them, then fifty a second', () => {
    const { ask } = createCaptchas(oneProcess())
    const isDrawn = (_: unknown, i: number) => ask(`10.1.${Math.floor(i / 250)}.${i % 250}`, start) === 0
    expect(Array.from({ length: 1020 }, isDrawn).filter(Boolean)).toHaveLength(1000)
    expect(ask('10.2.0.1', start)).toBe(20)
    expect(ask('10.2.0.1', start + 20)).toBe(0)
  })

  test('but asking whether there is one is not', async () => {
    await startWith({ after: 3 })
    expect(await askTimes(300, () => '10.0.0.1')).toBe(300)
  })
})

describe('who cannot read the picture signs in by a proof of work (S25)', () => {
  test(
    'which serves once, for its own captcha, within five minutes, from the same network',
    async () => {
      await startWith(ALWAYS)
      const first = await solved()
      const second = await solved()
      expect((await login({ ...right, uuid: first.uuid, code: second.code })).msg).toBe('Wrong captcha')
      expect((await login({ ...right, ...first })).msg).toBe('Wrong captcha') // the first check was its end
      expect((await login({ ...right, ...second })).code).toBe(200)
      expect((await login({ ...right, ...second })).msg).toBe('Wrong captcha')

      const late = await solved()
      clock += 5 * MINUTE
      expect((await login({ ...right, ...late })).msg).toBe('Wrong captcha')
      expect((await login({ ...right, ...(await solved()) }, '10.0.0.2')).msg).toBe('Wrong captcha')
    },
    PATIENT_MS,
  )

  const challenge = { salt: '00112233445566778899aabbccddeeff', bits: 8, count: 4 }
  test.each<[string, (nonces: string[]) => string, boolean]>([
    ['as it was found', (nonces) => nonces.join('.'), true],
    ['with one part less', (nonces) => nonces.slice(1).join('.'), false],
    ['with one part more', (nonces) => [...nonces, '0'].join('.'), false],
    ['with the same part for all', ([one = '']) => [one, one, one, one].join('.'), false],
    ['with its parts in another order', (nonces) => nonces.toReversed().join('.'), false],
    ['in capitals', (nonces) => nonces.map((nonce) => `Z${nonce}`).join('.'), false],
    ['with a number beyond 32 bits', ([, ...nonces]) => ['zzzzzzz', ...nonces].join('.'), false],
    ['with nothing in it', () => '...', false],
    ['empty', () => '', false],
    ['of the length of a book', () => '0.'.repeat(100_000), false],
  ])('a proof %s', async (_, change, isRight) => {
    const nonces = (await proofOf(challenge)).split('.')
    expect(isProof(challenge, change(nonces))).toBe(isRight)
    expect(isProof({ ...challenge, salt: '0'.repeat(32) }, change(nonces))).toBe(false) // made for another
  })

  test('is not sent beyond the length that the API takes', async () => {
    const { challenge: given } = await createCaptchas(oneProcess(), () => Buffer.alloc(0)).issue('10.0.0.1', start)
    const longest = Array<string>(given.count).fill((0xffff_ffff).toString(36)).join('.')
    await startWith('never')
    expect((await login({ ...right, code: longest })).code).toBe(200)
  })
})

describe('when a captcha is asked for, by setting', () => {
  test.each<[captcha: Settings['captcha'], failures: number, expected: boolean]>([
    ['always', 0, true],
    ['never', 0, false],
    ['never', 5, false],
    [{ after: 1 }, 0, false],
    [{ after: 1 }, 1, true],
    [{ after: 3 }, 2, false],
    [{ after: 3 }, 3, true],
  ])('%j, after %d failures: %p', async (captcha, failures, expected) => {
    await startWith(captcha)
    for (let i = 0; i < failures; i++) await login(wrong)
    expect(await isAsked()).toBe(expected)
    expect((await login(right)).msg === 'Solve the captcha first').toBe(expected)
  })

  test(
    'failures of an unknown name and a wrong captcha',
    async () => {
      await startWith({ after: 2 })
      await login({ ...wrong, username: 'nobody' })
      expect(await isAsked()).toBe(false)
      await login(wrong)
      expect(await isAsked()).toBe(true)
      expect((await login({ ...right, uuid: 'x', code: '1234' })).msg).toBe('Wrong captcha')
      expect((await login({ ...right, ...(await solved()) })).code).toBe(200)
    },
    PATIENT_MS,
  )

  test('others are not asked: failures count by the network they come from', async () => {
    await startWith({ after: 2 })
    for (let i = 0; i < 3; i++) await login({ ...wrong, username: `user-${i}` }, `2001:db8:1:2::${i}`)
    expect(await isAsked('2001:db8:1:2::99')).toBe(true)
    expect(await isAsked('2001:db8:1:3::1')).toBe(false)
    expect((await login(right, '10.0.0.2')).code).toBe(200)
  })

  test.each([1, 3])('after %i: of twenty guesses made at once no more get past without a captcha', async (after) => {
    await startWith({ after })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => login({ ...wrong, username: `user-${i}` })))
    expect(answers.filter(({ msg }) => msg === 'Wrong user name or password')).toHaveLength(after)
    expect(answers.filter(({ msg }) => msg === 'Solve the captcha first')).toHaveLength(20 - after)
  })

  test('twenty who sign in rightly at once are not asked', async () => {
    await startWith({ after: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(right)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
    expect(await isAsked()).toBe(false)
  })

  test(
    'signing in does not take failures back, time does (S23)',
    async () => {
      await startWith({ after: 2 })
      await login(wrong)
      expect((await login(right)).code).toBe(200)
      await login(wrong)
      expect(await isAsked()).toBe(true)
      expect((await login({ ...right, ...(await solved()) })).code).toBe(200)
      expect(await isAsked()).toBe(true)
      clock += 15 * MINUTE
      expect(await isAsked()).toBe(false)
      clock += 60 * MINUTE
      await login(wrong)
      expect(await isAsked()).toBe(false)
    },
    PATIENT_MS,
  )

  test('X-Forwarded-For of somebody who is no proxy changes nothing (S23)', async () => {
    const { anyone } = await startWith({ after: 2 })
    const headers = (i: number) => ({ 'x-forwarded-for': `10.9.9.${i}` })
    for (let i = 0; i < 2; i++) await anyone.send('POST', '/login', { body: wrong, headers: headers(i) })
    expect((await anyone.send('GET', '/captcha', { headers: headers(3) }))['enabled']).toBe(true)
  })
})

/** Captchas whose latest answer the test can see. */
function visibleCaptchas(draw: typeof drawDigits = () => Buffer.alloc(0)) {
  let answer = ''
  const captchas = createCaptchas(oneProcess(), (digits) => {
    answer = digits
    return draw(digits)
  })
  return { captchas, shown: () => answer }
}

/** The types of the chunks of a PNG, in order. */
function chunksOf(png: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) types.push(png.toString('latin1', at + 4, at + 8))
  return types
}
