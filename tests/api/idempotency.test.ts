import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { startApp } from '../support/app'
import {
  done,
  draftBy,
  PASSWORD,
  qcPlant,
  stepped,
  withScope,
  type Person,
  type Plant,
  type PlantTemplate,
} from '../support/qc/plant'
import { signInAs } from '../support/sign-in'

const life = { sessionIdleMs: 1_800_000, sessionMaxMs: 43_200_000 }

let clock = Date.parse('2026-11-21T08:00:00Z')
const app = await startApp({ now: () => clock })
const admin = await app.signedIn(ALL_PERMISSIONS)
const other = await app.signedIn(ALL_PERMISSIONS)
const reader = await app.signedIn('admin:sysRole:list')
afterAll(app.close)
const signing = startApp()
afterAll(async () => (await signing).close())
let planted: Promise<Plant> | undefined
const plantOnce = () => (planted ??= signing.then(qcPlant))

let made = 0
const newRole = () => ({ roleName: 'Tester', roleKey: `keyed-${++made}`, roleSort: 1, status: '2', menuIds: [] })
const newKey = () => crypto.randomUUID()
const create = (body: object, key: string, caller: Pick<typeof admin, 'send'> = admin) =>
  caller.send('POST', '/role', { body, headers: { 'idempotency-key': key } })
let depts = 0
const newDept = async (parentId = 0): Promise<number> =>
  done(await admin.post('/dept', { parentId, deptName: `Department ${++depts}` }))
const rolesWith = async (roleKey: string) =>
  app.store.db.select().from(app.store.t.roles).where(eq(app.store.t.roles.roleKey, roleKey))

