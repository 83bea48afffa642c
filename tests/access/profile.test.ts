import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createUser } from '#server/access/user/queries'
import { digest } from '#server/platform/security/token'
import { startApp, type App } from '../support/app'
import { cheapHash } from '../support/password'

const start = Date.parse('2026-11-21T08:00:00Z')
const password = 'the first long one'
let passwordHash: string | undefined
let clock = start
let app: App
let userId: number
beforeEach(async () => {
  clock = start
  app = await startApp({ now: () => clock })
  passwordHash ??= await cheapHash(password)
  userId = await createUser(
    app.store,
    { username: 'Li', nickName: '小李', passwordHash, roleKeys: ['inspector', 'viewer'] },
    start,
  )
})
afterEach(() => app.close())

const userRow = async () => {
  const { users } = app.store.t
  const [row] = await app.store.db.select().from(users).where(eq(users.userId, userId))
  return row!
}
const own = { nickName: '李工', phone: '13800138000', email: 'li@example.org', sex: '0', introduction: '检验一班' }

describe('the own record', () => {
  test('tells everything about oneself but the password (S10), with arrays where the family reads arrays', async () => {
    const li = await app.signIn('li', password)
    const { data } = await li.get('/user/profile')
    expect(data).toEqual({
      user: {
        userId,
        username: 'Li',
        nickName: '小李',
        phone: '',
        email: '',
        sex: '2',
        avatar: '',
        introduction: '',
        status: '2',
        roleIds: data.roles.map(({ roleId }: { roleId: number }) => roleId),
        postIds: [],
        deptIds: [],
        dept: { deptId: null, deptName: '', deptNameEn: '' },
        createdAt: '2026-11-21T08:00:00.000Z',
        updatedAt: expect.any(String),
      },
      roles: [
        { roleId: expect.any(Number), roleKey: 'inspector', roleName: '检验员', roleNameEn: 'Inspector' },
        { roleId: expect.any(Number), roleKey: 'viewer', roleName: '访客', roleNameEn: 'Guest' },
      ],
      posts: [],
    })
  })

  test('is changed by its owner', async () => {
    const li = await app.signIn('li', password)
    expect(await li.put('/sys-user/profile', { ...own, password })).toMatchObject({ code: 200, data: userId })
    expect((await li.get('/user/profile')).data.user).toMatchObject(own)
    expect((await li.get('/getinfo')).data).toMatchObject({ name: '李工', introduction: '检验一班' })
  })

  test('keeps the introduction when a client of the family, which knows none, sends its form', async () => {
    const li = await app.signIn('li', password)
    await li.put('/sys-user/profile', { ...own, password })
    const { introduction: _, ...form } = own
    await li.put('/sys-user/profile', { ...form, userId, nickName: '李' })
    expect(await userRow()).toMatchObject({ introduction: '检验一班', nickName: '李' })
  })

  test('takes no other field than its own few, an avatar least of all, and nobody else (S37, S43, S59)', async () => {
    const li = await app.signIn('li', password)
    const other = await app.signedIn()
    const before = await userRow()
    const everything = await app.store.db.select().from(app.store.t.userRoles)
    const forged = {
      ...own,
      userId: other.userId,
      username: 'admin',
      usernameKey: 'admin',
      status: '1',
      roleId: 1,
      roleIds: [1],
      avatar: 'javascript:alert(1)',
      password,
      passwordHash: 'x',
      createdAt: '2000-01-01T00:00:00.000Z',
      deptId: 1,
      __proto__: { status: '1' },
    }
    expect((await li.put('/sys-user/profile', forged)).code).toBe(200)
    expect(await userRow()).toEqual({ ...before, ...own, sex: '0', updatedAt: start + 1 })
    expect(await app.store.db.select().from(app.store.t.userRoles)).toEqual(everything)
    expect((await other.get('/user/profile')).data.user.nickName).not.toBe('李工')
    expect((await app.signIn('li', password)).token).toBeDefined()
  })

  test.each([
    ['no name', { nickName: '' }, { nickName: 'Required' }],
    ['a name that cannot be seen', { nickName: '\u200b' }, { nickName: 'Required' }],
    ['65 characters', { nickName: 'x'.repeat(65) }, { nickName: 'At most 64 characters' }],
    [
      'a control character',
      { introduction: 'a\u0007' },
      { introduction: 'Control and invisible characters are not allowed' },
    ],
    [
      'half a character',
      { introduction: '\ud83d' },
      { introduction: 'Control and invisible characters are not allowed' },
    ],
    ['256 characters', { introduction: 'x'.repeat(256) }, { introduction: 'At most 255 characters' }],
    ['a number of a land line', { phone: '02112345678' }, { phone: 'A mobile number of 11 digits' }],
    ['a number with a plus', { phone: '+8613800138000' }, { phone: 'A mobile number of 11 digits' }],
    ['a digit too many', { phone: '138001380001' }, { phone: 'A mobile number of 11 digits' }],
    ['an e-mail address without a host', { email: 'li@' }, { email: 'An e-mail address' }],
    ['two e-mail addresses', { email: 'a@b.cn,c@d.cn' }, { email: 'An e-mail address' }],
    ['a sex of its own', { sex: '3' }, { sex: 'Not a valid value' }],
    ['a sex of its own, as a number', { sex: 3 }, { sex: 'Not a valid value' }],
  ])('with %s is refused at its field (S43, S48)', async (_, change, errors) => {
    const li = await app.signIn('li', password)
    expect(await li.put('/sys-user/profile', { ...own, password, ...change })).toMatchObject({ code: 400, errors })
    expect((await userRow()).nickName).toBe('小李')
  })

  test.each(['138 0013 8000', '138-0013-8000', ' 138\u00a00013\u20138000 '])(
    'takes a mobile number written as %j',
    async (phone) => {
      const li = await app.signIn('li', password)
      expect((await li.put('/sys-user/profile', { ...own, password, phone })).code).toBe(200)
      expect((await li.get('/user/profile')).data.user.phone).toBe('13800138000')
    },
  )

  test('takes sex as a number, as clients of the family send it', async () => {
    const li = await app.signIn('li', password)
    expect((await li.put('/sys-user/profile', { ...own, password, sex: 1 })).code).toBe(200)
    expect((await li.get('/user/profile')).data.user.sex).toBe('1')
  })

  test('keeps markup as it was written (S48)', async () => {
    const li = await app.signIn('li', password)
    const introduction = '<b>"O\'Neil" & 100 %</b>'
    await li.put('/sys-user/profile', { ...own, password, introduction })
    expect((await li.get('/user/profile')).data.user.introduction).toBe(introduction)
  })
})

