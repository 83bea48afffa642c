import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setupLinks } from '#server/platform/security/setup'
import { startApp, type App } from '../support/app'

const start = Date.parse('2026-11-21T08:00:00Z')
let clock = start
let app: App
let issueSetupToken: ReturnType<typeof setupLinks>
beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock })
  issueSetupToken = setupLinks(app.store.sharedState)
})
afterEach(() => app.close())

const form = { username: 'boss', nickName: 'The boss', password: 'a good long one' }
const setUp = (token: string, change = {}) => app.anyone.post('/setup', { token, ...form, ...change })

test('an empty installation asks for set-up until the first administrator is made with the link (S75, S76)', async () => {
  expect((await app.anyone.get('/app-config')).data.setup_required).toBe('1')
  const token = await issueSetupToken(clock)
  expect((await setUp(token)).code).toBe(200)
  expect((await app.anyone.get('/app-config')).data.setup_required).toBeUndefined()

  const boss = await app.signIn(form.username, form.password)
  expect((await boss.get('/getinfo')).data).toMatchObject({
    roles: ['admin'],
    permissions: ['*:*:*'],
    name: 'The boss',
  })
  expect((await setUp(token)).code).toBe(400)
  expect((await setUp(await issueSetupToken(clock), { username: 'second' })).code).toBe(409)
})

test('two who use the link at once make one administrator', async () => {
  const token = await issueSetupToken(clock)
  const answers = await Promise.all([setUp(token), setUp(token, { username: 'other' })])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})

test.each([
  ['was never issued', () => 'x'.repeat(43), 0],
  ['has expired', () => issueSetupToken(start), 30 * 60_000],
  [
    'was replaced by a newer one',
    async () => {
      const older = await issueSetupToken(start)
      await issueSetupToken(start)
      return older
    },
    0,
  ],
])('a token that %s is refused', async (_, token, later) => {
  const given = await token()
  clock += later
  const refused = { code: 400, msg: expect.stringContaining('not valid or has expired') }
  expect(await app.anyone.post('/setup/link', { token: given })).toMatchObject(refused)
  expect(await setUp(given)).toMatchObject(refused)
})

test('a page that opens with the link hears that it is good, without using it up; who tries others waits (S75)', async () => {
  const token = await issueSetupToken(clock)
  const ask = (token: string) => app.anyone.post('/setup/link', { token })
  for (let times = 0; times < 40; times++) expect((await ask(token)).code).toBe(200)
  for (let times = 0; times < 30; times++) expect((await ask(`x${times}`)).code).toBe(400)
  expect(await ask(token)).toMatchObject({ code: 429, msg: expect.stringContaining('try again in 5 seconds') })
  expect((await setUp(token)).code).toBe(200) // whoever has the link goes on
})

test.each([
  ['seven characters', { password: 'seven77' }, { password: 'At least 8 characters' }],
  ['129 characters', { password: 'x1'.repeat(65) }, { password: 'At most 128 characters' }],
  ['one repeated', { password: 'aaaaaaaaaa' }, { password: 'Not one character repeated' }],
  [
    'one of the commonest',
    { password: 'Password123' },
    { password: 'This password is too common and easy to guess. Choose another' },
  ],
  [
    'the account',
    { username: 'caliperboss', password: 'CaliperBoss' },
    { password: 'Not the name of the account or the product, nor one with only figures or signs added' },
  ],
  [
    'an invisible character in the name',
    { username: 'bo\u200bss' },
    { username: 'Control and invisible characters are not allowed' },
  ],
])('%s is refused at its field (S2, S3, S11)', async (_, change, errors) => {
  expect(await setUp(await issueSetupToken(clock), change)).toMatchObject({ code: 400, errors })
})

test.each([
  ['eight characters', 'pass-w8!'],
  ['128 characters', 'x1'.repeat(64)],
  ['blanks at both ends', '  long enough  '],
  ['Han and emoji', '质量检验员的密码🔒🔒'],
])('a password of %s is accepted, and compared exactly (S2)', async (_, password) => {
  expect((await setUp(await issueSetupToken(clock), { password })).code).toBe(200)
  expect((await app.anyone.post('/login', { username: 'boss', password })).code).toBe(200)
  expect((await app.anyone.post('/login', { username: 'boss', password: password.trim().slice(0, -1) })).code).toBe(400)
})
