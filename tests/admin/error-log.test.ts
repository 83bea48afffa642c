import { afterAll, afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { startApp } from '../support/app'

const app = await startApp()
afterAll(app.close)

const report = { message: 'x is not a function', stack: 'at go (/assets/a.js:1:2)', path: '/dashboard', version: 'b1' }
const post = (caller: { post: (typeof app.anyone)['post'] }, body: object = {}) =>
  caller.post('/error-log', { ...report, ...body })

let written = ''
let stderr: { mockRestore(): void }
beforeEach(() => {
  written = ''
  stderr = spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written += String(chunk)
    return true
  })
})
afterEach(() => stderr.mockRestore())

/** What the log says by now; it is written at the end of a turn of the event loop. */
async function lines(): Promise<Record<string, unknown>[]> {
  await new Promise((resolve) => setImmediate(resolve))
  return written.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
}

test('a run-time error of the client is one line in the log, under its operator and request', async () => {
  const operator = await app.signedIn()
  const { code, headers } = await post(operator)
  expect(code).toBe(200)
  expect(await lines()).toEqual([
    {
      ...report,
      time: expect.any(String),
      level: 'warn',
      event: 'client-error',
      userId: operator.userId,
      requestId: headers.get('x-request-id'),
    },
  ])
})

test.each<[what: string, sent: object, logged: object]>([
  ['a line of its own', { message: 'a\n{"level":"info"}' }, { message: 'a {"level":"info"}' }],
  ['colours', { message: 'a\u001b[31mred\u009b0m', path: '/\u0007bell' }, { message: 'a [31mred 0m', path: '/ bell' }],
  ['a NUL', { version: 'b\u00001' }, { version: 'b 1' }],
  ['the lines of a stack', { stack: 'at a\r\n\tat b\u001b[0m' }, { stack: 'at a \n at b [0m' }],
  [
    'a field of the line itself',
    { level: 'error', userId: 1, event: 'stop' },
    { level: 'warn', event: 'client-error' },
  ],
])('input cannot break or colour the line (S101): %s', async (_what, sent, logged) => {
  const operator = await app.signedIn()
  expect((await post(operator, sent)).code).toBe(200)
  const found = await lines()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ ...logged, userId: operator.userId })
})

test.each<[what: string, sent: object, logged: object]>([
  ['of the page', { path: '/login?redirect=%2Fa&token=secret' }, { path: '/login' }],
  ['of an address in the message', { message: 'no /a?token=secret here' }, { message: 'no /a here' }],
  ['behind a hash', { message: 'http://x/a#secret, gone' }, { message: 'http://x/a gone' }],
  ['in the stack', { stack: 'at a (http://x/a.js?secret:1:2)' }, { stack: 'at a (http://x/a.js)' }],
  ['without a path', { message: 'p?token=secret gone' }, { message: 'p gone' }],
  ['with brackets', { message: '/a?token=(secret) gone' }, { message: '/a) gone' }],
  ['but no question', { message: 'what? (now)' }, { message: 'what? (now)' }],
])('queries are left out of the log (S100): %s', async (_what, sent, logged) => {
  await post(await app.signedIn(), sent)
  const found = await lines()
  expect(found[0]).toMatchObject(logged)
  expect(JSON.stringify(found)).not.toContain('secret')
})

test.each<[what: string, code: number, body: object]>([
  ['a message of 500 characters', 200, { message: 'x'.repeat(500) }],
  ['a message of 501', 400, { message: 'x'.repeat(501) }],
  ['no message', 400, { message: '' }],
  ['a stack of 4000', 200, { stack: 'x'.repeat(4000) }],
  ['a stack of 4001', 400, { stack: 'x'.repeat(4001) }],
  ['an empty stack', 200, { stack: '' }],
  ['a path of 501', 400, { path: 'x'.repeat(501) }],
  ['a version of 101', 400, { version: 'x'.repeat(101) }],
  ['a stack that is a list', 400, { stack: ['x'] }],
])('%s is answered %p', async (_what, code, body) => {
  expect((await post(await app.signedIn(), body)).code).toBe(code)
  expect(await lines()).toHaveLength(code === 200 ? 1 : 0)
})

test('without a session nothing is written (S13)', async () => {
  expect((await post(app.anyone)).code).toBe(401)
  expect(await lines()).toEqual([])
})

test('thirty a minute are taken from one operator; others are not held up (S93)', async () => {
  let clock = Date.now()
  const elsewhere = await startApp({ now: () => clock })
  const busy = await elsewhere.signedIn()
  const other = await elsewhere.signedIn()
  const codesOf = async (times: number) => {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push((await post(busy)).code)
    return answers
  }
  expect(await codesOf(30)).toEqual(Array(30).fill(200))
  const refused = await post(busy)
  expect([refused.code, Number(refused.headers.get('retry-after'))]).toEqual([429, 2])
  expect((await post(other)).code).toBe(200)
  expect(await lines()).toHaveLength(31)
  clock += 60_000
  expect(await codesOf(30)).toEqual(Array(30).fill(200))
  await elsewhere.close()
})
