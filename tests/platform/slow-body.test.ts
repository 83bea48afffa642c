import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { startApp, type App } from '../support/app'

/** Who sends slowly acts when the last of it has come, by what they may do then. */
const start = Date.parse('2026-11-21T08:00:00Z')
let clock = start
let app: App
beforeAll(async () => {
  app = await startApp({ now: () => clock })
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<App['signedIn']>>

const post = {
  type: 'application/json',
  path: '/post',
  body: (code: string) => JSON.stringify({ postName: code, postCode: code }),
}
const sheet = {
  type: 'multipart/form-data; boundary=edge',
  path: '/dict/type/import?dryRun=false',
  body: (code: string) =>
    `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\ndictName,dictType\r\n${code},${code}\r\n--edge--\r\n`,
}

/** Sends the head and a part, lets `meanwhile` happen, and sends the rest. */
async function sentSlowly(
  { token }: Person,
  { type, path, body }: typeof post,
  code: string,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = new TextEncoder().encode(body(code))
  const half = bytes.length / 2
  const halves = new TransformStream<Uint8Array, Uint8Array>()
  const writer = halves.writable.getWriter()
  const answer = app.app.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': String(bytes.length) },
    body: halves.readable,
    duplex: 'half',
  } as RequestInit)
  await writer.write(bytes.slice(0, half))
  await Bun.sleep(5)
  await meanwhile()
  void writer.write(bytes.slice(half))
  void writer.close()
  return (await (await answer).json()) as { code: number }
}

describe('a long body of nobody who is signed in costs no memory (S91)', () => {
  const long = JSON.stringify({ username: 'x'.repeat(100_000) })
  async function sent(
    path: string,
    body: string,
    { token, isLengthTold = true }: { token?: string; isLengthTold?: boolean } = {},
  ) {
    let taken = 0
    const pieces = body.match(/[^]{1,16384}/g)!.values()
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const { value, done } = pieces.next()
          if (done) return controller.close()
          taken += value.length
          controller.enqueue(new TextEncoder().encode(value))
        },
      },
      { highWaterMark: 0 },
    )
    const response = await app.app.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(isLengthTold && { 'content-length': String(body.length) }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    return { code: ((await response.json()) as { code: number }).code, taken }
  }

  test.each(['/api/v1/login', '/api/v1/setup/link', '/api/v1/wechat/crop-qrcode/login', '/refreshtoken'])(
    '%s refuses it unread, or as soon as it is too long',
    async (path) => {
      expect(await sent(path, long)).toEqual({ code: 413, taken: 0 })
      const { code, taken } = await sent(path, long, { isLengthTold: false })
      expect([code, taken < 90_000]).toEqual([413, true])
    },
  )

  test('what asks for a session says that there is none', async () => {
    expect(await sent('/api/v1/post', long)).toEqual({ code: 401, taken: 0 })
    expect(await sent('/api/v1/post', long, { token: 'x'.repeat(43) })).toEqual({ code: 401, taken: 0 })
  })

  test('whoever is signed in may send it', async () => {
    const { token } = await app.signedIn('admin:sysPost:add')
    for (const isLengthTold of [true, false]) {
      expect(await sent('/api/v1/post', long, { token, isLengthTold })).toEqual({ code: 400, taken: long.length })
    }
  })
})

const { off } = statuses
const shutOut: [what: string, code: number, happen: (person: Person) => Promise<unknown>][] = [
  ['has signed out', 401, (person) => person.post('/logout', {})],
  [
    'was disabled',
    401,
    ({ userId }) => {
      const { users } = app.store.t
      return app.store.tx((db) => db.update(users).set({ status: off }).where(eq(users.userId, userId)))
    },
  ],
  [
    'has lost the permission',
    403,
    async ({ userId }) => {
      const { userRoles, roles } = app.store.t
      const [viewer] = await app.store.db.select().from(roles).where(eq(roles.roleKey, 'viewer'))
      await app.store.tx((db) =>
        db.update(userRoles).set({ roleId: viewer!.roleId }).where(eq(userRoles.userId, userId)),
      )
    },
  ],
]
const kinds: [what: string, sent: typeof post][] = [
  ['a record', post],
  ['a file', sheet],
]
let made = 0

for (const [what, sent] of kinds) {
  const codeOf = () => `slow_${++made}`
  const kept = async (code: string) => {
    const { posts, dictTypes } = app.store.t
    const [ofPosts, ofTypes] = await Promise.all([
      app.store.db.select().from(posts).where(eq(posts.postCode, code)),
      app.store.db.select().from(dictTypes).where(eq(dictTypes.dictType, code)),
    ])
    return [...ofPosts, ...ofTypes]
  }

  test.each(shutOut)(`nobody who %s meanwhile gets ${what} in (S7, S14, S31)`, async (_, refused, happen) => {
    const person = await app.signedIn('admin:sysPost:add', 'admin:sysDictType:import')
    const code = codeOf()
    expect((await sentSlowly(person, sent, code, () => happen(person))).code).toBe(refused)
    expect(await kept(code)).toEqual([])
  })

  test(`${what} is of the time at which it has come, not of that at which it was begun (S74)`, async () => {
    const person = await app.signedIn('admin:sysPost:add', 'admin:sysDictType:import')
    const code = codeOf()
    const sentIn = await sentSlowly(person, sent, code, async () => void (clock += 30_000))
    expect(sentIn.code).toBe(200)
    expect((await kept(code)).map(({ createdAt }) => createdAt)).toEqual([clock])
    const { operations } = app.store.t
    const entries = await app.store.db.select().from(operations).where(eq(operations.userId, person.userId))
    expect(entries.map(({ at }) => at)).toEqual([clock])
  })
}

test('nobody imports a sheet who was shut out while it was checked (S7)', async () => {
  const person = await app.signedIn('admin:sysDictType:import')
  const { users, dictTypes } = app.store.t
  const { tx } = app.store
  app.store.tx = async (work) => {
    app.store.tx = tx
    await tx((db) => db.update(users).set({ status: off }).where(eq(users.userId, person.userId)))
    return tx(work)
  }
  expect((await sentSlowly(person, sheet, 'slow_import', () => Promise.resolve())).code).toBe(401)
  expect(await app.store.db.select().from(dictTypes).where(eq(dictTypes.dictType, 'slow_import'))).toEqual([])
})

describe('who breaks off is no fault of ours (S61, S102)', () => {
  async function brokenOff(path: string, headers: Record<string, string>) {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a')),
      pull: (controller) => controller.error(new Error('The connection was closed.')),
    })
    const { token } = await app.signedIn('admin:sysPost:add')
    const response = await app.app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': post.type, ...headers },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    return ((await response.json()) as { code: number }).code
  }

  test.each<[what: string, path: string, headers: Record<string, string>]>([
    ['a record', '/post', { 'content-length': '500' }],
    ['one that does not say how long it is', '/post', {}],
    ['one that is done once', '/post', { 'content-length': '500', 'idempotency-key': 'abcdefabcdef1234' }],
    ['a sign-in', '/login', {}],
    ['a file', '/user/avatar', { 'content-length': '500', 'content-type': sheet.type }],
    ['one that does not say how long it is', '/user/avatar', { 'content-type': sheet.type }],
  ])('%s: %s', async (_, path, headers) => {
    expect(await brokenOff(path, headers)).toBe(400)
  })
})