describe('the own e-mail and phone (S5)', () => {
  const reached = { phone: '13900139000', email: 'other@qc.example' }
  const says = {
    needed: 'Enter your password to change your mobile number or e-mail',
    wrong: 'Nothing was saved: the password is wrong',
  }
  const row = async () => {
    const { phone, email, nickName } = await userRow()
    return { phone, email, nickName }
  }

  test.each([
    ['the phone', { phone: reached.phone }],
    ['the e-mail', { email: reached.email }],
    ['both away', { phone: '', email: '' }],
  ])('%s: changed with the password alone (ASVS 7.5.1)', async (_, some) => {
    const li = await app.signIn('li', password)
    await li.put('/sys-user/profile', { ...own, password })
    const before = await row()
    const wish = { ...own, nickName: '小李', ...some }
    for (const missing of [{}, { password: '' }, { password: null }]) {
      const refused = await li.put('/sys-user/profile', { ...wish, ...missing })
      expect(refused).toMatchObject({ code: 400, errors: { password: says.needed } })
    }
    const wrong = await li.put('/sys-user/profile', { ...wish, password: 'wrong one' })
    expect(wrong).toMatchObject({ code: 403, errors: { password: says.wrong } })
    expect(await row()).toEqual(before)
    expect((await li.put('/sys-user/profile', { ...wish, password })).code).toBe(200)
    expect(await row()).toEqual({ ...before, nickName: '小李', ...some })
  })

  test('are sent back unchanged by clients of the family, which know no such field, with whatever else they change', async () => {
    const li = await app.signIn('li', password)
    await li.put('/sys-user/profile', { ...own, password })
    const { introduction: _, ...form } = own
    const spaced = { ...form, userId, nickName: '李工程师', sex: 0, phone: '138 0013 8000' }
    expect((await li.put('/sys-user/profile', spaced)).code).toBe(200)
    expect(await row()).toMatchObject({ nickName: '李工程师', phone: own.phone })
  })

  test('a text that contains the password just given is refused at its field', async () => {
    const li = await app.signIn('li', password)
    const before = await userRow()
    const wish = { ...own, ...reached, introduction: `检验一班 ${password}`, password }
    const refused = await li.put('/sys-user/profile', wish)
    expect(refused).toMatchObject({ code: 400, errors: { introduction: expect.stringContaining('your password') } })
    expect(await userRow()).toEqual(before)
  })

  test('are no way to guess a password: tries count with those at sign-in (S22, S23)', async () => {
    const li = await app.signIn('li', password)
    for (let tried = 0; tried < 5; tried++) await li.put('/sys-user/profile', { ...own, password: `guess ${tried}` })
    expect((await li.put('/sys-user/profile', { ...own, password })).code).toBe(429)
    expect((await app.anyone.post('/login', { username: 'li', password })).code).toBe(429)
  })

  test('leave the password nowhere', async () => {
    const li = await app.signIn('li', password)
    const headers = { 'idempotency-key': 'profile-000000000001' }
    const save = () => li.send('PUT', '/sys-user/profile', { body: { ...own, password }, headers })
    expect((await save()).code).toBe(200)
    expect((await save()).headers.get('idempotency-replayed')).toBe('true')
    const { operations, keptWrites } = app.store.t
    const kept = [await app.store.db.select().from(operations), await app.store.db.select().from(keptWrites)]
    expect(JSON.stringify(kept)).not.toContain(password)
    const fingerprint = digest(`PUT /api/v1/sys-user/profile ${digest(JSON.stringify(own))}`)
    expect(kept[1]).toMatchObject([{ fingerprint }])
  })
})

