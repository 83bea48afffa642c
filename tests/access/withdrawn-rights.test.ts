import { afterAll, afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import { startApp, type Answer } from '../support/app'
import { done, draftBy, PASSWORD, qcPlant, step, stepped, withScope, type Person } from '../support/qc/plant'
import { openTestStore } from '../support/store'
import { until } from '../support/until'

/** Rights are taken away while a password is looked at: nothing is signed by them any more. */
const app = await startApp()
const { store } = app
const plant = await qcPlant(app)
const { inspector, engineer, productId } = plant
const template = await plant.template({ signLevels: 1 })
afterAll(app.close)
afterEach(() => mock.restore())

/** Something that is begun, and goes on when it is told to. */
const hold = () => ({ begun: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() })
type Held = ReturnType<typeof hold>

/** Does `meanwhile` while what `asking` begins is held. */
async function whileHeld<Asked>(
  { begun, goOn }: Held,
  asking: () => Promise<Asked>,
  meanwhile: () => Promise<unknown>,
) {
  const answer = asking()
  await begun.promise
  await meanwhile()
  goOn.resolve()
  return answer
}

/** Holds the passwords that are verified, or hashed, from now on. */
function holdPasswords(method: 'verify' | 'hash'): Held {
  const held = hold()
  const real: (...given: never[]) => unknown = Bun.password[method]
  spyOn(Bun.password, method).mockImplementation(async (...given: unknown[]) => {
    held.begun.resolve()
    await held.goOn.promise
    return real(...(given as never[])) as never
  })
  return held
}

const whileVerifying = (asking: () => Promise<Answer>, meanwhile: () => Promise<unknown>) =>
  whileHeld(holdPasswords('verify'), asking, meanwhile)

const roleOf = async ({ roleKey }: Person) => {
  const [role] = await store.db.select().from(store.t.roles).where(eq(store.t.roles.roleKey, roleKey))
  return role!.roleId
}

async function takeAway(person: Person, tag: PermissionTag) {
  const { roleMenus, menus } = store.t
  const roleId = await roleOf(person)
  await store.tx(async (db) => {
    const entries = db.select({ menuId: menus.menuId }).from(menus).where(eq(menus.permission, tag))
    await db.delete(roleMenus).where(and(eq(roleMenus.roleId, roleId), inArray(roleMenus.menuId, entries)))
  })
}

/** From now on they work with their own rows alone. */
async function narrow(person: Person) {
  const { roles } = store.t
  const roleId = await roleOf(person)
  await store.tx((db) => db.update(roles).set({ dataScope: '5' }).where(eq(roles.roleId, roleId)))
}

const approver = () => plant.person('approver')
const submitted = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
const signaturesOf = async (id: number) => done(await plant.admin.get(`/qc/value-base/${id}`)).signatures

describe('rights that are taken away while a password is looked at', () => {
  test('approve no record', async () => {
    const [by, record] = [await approver(), await submitted()]
    const answer = await whileVerifying(
      () => step(by, 'approve', record),
      () => takeAway(by, 'qc:record:approve'),
    )
    expect(answer.code).toBe(403)
    expect(await signaturesOf(record.qcValueBaseId)).toEqual([])
  })

  test('approve no records at once', async () => {
    const [by, record] = [await approver(), await submitted()]
    const { qcValueBaseId, lockVersion } = record
    const records = [{ qcValueBaseId, lockVersion }]
    const answer = await whileVerifying(
      () => by.post('/qc/value-base/approve', { records, password: PASSWORD }),
      () => takeAway(by, 'qc:record:approve'),
    )
    expect(answer.code).toBe(403)
    expect(await signaturesOf(qcValueBaseId)).toEqual([])
  })

  test('approve no record that lies outside of a data scope by then', async () => {
    const [by, record] = [await approver(), await submitted()]
    const answer = await whileVerifying(
      () => step(by, 'approve', record),
      () => narrow(by),
    )
    expect(answer.code).toBe(404)
    expect(await signaturesOf(record.qcValueBaseId)).toEqual([])
  })

  test('release no lot', async () => {
    const by = await approver()
    const lotId = done(await engineer.post('/qc/lot', { productId, lotNo: 'HELD' }))
    done(await engineer.post(`/qc/lot/${lotId}/hold`, { reason: '来料异常' }))
    const answer = await whileVerifying(
      () => by.post(`/qc/lot/${lotId}/release`, { reason: '复检合格', password: PASSWORD }),
      () => takeAway(by, 'qc:lot:release'),
    )
    expect(answer.code).toBe(403)
    expect(done(await engineer.get(`/qc/lot/${lotId}`)).status).toBe('hold')
  })
})

const whileHashing = (asking: () => Promise<Response>, meanwhile: () => Promise<unknown>) =>
  whileHeld(holdPasswords('hash'), asking, meanwhile)

describe('rights that are taken away while a sheet of users is looked at', () => {
  const keeper = () => app.signedIn('admin:sysUser:list', 'admin:sysUser:import')
  async function importBy({ token }: Person, username: string) {
    const body = new FormData()
    body.append('file', new File([`username,nickName,password\n${username},Wang,wheel of many spokes`], 'users.csv'))
    const headers = { authorization: `Bearer ${token}` }
    return app.app.request('/api/v1/sys-user/import?dryRun=0', { method: 'POST', body, headers })
  }
  const isThere = async (username: string) =>
    (await store.db.select().from(store.t.users).where(eq(store.t.users.username, username))).length > 0

  test('import nobody', async () => {
    const by = await keeper()
    const answer = await whileHashing(
      () => importBy(by, 'too.late'),
      () => takeAway(by, 'admin:sysUser:import'),
    )
    expect([(await answer.json()).code, await isThere('too.late')]).toEqual([403, false])
  })

  test('import nobody outside of a data scope by then', async () => {
    const by = await keeper()
    const answer = await whileHashing(
      () => importBy(by, 'out.of.reach'),
      () => withScope(app, by, '4', plant.deptId),
    )
    const { code, data } = await answer.json()
    expect([code, data.faultCount, await isThere('out.of.reach')]).toEqual([422, 1, false])
  })
})

describe('a write that waits for its turn', () => {
  let held: Held | undefined

  async function waitingApp() {
    const store = await openTestStore()
    const tx: typeof store.tx = async (work) => {
      const at = held
      held = undefined
      at?.begun.resolve()
      await at?.goOn.promise
      return store.tx(work)
    }
    return startApp({ store: { ...store, tx } })
  }
  const waiting = waitingApp()
  afterAll(async () => (await waiting).close())

  const whileWaiting = (asking: () => Promise<Answer>, meanwhile: () => Promise<unknown>) =>
    whileHeld((held = hold()), asking, meanwhile)

  test('is not done for who is disabled meanwhile', async () => {
    const { signedIn, store } = await waiting
    const by = await signedIn('admin:sysPost:add', 'admin:sysPost:list')
    const { users } = store.t
    const disable = () =>
      store.tx((db) => db.update(users).set({ status: statuses.off }).where(eq(users.userId, by.userId)))
    const answer = await whileWaiting(() => by.post('/post', { postName: '班长', postCode: 'lead' }), disable)
    expect(answer.code).toBe(401)
    expect(await store.db.select().from(store.t.posts).where(eq(store.t.posts.postCode, 'lead'))).toEqual([])
  })

  test('is not done outside of a data scope by then', async () => {
    const app = await waiting
    const [admin, by] = [await app.signedIn('*:*:*'), await app.signedIn('admin:sysDept:edit')]
    const deptId = done(await admin.post('/dept', { parentId: 0, deptName: '仓库' }))
    await withScope(app, by, '1')
    const rename = (deptName: string) => by.put(`/dept/${deptId}`, { deptName })
    done(await rename('货栈'))
    const answer = await whileWaiting(
      () => rename('库房'),
      () => withScope(app, by, '5'),
    )
    expect(answer.code).toBe(404)
  })

  test('is not done for a program whose token is revoked meanwhile', async () => {
    const { signedIn, callerWith, store } = await waiting
    const [admin, owner] = [await signedIn('*:*:*'), await signedIn('admin:sysPost:add')]
    const input = { name: '同步', username: owner.roleKey, scopes: ['admin:sysPost:add'] }
    const { token, apiToken } = done(await admin.post('/sys-token', input))
    done(await callerWith(token).get('/getinfo'))
    await until(async () => done(await admin.get('/sys-token'))[0].seenAt !== null) // noting that is no write of the test
    const answer = await whileWaiting(
      () => callerWith(token).post('/post', { postName: '程序岗', postCode: 'program' }),
      async () => done(await admin.delete(`/sys-token/${apiToken.tokenId}`, {})),
    )
    expect(answer.code).toBe(401)
    expect(await store.db.select().from(store.t.posts).where(eq(store.t.posts.postCode, 'program'))).toEqual([])
  })

  test('takes no reading by the key of an instrument that is revoked meanwhile', async () => {
    const app = await waiting
    const { admin, inspector, template } = await qcPlant(app)
    await template({ code: 'HELD' })
    const { instrumentId, token } = done(
      await admin.post('/qc/instrument', { name: '台架', username: inspector.roleKey }),
    )
    const values = { thickness: [10, 10.01, 9.99], look: ['ok'] }
    const send = (clientUid: string) =>
      app.callerWith(token).post('/qc/measurement', [{ clientUid, templateCode: 'HELD', values }])
    done(await send('before-the-key-ended'))
    const answer = await whileWaiting(
      () => send('after-the-key-ended'),
      async () => done(await admin.delete(`/qc/instrument/${instrumentId}`, {})),
    )
    expect(answer).toMatchObject({ code: 422, data: [{ outcome: 'refused' }] })
    expect(done(await admin.get('/qc/value-base')).count).toBe(1)
  })

  test.each<[right: PermissionTag, method: string, path: string, body: object]>([
    ['admin:sysPost:add', 'POST', '/post', { postName: '班长', postCode: 'lead' }],
    ['admin:sysOperLog:remove', 'DELETE', '/operlog/clean', {}],
    ['qc:bigscreen:edit', 'POST', '/qc/display', { name: '一号屏', productId: 1 }],
  ])('is not done without %s that is taken away meanwhile', async (right, method, path, body) => {
    const { signedIn, store } = await waiting
    const by = await signedIn(right)
    const takeAwayAll = () => store.tx((db) => db.delete(store.t.roleMenus))
    const answer = await whileWaiting(() => by.send(method, path, { body }), takeAwayAll)
    expect(answer.code).toBe(403)
  })
})
