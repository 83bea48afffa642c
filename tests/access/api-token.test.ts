import { DAY_MS } from '#shared/durations'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { isForPrograms } from '#server/access/api-token/gate'
import { endpointsOf } from '#server/admin/api/endpoints'
import { inputOf } from '#server/admin/api/json-schema'
import { digest } from '#server/platform/security/token'
import { neverScopes, scopeTags } from '#shared/access/token-scopes'
import { statuses } from '#shared/constants'
import { permissionTags, type PermissionTag } from '#shared/permission-tags'
import { startApp } from '../support/app'
import { done, PASSWORD, withScope } from '../support/qc/plant'
import { cheapHash } from '../support/password'
import { isPostgres } from '../support/store'
import { until } from '../support/until'

const start = Date.parse('2026-11-20T12:00:00Z')
let clock = start
const app = await startApp({ now: () => clock, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
afterAll(app.close)
beforeEach(() => {
  clock = start
})
const { store } = app
const admin = await app.signedIn('*:*:*')

type Caller = Awaited<ReturnType<typeof app.signedIn>>
const nameOf = ({ roleKey }: Caller) => roleKey // testers are called as their role

/** A service token for an account. */
async function tokenFor(account: Caller, scopes: readonly string[], more: object = {}) {
  const { token, apiToken } = done(
    await admin.post('/sys-token', { name: '夜间报表', username: nameOf(account), scopes, ...more }),
  )
  return { ...app.callerWith(token), ...apiToken, token } as ReturnType<typeof app.callerWith> & {
    tokenId: number
    token: string
  }
}

/** Somebody who may do everything by permissions of their own, and can prove who they are. */
async function person(...tags: PermissionTag[]) {
  const someone = await app.signedIn(...tags)
  const passwordHash = await cheapHash(PASSWORD)
  const { userId } = someone
  await store.tx((db) => db.insert(store.t.credentials).values({ userId, passwordHash, changedAt: 0 }))
  return someone
}

const setStatus = (userId: number, status: '1' | '2') =>
  store.tx((db) => db.update(store.t.users).set({ status }).where(eq(store.t.users.userId, userId)))

async function takeAwayAll({ roleKey }: Caller) {
  const { roles, roleMenus } = store.t
  const [role] = await store.db.select().from(roles).where(eq(roles.roleKey, roleKey))
  await store.tx((db) => db.delete(roleMenus).where(eq(roleMenus.roleId, role!.roleId)))
}

const endpoints = endpointsOf(app.app).filter(({ isPrivate, description }) => isPrivate && !description.isByKey)
const routes = endpoints.map(({ method, path, description }) => ({
  name: `${method} ${path}`,
  method,
  path: path.replace(/:\w+/g, '999999'), // nobody's
  tags: description.permissions ?? [],
  isOpen: isForPrograms(description),
  description,
}))
type Route = (typeof routes)[number]

/** What a route answers to a body that no schema takes: whoever is let through changes nothing by it. */
async function codeOf(token: string, { method, path }: Route) {
  const response = await app.app.request(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { body: '{"nonsense":true}' }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  return isEnvelope ? ((await response.json()).code as number) : response.status
}
/** One after the other: of one user only so many may wait. */
async function answersTo(token: string, asked: readonly Route[]) {
  const codes = new Map<string, number>()
  for (const route of asked) codes.set(route.name, await codeOf(token, route))
  return codes
}
const everyOne = (codes: Map<string, number>, code: number) => [...codes].filter(([, got]) => got !== code)

describe('every route of the API', () => {
  const open = routes.filter(({ isOpen }) => isOpen)
  const closed = routes.filter(({ isOpen }) => !isOpen)
  const guarded = open.filter(({ tags }) => tags.length > 0)

  test('is open to programs where it asks for a permission that can be a scope; one asks for none, one is for people', () => {
    expect(open.filter(({ tags }) => tags.length === 0).map(({ name }) => name)).toEqual(['GET /api/v1/getinfo'])
    const closedBesides = closed.filter(({ tags }) => tags.some((tag) => scopeTags.includes(tag)))
    expect(closedBesides.map(({ name }) => name)).toEqual(['PUT /api/v1/sys-user/messenger'])
    expect(guarded.length).toBeGreaterThan(200)
  })

  test('lets a token through within its scopes, and refuses it elsewhere (S28, S30)', async () => {
    const account = await app.signedIn(...permissionTags)
    const { token } = await tokenFor(account, scopeTags)
    const refused = [...(await answersTo(token, open))].filter(([, code]) => [401, 403, 6401, 500].includes(code))
    expect(refused).toEqual([])
    expect(everyOne(await answersTo(token, closed), 403)).toEqual([])
  })

  // what a route asks for is read before the database is
  test.skipIf(isPostgres).each(guarded.map((route) => [route.name, route] as const))(
    '%s is closed to a token with all other scopes',
    async (_, route) => {
      const others = scopeTags.filter((tag) => !route.tags.includes(tag))
      const { token } = await tokenFor(await whole, others)
      expect(await codeOf(token, route)).toBe(403)
    },
  )

  const whole = app.signedIn(...permissionTags)

  test.each<[state: string, code: number, end: (account: Caller, tokenId: number) => Promise<unknown>, but?: string[]]>(
    [
      ['whose owner is disabled', 401, ({ userId }) => setStatus(userId, statuses.off)],
      ['whose owner is deleted', 401, async ({ userId }) => done(await admin.delete('/sys-user', { ids: [userId] }))],
      [
        'whose owner has no enabled role left',
        401,
        ({ roleKey }) => {
          const { roles } = store.t
          return store.tx((db) => db.update(roles).set({ status: statuses.off }).where(eq(roles.roleKey, roleKey)))
        },
      ],
      ['whose owner has lost the right', 403, takeAwayAll, ['GET /api/v1/getinfo']],
      ['that has expired', 401, async () => (clock += 30 * DAY_MS)],
      ['that was revoked', 401, async (_, id) => done(await admin.delete(`/sys-token/${id}`, {}))],
    ],
  )('refuses a token %s: %d (S7, S31)', async (_, code, end, but = []) => {
    const account = await app.signedIn(...permissionTags)
    const { token, tokenId } = await tokenFor(account, scopeTags, { expiresAt: new Date(start + 20 * DAY_MS) })
    expect(
      await codeOf(
        token,
        open.find(({ name }) => name === 'GET /api/v1/qc/value-base')!,
      ),
    ).toBe(200)
    await end(account, tokenId)
    const asked = routes.filter(({ name }) => !but.includes(name))
    expect(everyOne(await answersTo(token, asked), code)).toEqual([])
  })
})

describe('what a program never does', () => {
  test('no route that takes a password or a member of WeCom is open to it, but for steps of records, which then ask for none', () => {
    const takesCredential = ({ description }: Route) =>
      description.inputs?.some(({ target, schema }) => target === 'json' && /password|memberId/i.test(fieldsOf(schema)))
    const fieldsOf = (schema: Parameters<typeof inputOf>[0]) => Object.keys(inputOf(schema).properties ?? {}).join()
    const open = routes.filter((route) => route.isOpen && takesCredential(route)).map(({ name }) => name)
    const step = (action: string) => `POST /api/v1/qc/value-base/:qcValueBaseId/${action}`
    expect(open).toEqual([step('submit'), step('withdraw'), step('void'), step('retest')])
  })

  test('nor one that answers with a token or a key', () => {
    const tells = ({ description: { answer, beside } }: Route) =>
      [answer, beside].some((schema) => schema && 'token' in (inputOf(schema).properties ?? {}))
    const telling = routes.filter(tells)
    expect(telling.length).toBeGreaterThan(3)
    expect(telling.filter(({ isOpen }) => isOpen)).toEqual([])
  })

  test.each(neverScopes.map((tag) => [tag]))('%s is no scope, whoever asks for it', async (tag) => {
    const own = await person(...permissionTags)
    const more = { name: 'x', scopes: ['qc:record:list', tag] }
    const refused = { code: 400, errors: { scopes: 'Contains a permission that programs cannot have' } }
    expect(await own.post('/user/token', { ...more, password: PASSWORD })).toMatchObject(refused)
    expect(await admin.post('/sys-token', { ...more, username: nameOf(own) })).toMatchObject(refused)
  })

  test('it holds none of them even if its row says so: a right that is no scope any more opens nothing', async () => {
    const account = await app.signedIn(...permissionTags)
    const { token, tokenId } = await tokenFor(account, scopeTags)
    const { apiTokens } = store.t
    const scopes = JSON.stringify(permissionTags)
    await store.tx((db) => db.update(apiTokens).set({ scopes }).where(eq(apiTokens.tokenId, tokenId)))
    const never = routes.filter(({ tags, isOpen }) => tags.length > 0 && !isOpen)
    expect(never.length).toBeGreaterThan(15)
    expect(everyOne(await answersTo(token, never), 403)).toEqual([])
  })
})

describe('a token', () => {
  const ownTokens = async (by: Caller) => done(await by.get('/user/token'))

  test('is made by its owner with their password, told once, used, listed and revoked (S12)', async () => {
    const owner = await person('qc:product:list', 'qc:lot:list')
    const input = { name: ' 台账同步 ', scopes: ['qc:product:list', 'qc:product:list'], password: PASSWORD }
    const { token, apiToken } = done(await owner.post('/user/token', input))
    expect(token).toMatch(/^cat_[\w-]{43}$/)
    expect(apiToken).toEqual({
      tokenId: expect.any(Number),
      kind: 'personal',
      name: '台账同步',
      username: nameOf(owner),
      isAccountOn: true,
      scopes: ['qc:product:list'],
      product: null,
      productName: null,
      productNameEn: null,
      createName: nameOf(owner),
      createdAt: new Date(start).toISOString(),
      expiresAt: null,
      isExpired: false,
      revokedAt: null,
      seenAt: null,
      isUnused: false,
    })
    const { apiTokens } = store.t
    const [row] = await store.db.select().from(apiTokens).where(eq(apiTokens.tokenId, apiToken.tokenId))
    expect(row!.tokenHash).toBe(digest(token))
    expect(await ownTokens(owner)).toEqual([apiToken])

    const program = app.callerWith(token)
    expect((await program.get('/qc/product')).code).toBe(200)
    await until(async () => (await ownTokens(owner))[0].seenAt === new Date(start).toISOString())

    expect(done(await owner.delete(`/user/token/${apiToken.tokenId}`, {}))).toBe(apiToken.tokenId)
    expect((await program.get('/qc/product')).code).toBe(401)
    expect((await ownTokens(owner))[0]).toMatchObject({ revokedAt: new Date(start).toISOString() })
    expect((await owner.delete(`/user/token/${apiToken.tokenId}`, {})).code).toBe(409)
  })

  test('does what both its scopes and the rights of its owner allow: of an administrator no more than its scopes', async () => {
    const { data } = await (await tokenFor(admin, ['qc:product:list', 'qc:lot:list'])).get('/getinfo')
    expect(data.permissions).toEqual(['qc:product:list', 'qc:lot:list'])
    const owner = await app.signedIn('qc:product:list', 'qc:lot:list')
    const program = await tokenFor(owner, ['qc:product:list', 'qc:lot:list'])
    await takeAwayAll(owner)
    expect((await program.get('/getinfo')).data.permissions).toEqual([])
    expect(await program.get('/qc/lot')).toMatchObject({ code: 403, msg: expect.stringContaining('Lots') })
  })

  test.each<[what: string, more: object, code: number, field: string]>([
    ['no name', { name: '' }, 400, 'name'],
    ['no scope', { scopes: [] }, 400, 'scopes'],
    ['a scope that there is not', { scopes: ['qc:everything:do'] }, 400, 'scopes'],
    ['all rights by a wildcard', { scopes: ['*:*:*'] }, 400, 'scopes'],
    ['a right that its owner lacks', { scopes: ['qc:lot:edit'] }, 403, 'scopes'],
    ['an end that is past', { expiresAt: '2026-11-19' }, 400, 'expiresAt'],
    ['an end that is no day', { expiresAt: 'soon' }, 400, 'expiresAt'],
    ['a line that there is not', { productId: 999_999 }, 400, 'productId'],
    ['no password', { password: undefined }, 400, 'password'],
    ['a wrong password', { password: 'not this one' }, 403, 'password'],
  ])('with %s is refused at its field', async (_, more, code, field) => {
    const owner = await person('qc:product:list')
    const input = { name: 'x', scopes: ['qc:product:list'], password: PASSWORD, ...more }
    const refused = await owner.post('/user/token', input)
    expect(refused).toMatchObject({ code, errors: { [field]: expect.any(String) } })
    expect(await ownTokens(owner)).toEqual([])
  })

  test('offers what the caller holds and programs may have, by the pages of the menu', async () => {
    const owner = await person('qc:lot:edit', 'qc:lot:release', 'admin:sysToken:add')
    expect(done(await owner.get('/user/token/scope'))).toEqual([
      {
        title: 'Lots',
        scopes: [
          { tag: 'qc:lot:list', title: 'View' },
          { tag: 'qc:lot:edit', title: 'Change lots' },
        ],
      },
    ])
  })

  test('of somebody else is neither shown nor revoked', async () => {
    const [owner, other] = [await person('qc:product:list'), await person('qc:product:list')]
    const input = { name: 'x', scopes: ['qc:product:list'], password: PASSWORD }
    const { apiToken } = done(await owner.post('/user/token', input))
    expect(await ownTokens(other)).toEqual([])
    expect((await other.delete(`/user/token/${apiToken.tokenId}`, {})).code).toBe(404)
  })

  test('is taken from the Authorization header alone (S13)', async () => {
    const { token } = await tokenFor(admin, ['qc:product:list'])
    const at = '/qc/product'
    const headers = { cookie: `Admin-Token=${token}`, 'x-token': token }
    expect((await app.anyone.send('GET', `${at}?token=${token}&access_token=${token}`, { headers })).code).toBe(401)
    expect((await app.anyone.send('GET', at, { headers: { authorization: token } })).code).toBe(401)
    expect((await app.anyone.send('POST', '//refreshtoken', { body: { token } })).code).not.toBe(200)
  })

  test('is no key of an instrument, and such a key is no token', async () => {
    const account = await app.signedIn('qc:record:add', 'qc:record:submit')
    const { token } = await tokenFor(account, ['qc:record:add', 'qc:record:submit'])
    const key = done(await admin.post('/qc/instrument', { name: 'x', username: nameOf(account) })).token
    expect((await app.callerWith(token).post('/qc/measurement', [{}])).code).toBe(401)
    expect((await app.callerWith(key).get('/getinfo')).code).toBe(401)
    const { instrumentId } = done(await admin.get('/qc/instrument'))[0]
    expect((await admin.delete(`/sys-token/${instrumentId}`, {})).code).toBe(404)
    expect(done(await admin.get('/sys-token')).map(({ tokenId }: { tokenId: number }) => tokenId)).not.toContain(
      instrumentId,
    )
  })

  test('that a person has made ends with a reset of their password (S6); one of a service goes on', async () => {
    const owner = await person('qc:product:list')
    const input = { name: 'x', scopes: ['qc:product:list'], password: PASSWORD }
    const personal = app.callerWith(done(await owner.post('/user/token', input)).token)
    const service = await tokenFor(owner, ['qc:product:list'])
    done(await admin.put('/user/pwd/reset', { userId: owner.userId, password: 'another good password' }))
    expect([(await personal.get('/qc/product')).code, (await service.get('/qc/product')).code]).toEqual([401, 200])
  })

  test('of a disabled account is refused until it is enabled again', async () => {
    const owner = await app.signedIn('qc:product:list')
    const program = await tokenFor(owner, ['qc:product:list'])
    await setStatus(owner.userId, statuses.off)
    expect((await program.get('/qc/product')).code).toBe(401)
    await setStatus(owner.userId, statuses.on)
    expect((await program.get('/qc/product')).code).toBe(200)
  })

  test('of a service is made for accounts that its maker might change, within their rights (S36)', async () => {
    const keeper = await app.signedIn('admin:sysToken:add', 'admin:sysToken:remove', 'qc:product:list', 'qc:lot:list')
    const { roles } = store.t
    await store.tx((db) => db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleKey, keeper.roleKey)))
    const account = await app.signedIn('qc:product:list')
    const input = (by: Caller, scopes: PermissionTag[]) => ({ name: 'x', username: nameOf(by), scopes })
    const { apiToken } = done(await keeper.post('/sys-token', input(account, ['qc:product:list'])))
    expect(apiToken).toMatchObject({ kind: 'service', username: nameOf(account), createName: nameOf(keeper) })
    const beyond = await keeper.post('/sys-token', input(account, ['qc:lot:list']))
    expect([beyond.code, Object.keys(beyond.errors ?? {})]).toEqual([409, ['scopes']])
    expect((await keeper.post('/sys-token', input(admin, ['qc:product:list']))).code).toBe(403)
    const unknown = await keeper.post('/sys-token', { ...input(account, ['qc:product:list']), username: 'nobody' })
    expect([unknown.code, Object.keys(unknown.errors ?? {})]).toEqual([400, ['username']])
    const { tokenId } = await tokenFor(admin, ['qc:product:list'])
    expect((await keeper.delete(`/sys-token/${tokenId}`, {})).code).toBe(403)
  })

  test.each([
    ['this department', '3', 200],
    ['this department and those below', '4', 403],
    ['everything', '1', 403],
  ])('of an account in one’s department that sees %s (kind %s): revoking it is answered %i (S36)', async (...row) => {
    const [, kind, expected] = row
    const deptId: number = done(await admin.post('/dept', { parentId: 0, deptName: `Plant ${kind}` }))
    done(await admin.post('/dept', { parentId: deptId, deptName: 'Line' }))
    const keeper = await withScope(app, await app.signedIn('admin:sysToken:remove', 'qc:product:list'), '3', deptId)
    const account = await withScope(app, await app.signedIn('qc:product:list'), kind, deptId)
    const program = await tokenFor(account, ['qc:product:list'])
    expect((await keeper.delete(`/sys-token/${program.tokenId}`, {})).code).toBe(expected)
    expect((await program.get('/qc/product')).code).toBe(expected === 200 ? 401 : 200)
  })

  test('has a budget of writes of its own, whatever its owner does', async () => {
    const server = await startApp({ store, now: () => clock, settings: { writesPerMinute: 2 } })
    const owner = await app.signedIn('qc:product:add')
    const [one, other] = [await tokenFor(owner, ['qc:product:add']), await tokenFor(owner, ['qc:product:add'])]
    const write = async ({ token }: { token: string }) => (await server.callerWith(token).post('/qc/product', {})).code
    expect([await write(one), await write(one), await write(one)]).toEqual([400, 400, 429])
    expect(await write(other)).toBe(400)
  })

  test('is told in the operation log without itself; what a program does names it (S69, S70, S100)', async () => {
    const owner = await app.signedIn('admin:sysPost:add', 'admin:sysPost:remove')
    const program = await tokenFor(owner, ['admin:sysPost:add'])
    done(await program.post('/post', { postName: '程序岗', postCode: 'program' }))
    expect((await program.delete('/post', { ids: [1] })).code).toBe(403)
    const { operations } = store.t
    const mine = eq(operations.username, nameOf(owner))
    const log = await store.db.select().from(operations).where(mine).orderBy(operations.id)
    const name = `夜间报表 (#${program.tokenId})`
    expect(log).toMatchObject([
      { stem: 'post', action: 'create', program: name, userId: owner.userId },
      { stem: 'post', action: 'refused', program: name, code: 403 },
    ])
    const about = and(eq(operations.stem, 'api-token'), eq(operations.record, String(program.tokenId)))
    const [made] = await store.db.select().from(operations).where(about)
    expect(made).toMatchObject({ action: 'create', name: '夜间报表', program: '', username: nameOf(admin) })
    expect(JSON.parse(made!.after)).toEqual({
      name: '夜间报表',
      username: nameOf(owner),
      scopes: ['admin:sysPost:add'],
    })
    for (const secret of [program.token, digest(program.token)])
      expect(JSON.stringify([log, made])).not.toContain(secret)
    const { list } = done(await admin.get('/sys-opera-log?stem=post'))
    expect(list[0]).toMatchObject({ program: name, operName: nameOf(owner) })
  })
})