const change = (oldPassword: unknown, newPassword: unknown) => ({ oldPassword, newPassword })
const next = 'another long one'

describe('changing the own password', () => {
  test('needs the old one, keeps this session, ends all others at once, and leaves other people alone (S5)', async () => {
    const here = await app.signIn('li', password)
    const there = await app.signIn('li', password)
    const other = await app.signedIn()
    expect(await here.put('/user/pwd/set', change(password, next))).toMatchObject({ code: 200, data: null })
    expect((await here.get('/getinfo')).code).toBe(200)
    expect((await there.get('/getinfo')).code).toBe(401)
    expect((await app.anyone.post('//refreshtoken', { token: there.token })).code).toBe(401)
    expect((await other.get('/getinfo')).code).toBe(200)
    expect((await app.anyone.post('/login', { username: 'li', password })).code).toBe(400)
    expect((await app.anyone.post('/login', { username: 'li', password: next })).code).toBe(200)
  })

  test('with a wrong old one is 403 at its field, and changes nothing', async () => {
    const li = await app.signIn('li', password)
    const there = await app.signIn('li', password)
    const says = 'The password was not changed: the current one is wrong'
    expect(await li.put('/user/pwd/set', change('wrong one', next))).toMatchObject({
      code: 403,
      msg: says,
      errors: { oldPassword: says },
    })
    expect((await there.get('/getinfo')).code).toBe(200)
    expect((await app.anyone.post('/login', { username: 'li', password })).code).toBe(200)
  })

  test('is compared exactly and in full (S2)', async () => {
    const li = await app.signIn('li', password)
    for (const near of [`${password} `, password.toUpperCase(), password.slice(0, -1)]) {
      expect((await li.put('/user/pwd/set', change(near, next))).code).toBe(403)
    }
  })

  test('is slowed like signing in, and together with it: a stolen token is no way to guess (S22, S23)', async () => {
    const li = await app.signIn('li', password)
    for (let tried = 0; tried < 5; tried++) await li.put('/user/pwd/set', change(`guess ${tried}`, next))
    const refused = await li.put('/user/pwd/set', change(password, next))
    expect(refused.code).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await app.anyone.post('/login', { username: 'li', password })).code).toBe(429)
    clock += 30_000
    expect((await li.put('/user/pwd/set', change(password, next))).code).toBe(200)
  })

  test('by two at once succeeds for one', async () => {
    const here = await app.signIn('li', password)
    const there = await app.signIn('li', password)
    const answers = await Promise.all([
      here.put('/user/pwd/set', change(password, 'the one from here')),
      there.put('/user/pwd/set', change(password, 'the one from there')),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test.each([
    ['seven characters', 'seven77', 'At least 8 characters'],
    ['129 characters', 'x1'.repeat(65), 'At most 128 characters'],
    ['one character repeated', '质'.repeat(9), 'Not one character repeated'],
    ['the old one', password, 'Not the old password'],
    ['a common one', 'password123', 'This password is too common and easy to guess. Choose another'],
    ['a common one in capitals', 'QwErTyUiOp', 'This password is too common and easy to guess. Choose another'],
    [
      'a common one in wide letters',
      'ｐａｓｓｗｏｒｄ',
      'This password is too common and easy to guess. Choose another',
    ],
    ['one character repeated and another one', '88888888a', 'Not one character repeated'],
    ['one character after which another is repeated', 'A11111111', 'Not one character repeated'],
    ['the name with figures', 'li19880808', 'Not the name of the account'],
    ['the name between signs', '!!!LI!!!', 'Not the name of the account'],
    ['the name over and over', 'lilililili', 'Not the name of the account'],
    ['the product with figures', 'Caliper@2026', 'Not the name of the account'],
    ['the password of the demo', 'caliper-demo', 'Not the name of the account'],
    ['the usual administrator', 'Admin@888', 'Not the name of the account'],
  ])('to %s is refused at its field (S2, S3)', async (_, newPassword, says) => {
    const li = await app.signIn('li', password)
    expect(await li.put('/user/pwd/set', change(password, newPassword))).toMatchObject({
      code: 400,
      errors: { newPassword: expect.stringContaining(says) },
    })
    expect((await app.anyone.post('/login', { username: 'li', password })).code).toBe(200)
  })

  test.each(['qualitychief', 'QualityChief', 'caliper'.toUpperCase()])(
    'to %s, the name of the account or too short, is refused (S3)',
    async (newPassword) => {
      const user = { username: 'QualityChief', nickName: '', passwordHash: passwordHash!, roleKeys: ['viewer'] }
      await createUser(app.store, user, start)
      const chief = await app.signIn('qualitychief', password)
      expect((await chief.put('/user/pwd/set', change(password, newPassword))).errors).toEqual({
        newPassword: expect.stringMatching(/Not the name of the account|At least 8/),
      })
    },
  )

  test.each([
    ['no old one', { newPassword: next }, 'oldPassword'],
    ['an empty old one', change('', next), 'oldPassword'],
    ['an old one of a megabyte', change('x'.repeat(900_000), next), 'oldPassword'],
    ['a number for the old one', change(1, next), 'oldPassword'],
    ['a list for the new one', change(password, [next]), 'newPassword'],
  ])('with %s is refused without counting as a guess (S8)', async (_, body, field) => {
    const li = await app.signIn('li', password)
    for (let tried = 0; tried < 6; tried++) {
      const { code, errors } = await li.put('/user/pwd/set', body)
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [field]])
    }
    expect((await li.put('/user/pwd/set', change(password, next))).code).toBe(200)
  })

  test('is not kept for a repetition: nothing stored holds what was sent (S10, S100)', async () => {
    const li = await app.signIn('li', password)
    const headers = { 'idempotency-key': 'a-key-of-sixteen-or-more' }
    expect((await li.send('PUT', '/user/pwd/set', { body: change(password, next), headers })).code).toBe(200)
    expect(await app.store.db.select().from(app.store.t.keptWrites)).toEqual([])
  })
})
