import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { startApp, type App } from '../support/app'
import { signInAs } from '../support/sign-in'
import { until } from '../support/until'

const life = { sessionIdleMs: 3_600_000, sessionMaxMs: 3_600_000 }

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn(ALL_PERMISSIONS)
})
afterAll(() => app.close())

type Caller = Awaited<ReturnType<App['signedIn']>>
const stampOf = async (caller: Pick<Caller, 'get'>) => (await caller.get('/getinfo')).headers.get('x-access')

async function roleOf({ roleKey }: Caller) {
  const { data } = await admin.get(`/role?roleKey=${roleKey}`)
  return data.list[0] as { roleId: number; roleName: string; roleKey: string; status: string }
}

const entryOf = async (path: string) => {
  const [menu] = await app.store.db.select().from(app.store.t.menus).where(eq(app.store.t.menus.path, path))
  return menu!
}

test('every answer to somebody who is signed in tells what they may do, refusals included, and no other answer', async () => {
  const operator = await app.signedIn('admin:sysRole:list')
  const stamp = await stampOf(operator)
  expect(stamp).toMatch(/^[\w-]{16}$/)
  expect((await operator.get('/menurole')).headers.get('x-access')).toBe(stamp)
  const refused = await operator.delete('/role', { ids: [1] })
  expect(refused).toMatchObject({ code: 403 })
  expect(refused.headers.get('x-access')).toBe(stamp)
  expect((await operator.get('/nowhere')).headers.get('x-access')).toBe(stamp)
  expect((await app.anyone.get('/app-config')).headers.get('x-access')).toBeNull()
  expect((await app.anyone.get('/getinfo')).headers.get('x-access')).toBeNull()
})

test('it stays the same while nothing changes, whoever else writes and whichever session asks', async () => {
  const operator = await app.signedIn('admin:sysRole:list', 'admin:sysRole:add')
  const stamp = await stampOf(operator)
  await operator.post('/role', { roleName: '旁边', roleKey: 'beside' })
  await operator.put('/user/profile', { nickName: '改名' })
  const { token } = await signInAs(app.store, operator.userId, Date.now(), life)
  for (let i = 0; i < 3; i++) {
    expect(await stampOf(operator)).toBe(stamp)
    expect(await stampOf(app.callerWith(token))).toBe(stamp)
  }
})

type Change = [what: string, change: (operator: Caller) => Promise<{ code: number }>]
const changes: Change[] = [
  [
    'their role loses a permission',
    async (operator) => {
      const { roleId, ...role } = await roleOf(operator)
      const { menuId } = await entryOf('/admin/sys-role')
      return admin.put(`/role/${roleId}`, { ...role, menuIds: [menuId] })
    },
  ],
  [
    'a second role of theirs is disabled',
    async (operator) => {
      const { t, tx } = app.store
      const other = await app.signedIn('admin:sysPost:list')
      const { roleId } = await roleOf(other)
      await tx((db) => db.insert(t.userRoles).values({ userId: operator.userId, roleId }))
      await stampBefore(operator)
      return admin.put('/role-status', { roleId, status: '1' })
    },
  ],
  [
    'they are given another role',
    async (operator) => {
      const { t, tx } = app.store
      const { roleId } = await roleOf(await app.signedIn())
      await tx((db) => db.insert(t.userRoles).values({ userId: operator.userId, roleId }))
      return { code: 200 }
    },
  ],
  [
    'their role sees other rows',
    async (operator) => {
      const { t, tx } = app.store
      const { roleId } = await roleOf(operator)
      await tx((db) => db.update(t.roles).set({ dataScope: '3' }).where(eq(t.roles.roleId, roleId)))
      return { code: 200 }
    },
  ],
  [
    'they move to another department',
    async (operator) => {
      const { t, tx } = app.store
      const dept = { deptName: '部门', deptPath: '/0/1/', status: statuses.on, createdAt: 0, updatedAt: 0 }
      const [made] = await tx((db) => db.insert(t.depts).values(dept).returning())
      const { deptId } = made!
      await tx((db) => db.update(t.users).set({ deptId }).where(eq(t.users.userId, operator.userId)))
      return { code: 200 }
    },
  ],
  [
    'an entry of the menu is called otherwise',
    async () => admin.put(`/menu/${(await entryOf('/admin/sys-role')).menuId}`, { title: '角色' }),
  ],
  [
    'an entry is added',
    () => admin.post('/menu', { menuType: 'M', title: '新目录', path: '/new', menuName: 'New', icon: 'form' }),
  ],
  ['an entry is deleted', async () => admin.delete('/menu', { ids: [(await entryOf('/new')).menuId] })],
]
const before = new WeakMap<Caller, string | null>()
const stampBefore = async (operator: Caller) => void before.set(operator, await stampOf(operator))

test.each(changes)('it is another one with the next request after %s', async (_what, change) => {
  const operator = await app.signedIn('admin:sysRole:list', 'admin:sysRole:query')
  await stampBefore(operator)
  expect((await change(operator)).code).toBe(200)
  const after = await stampOf(operator)
  expect(after).not.toBe(before.get(operator)!)
  expect(await stampOf(operator)).toBe(after)
})

test('asking for it does not keep a session alive; using it does', async () => {
  let now = Date.now()
  const clocked = await startApp({ settings: { sessionIdleMs: 600_000 }, now: () => now })
  const operator = await clocked.signedIn('admin:sysRole:list')
  const after = (ms: number, headers = {}) => {
    now += ms
    return operator.send('GET', '/getinfo', { headers })
  }
  const asking = { 'x-idle': '1' }
  expect((await after(400_000)).code).toBe(200)
  const { sessions } = clocked.store.t
  const isNoted = async () => (await clocked.store.db.select().from(sessions)).some((one) => one.lastSeenAt === now)
  await until(isNoted) // the request did not wait for it
  expect((await after(400_000, asking)).code).toBe(200)
  expect((await after(199_000, asking)).code).toBe(200)
  expect((await after(2_000, asking)).code).toBe(6401)
  await clocked.close()
})
