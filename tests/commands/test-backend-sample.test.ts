import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { recordStatuses } from '#shared/qc/constants'
import { startBackend, stopBackend, type Backend } from '../support/backend'

/** `serve --ephemeral --sample`: a few records, the same at each start. */
const TIMEOUT_MS = 120_000
/** What differs from start to start: when and by what somebody is signed in, what is drawn by chance, how the process does. */
const named = [
  '/captcha',
  '/wechat/crop-qrcode',
  '/user/messenger/crop-qrcode',
  '/start',
  '/overview',
  '/profile',
  '/user/session',
  '/user/login-log',
  '/sys-session',
  '/sys-login-log',
  '/server-monitor',
  '/qc/audit/verify',
  '/qc/selfcheck',
  '/qc/stream',
]

let backends: Backend[]
beforeAll(async () => {
  backends = await Promise.all([startBackend(['--sample']), startBackend(['--sample'])])
}, TIMEOUT_MS)
afterAll(() => Promise.all(backends.map((backend) => stopBackend(backend))))

/** Addresses without parameters that are read. */
async function lists(): Promise<string[]> {
  const { paths } = (await (await fetch(`${backends[0]!.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: { required?: boolean }[] } }>
  }
  return Object.entries(paths)
    .filter(([path, { get }]) => get && !path.includes('{') && !get.parameters?.some(({ required }) => required))
    .map(([path]) => path)
    .filter((path) => path.startsWith('/api/v1/') && !path.endsWith('/export'))
    .filter((path) => !named.includes(path.slice('/api/v1'.length)))
}

/** What is answered, letter by letter. */
async function bodyOf({ url }: Backend, path: string, token: string | undefined): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'the-same-request' }
  return (await fetch(url + path, { headers })).text()
}

describe('the sample', () => {
  test(
    'is answered in the same bytes at every start, and after a reset',
    async () => {
      const [first, second] = backends as [Backend, Backend]
      const own = [
        'value-base/4',
        'value-base/4/audit',
        'template/1',
        'signal/1',
        'limit-set/1',
        'lot/1',
        'equipment/2',
      ]
      const paths = [...(await lists()), ...own.map((path) => `/api/v1/qc/${path}`)]
      expect(paths.length).toBeGreaterThan(50)
      const bodies = async (backend: Backend) => {
        const token = await backend.signIn()
        const answers: [string, string][] = []
        for (const path of paths) answers.push([path, await bodyOf(backend, path, token)])
        return Object.fromEntries(answers)
      }
      const before = await bodies(first)
      expect(await bodies(second)).toEqual(before)
      await first.api('POST', '/qc/lot', { token: await first.signIn(), body: { productId: 1, lotNo: 'X', qty: '1' } })
      await first.reset()
      expect(await bodies(first)).toEqual(before)
    },
    TIMEOUT_MS,
  )

  test('has one product line, two templates, records in every state, a signal and a signed record', async () => {
    const [backend] = backends as [Backend]
    const token = await backend.signIn()
    const get = async (path: string) => (await backend.api('GET', path, { token })).data
    expect((await get('/qc/product')).list.map(({ code }: { code: string }) => code)).toEqual(['c21'])
    expect((await get('/qc/template')).count).toBe(2)
    const records = (await get('/qc/value-base?pageSize=100')).list as { status: string; recordNo: string }[]
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(recordStatuses))
    expect(records[0]?.recordNo).toBe('C21-260302-0001')
    expect((await get('/qc/signal')).list).toMatchObject([{ signalId: 1, state: 'open', rule: '1' }])
    const signed = await get('/qc/value-base/4')
    expect(signed.signatures.map(({ meaning }: { meaning: string }) => meaning)).toEqual(
      expect.arrayContaining(['reviewed', 'approved']),
    )
    expect((await get('/qc/audit/verify')).isWhole).toBe(true)
  })

  test('begins at its own time, and answers roles in one order', async () => {
    const [backend] = backends as [Backend]
    await backend.reset()
    expect((await backend.ask('GET', '/clock')).data.now).toStartWith('2026-03-02T02:00:')
    for (const { username, password, roles } of backend.accounts) {
      const token = await backend.signIn(username, password)
      const operator = (await backend.api('GET', '/getinfo', { token })).data
      expect([username, operator.roles]).toEqual([username, roles])
    }
  })
})