describe('a write with an Idempotency-Key', () => {
  test('sent again is done once and answered alike', async () => {
    const [role, key] = [newRole(), newKey()]
    const first = await create(role, key)
    const again = await create(role, key)
    expect([first.code, again.code]).toEqual([200, 200])
    expect(again.data).toBe(first.data)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await rolesWith(role.roleKey)).toHaveLength(1)
  })

  test('sent ten times at once is done once; nobody hears of a fault', async () => {
    const [role, key] = [newRole(), newKey()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(role, key)))
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(1)
    expect(answers.filter(({ code }) => code !== 200 && code !== 409)).toEqual([])
    expect(await rolesWith(role.roleKey)).toHaveLength(1)
  })

  test('that was refused may be sent again once it is right', async () => {
    const [role, key] = [newRole(), newKey()]
    expect((await create({ ...role, roleName: '' }, key)).code).toBe(400)
    expect((await create(role, key)).code).toBe(200)
  })

  test('that found nothing to change may be sent again', async () => {
    const headers = { 'idempotency-key': newKey() }
    const change = () => admin.send('PUT', '/qc/lot/2000000', { body: { lotNo: 'L-1' }, headers })
    expect([(await change()).code, (await change()).code]).toEqual([404, 404])
  })

  test('whose answer was lost in a crash is not done twice', async () => {
    const [role, key] = [newRole(), newKey()]
    await create(role, key)
    await app.store.tx((db) => db.update(app.store.t.keptWrites).set({ answer: null }))
    expect((await create(role, key)).code).toBe(409)
    expect(await rolesWith(role.roleKey)).toHaveLength(1)
  })

  test('by many at once keeps every key', async () => {
    const writes = Array.from({ length: 40 }, () => [newRole(), newKey()] as const)
    const sent = await Promise.all(writes.map(([role, key]) => create(role, key)))
    const done = writes.filter((_, at) => sent[at]!.code === 200)
    expect(done).not.toBeEmpty()
    const again = await Promise.all(done.map(([role, key]) => create(role, key)))
    expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(done.map(() => 'true'))
  })

  test('is not answered to a sender whose right was withdrawn meanwhile (S29, S31)', async () => {
    const officer = await app.signedIn('admin:sysRole:add')
    const [role, key] = [newRole(), newKey()]
    expect((await create(role, key, officer)).code).toBe(200)
    const { t } = app.store
    const held = app.store.db
      .select({ roleId: t.userRoles.roleId })
      .from(t.userRoles)
      .where(eq(t.userRoles.userId, officer.userId))
    await app.store.tx((db) => db.delete(t.roleMenus).where(inArray(t.roleMenus.roleId, held)))
    expect((await create(role, key, officer)).code).toBe(403)
  })

  test.each<[what: string, change: (person: Person) => Promise<unknown>]>([
    ['moved to another department', async (person) => withScope(app, person, '3', await newDept())],
    ['given a smaller data scope', (person) => withScope(app, person, '5')],
    ['given a larger one', (person) => withScope(app, person, '4')],
  ])('is not answered to a sender who was %s meanwhile, and not done twice (S34)', async (what, change) => {
    const deptId = await newDept()
    await newDept(deptId)
    const officer = await withScope(app, await app.signedIn('admin:sysUser:list', 'admin:sysUser:edit'), '3', deptId)
    const mate = await withScope(app, await app.signedIn(), '5', deptId)
    const headers = { 'idempotency-key': newKey() }
    const put = (nickName: string) => officer.send('PUT', `/sys-user/${mate.userId}`, { body: { nickName }, headers })
    expect((await put('Once')).code).toBe(200)
    expect((await put('Once')).headers.get('idempotency-replayed')).toBe('true')
    await change(officer)
    const again = await put('Once')
    expect([what, again.code, again.data, again.headers.get('idempotency-replayed')]).toEqual([what, 409, null, null])
  })

  test('that changes the data scope of its sender is answered alike', async () => {
    const deptId = await newDept()
    const officer = await withScope(app, await app.signedIn('admin:sysDept:add'), '4', deptId)
    const headers = { 'idempotency-key': newKey() }
    const add = () => officer.send('POST', '/dept', { body: { parentId: deptId, deptName: 'Below' }, headers })
    const [first, again] = [await add(), await add()]
    expect([first.code, again.code, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  })

  test('is known for a day', async () => {
    const key = newKey()
    await create(newRole(), key)
    clock += 24 * 3_600_000 + 1
    const admin2 = app.callerWith((await signInAs(app.store, admin.userId, clock, life)).token)
    await create(newRole(), newKey(), admin2)
    const kept = await app.store.db.select().from(app.store.t.keptWrites)
    expect(kept.map((row) => row.key)).not.toContain(key)
    clock -= 24 * 3_600_000 + 1
  })

  test('is known among the last thousand of its user, however many others send', async () => {
    const [theirs, mine] = [
      [newRole(), newKey()],
      [newRole(), newKey()],
    ] as const
    const busy = await app.signedIn(ALL_PERMISSIONS)
    await create(...theirs, other)
    await create(...mine, busy)
    clock += 2
    const { keptWrites } = app.store.t
    const row = { userId: busy.userId, fingerprint: '', createdAt: clock - 1 }
    const thousand = Array.from({ length: 1000 }, () => ({ ...row, key: newKey() }))
    await app.store.tx((db) => db.insert(keptWrites).values(thousand))
    await create(newRole(), newKey(), busy)
    expect((await create(...theirs, other)).headers.get('idempotency-replayed')).toBe('true')
    expect((await create(...mine, busy)).code).toBe(409) // done as a new one, so that its role is there already
    clock -= 2
  })

  const refused: [what: string, code: number, send: () => Promise<{ code: number }>][] = [
    [
      'under the key of another write',
      422,
      async () => {
        const key = newKey()
        await create(newRole(), key)
        return create(newRole(), key)
      },
    ],
    ['under a key that is too short', 400, () => create(newRole(), 'short')],
    ['under a key of odd characters', 400, () => create(newRole(), 'a key with blanks in it')],
    ['by who may not', 403, () => create(newRole(), newKey(), reader)],
  ]
  test.each(refused)('%s is refused', async (_, code, send) => {
    expect((await send()).code).toBe(code)
  })

  test('of one user is none of another', async () => {
    const key = newKey()
    const [mine, theirs] = [newRole(), newRole()]
    expect((await create(mine, key)).code).toBe(200)
    expect((await create(theirs, key, other)).code).toBe(200)
    expect(await rolesWith(theirs.roleKey)).toHaveLength(1)
  })

  test('that answers with a token is not kept (S12)', async () => {
    const answer = await other.send('PUT', '/user/acting-role', {
      body: { roleKey: '*' },
      headers: { 'idempotency-key': newKey() },
    })
    expect(answer.code).toBe(200)
    expect(JSON.stringify(await app.store.db.select().from(app.store.t.keptWrites))).not.toContain(answer['token'])
  })
})

