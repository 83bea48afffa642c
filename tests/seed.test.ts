import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { seedDemo, seedProduction } from '#seed/index'
import type { Store } from '#server/store/index'
import { openTestStore } from './support/store'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.close())

const everything = ({ db, t }: Store) =>
  Promise.all([t.configs, t.menus, t.roles, t.roleMenus].map((table) => db.select().from(table)))

test('a second start changes nothing (S96)', async () => {
  const before = await everything(store)
  await seedProduction(store)
  expect(await everything(store)).toEqual(before)
})

test('a version that brings a new action adds it under its page, and leaves the rest as administrators made it', async () => {
  const { menus, seeds, roles } = store.t
  await store.tx(async (db) => {
    await db.delete(menus).where(eq(menus.permission, 'admin:sysRole:remove')) // as if an older version had made this database
    await db.delete(seeds).where(eq(seeds.seedKey, 'menu admin:sysRole:remove'))
    await db.update(menus).set({ title: 'Own title' }).where(eq(menus.path, '/admin/sys-role'))
    await db.delete(roles).where(eq(roles.roleKey, 'viewer'))
  })
  await seedProduction(store)
  const rows = await store.db.select().from(menus)
  const page = rows.find(({ path }) => path === '/admin/sys-role')!
  expect(page.title).toBe('Own title')
  expect(rows.find(({ permission }) => permission === 'admin:sysRole:remove')).toMatchObject({
    parentId: page.menuId,
    menuType: 'F',
  })
  expect(await store.db.select().from(roles).where(eq(roles.roleKey, 'viewer'))).toEqual([])
})

test('a password for the first administrator that everybody tries first ends the start, and nobody is made (S3, S76)', async () => {
  const started = seedProduction(store, { adminPassword: 'Password123' })
  await expect(started).rejects.toThrow('CALIPER_ADMIN_PASSWORD: This password is common and easy to guess')
  expect(await store.db.select().from(store.t.users)).toEqual([])
  expect(await seedProduction(store, { adminPassword: 'a password of my own' })).toBe(false)
})

test('a role that an operator made under the key of a new one stays, and the start goes on', async () => {
  const { roles, seeds } = store.t
  await store.tx(async (db) => {
    await db.update(roles).set({ roleName: 'Own viewer' }).where(eq(roles.roleKey, 'viewer'))
    await db.delete(seeds).where(eq(seeds.seedKey, 'role viewer'))
  })
  await seedProduction(store)
  const [viewer] = await store.db.select().from(roles).where(eq(roles.roleKey, 'viewer'))
  expect(viewer!.roleName).toBe('Own viewer')
})

test('a demo has an account for each role, tells how far it is, and sets passwords anew when they differ', async () => {
  const phases: string[] = []
  const accounts = await seedDemo(
    store,
    () => 'first-password',
    ({ phase, done, total }) => phases.push(`${phase} ${done}/${total}`),
  )
  expect(accounts.map(({ username, roles }) => [username, ...roles])).toEqual([
    ['admin', 'admin'],
    ['inspector', 'inspector'],
    ['approver', 'approver', 'inspector'],
    ['viewer', 'viewer'],
  ])
  expect(phases.at(-1)).toBe('accounts 5/5')
  const hashes = async () => (await store.db.select().from(store.t.credentials)).map(({ passwordHash }) => passwordHash)
  const before = await hashes()
  await seedDemo(store, () => 'first-password')
  expect(await hashes()).toEqual(before)
  await seedDemo(store, () => 'other-password')
  expect((await hashes()).filter((hash) => before.includes(hash))).toEqual([])
})

test('each account of a demo is bound to its member in the simulator, and a binding that was ended stays so', async () => {
  const { bindings, users } = store.t
  const bound = async () => {
    const rows = await store.db.select().from(bindings).innerJoin(users, eq(users.userId, bindings.userId))
    return rows.map((row) => [row.sys_user.username, row.sys_wecom_binding.memberId])
  }
  await seedDemo(store, () => 'first-password')
  expect(await bound()).toEqual([
    ['admin', 'guan.li'],
    ['inspector', 'li.jian'],
    ['approver', 'wang.shen'],
    ['viewer', 'fang.ke'],
  ])
  await store.tx((db) => db.delete(bindings).where(eq(bindings.memberId, 'fang.ke')))
  await seedDemo(store, () => 'first-password')
  expect(await bound()).toHaveLength(3)
})