describe('what is signed with an Idempotency-Key', () => {
  let plant: Plant
  let template: PlantTemplate
  let approver: Person
  beforeAll(async () => {
    plant = await plantOnce()
    template = await plant.template({ signLevels: 1 })
    approver = await plant.person('approver')
  })
  const submitted = async () => stepped(plant.inspector, 'submit', await draftBy(plant.inspector, template))
  const send = (path: string, key: string, body: object) =>
    approver.send('POST', path, { body, headers: { 'idempotency-key': key } })

  test('is signed once, and answered alike where its answer was not heard', async () => {
    const { qcValueBaseId, lockVersion } = await submitted()
    const approve = (key: string, password: string) =>
      send(`/qc/value-base/${qcValueBaseId}/approve`, key, { lockVersion, password })
    const key = newKey()
    expect((await approve(key, 'not the password')).code).toBe(403)
    const first = await approve(key, PASSWORD)
    const again = await approve(key, PASSWORD)
    expect([first.code, again.code, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
    expect(again.data).toEqual(first.data)
    expect((await approve(newKey(), PASSWORD)).code).toBe(409)
    expect(done(await plant.admin.get(`/qc/value-base/${qcValueBaseId}`)).signatures).toHaveLength(1)
  })

  test('is a lot released once', async () => {
    const lotId = done(await plant.engineer.post('/qc/lot', { productId: plant.productId, lotNo: 'HELD' }))
    done(await plant.engineer.post(`/qc/lot/${lotId}/hold`, { reason: '来料异常' }))
    const key = newKey()
    const release = () => send(`/qc/lot/${lotId}/release`, key, { reason: '复检合格', password: PASSWORD })
    const [first, again] = [await release(), await release()]
    expect([first.code, again.code, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  })

  test('leaves nothing by which its password could be guessed: another one makes the same digest', async () => {
    const { qcValueBaseId, lockVersion } = await submitted()
    const key = newKey()
    const approve = (password: string) =>
      send(`/qc/value-base/${qcValueBaseId}/approve`, key, { lockVersion, password })
    expect((await approve(PASSWORD)).code).toBe(200)
    expect((await approve('another')).headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('a write that takes a password or answers with a secret, with an Idempotency-Key', () => {
  let plant: Plant
  let account: { userId: number; username: string }
  beforeAll(async () => {
    plant = await plantOnce()
    const { userId } = await plant.person('inspector')
    const { db, t } = (await signing).store
    const [row] = await db.select().from(t.users).where(eq(t.users.userId, userId))
    account = row!
  })
  let names = 0
  const scopes = ['qc:record:list']
  const newUser = () => ({ username: `made-${++names}`, nickName: 'Made', password: 'a fine first one', status: '2' })
  const ownToken = () => ({ name: `token ${++names}`, scopes, password: PASSWORD })

  type Write = {
    method?: 'PUT'
    path: string
    body: () => Record<string, unknown>
    by?: () => Person
    /** The number of things that such writes have made. */
    made: (of: typeof app.store) => Promise<unknown[]>
  }
  const writes: [what: string, write: Write][] = [
    [
      'the link of a display',
      {
        path: '/qc/display',
        body: () => ({ name: `display ${++names}`, productId: plant.productId }),
        made: ({ db, t }) => db.select().from(t.displays),
      },
    ],
    [
      'the key of an instrument',
      {
        path: '/qc/instrument',
        body: () => ({ name: `gauge ${++names}`, username: account.username }),
        made: ({ db, t }) => db.select().from(t.apiTokens),
      },
    ],
    [
      'the token of a service',
      {
        path: '/sys-token',
        body: () => ({ name: `service ${++names}`, username: account.username, scopes }),
        made: ({ db, t }) => db.select().from(t.apiTokens),
      },
    ],
    [
      'a personal token',
      {
        path: '/user/token',
        body: ownToken,
        by: () => plant.inspector,
        made: ({ db, t }) => db.select().from(t.apiTokens),
      },
    ],
    ['a user', { path: '/sys-user', body: newUser, made: ({ db, t }) => db.select().from(t.users) }],
    [
      'a new password of a user',
      {
        method: 'PUT',
        path: '/user/pwd/reset',
        body: () => ({ userId: account.userId, password: `another fine one ${++names}` }),
        made: ({ db, t }) => db.select().from(t.operations).where(eq(t.operations.action, 'reset')),
      },
    ],
  ]
  const send = ({ method, path, by = () => plant.admin }: Write, key: string, body: object) =>
    by().send(method ?? 'POST', path, { body, headers: { 'idempotency-key': key } })

  test.each(writes)('is done once: %s', async (_, write) => {
    const [body, key] = [write.body(), newKey()]
    const { store } = await signing
    const before = (await write.made(store)).length
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(write, key, body)))
    const again = await send(write, key, body)
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    expect([again.code, again.msg, again.data]).toEqual([409, expect.stringContaining('not kept'), null])
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(await write.made(store)).toHaveLength(before + 1)
    const kept = await store.db.select().from(store.t.keptWrites).where(eq(store.t.keptWrites.key, key))
    expect(kept).toMatchObject([{ answer: null }])
    expect((await send(write, key, { ...body, name: 'other' })).code).toBe(422)
  })

  test('that was refused may be sent again once it is right', async () => {
    const key = newKey()
    const write = { path: '/user/token', by: () => plant.approver } as Write
    expect((await send(write, key, { ...ownToken(), password: 'not the password' })).code).toBe(403)
    expect((await send(write, key, { ...ownToken(), scopes: ['admin:sysUser:list'] })).code).toBe(403)
    expect((await send(write, key, ownToken())).code).toBe(200)
  })

  test('with another password is not told to be done: nothing was kept by which it could be recognised', async () => {
    const [write, key, user] = [{ path: '/sys-user' } as Write, newKey(), newUser()]
    expect((await send(write, key, user)).code).toBe(200)
    expect((await send(write, key, { ...user, password: 'quite another one' })).code).toBe(409)
  })

  test('is forgotten after a day, as the others are', async () => {
    const { store } = await signing
    const old = { userId: plant.admin.userId, key: newKey(), fingerprint: '', createdAt: Date.now() - 25 * 3_600_000 }
    await store.tx((db) => db.insert(store.t.keptWrites).values(old))
    expect((await send({ path: '/sys-user' } as Write, newKey(), newUser())).code).toBe(200)
    const kept = await store.db.select().from(store.t.keptWrites)
    expect(kept.map(({ key }) => key)).not.toContain(old.key)
  })
})
