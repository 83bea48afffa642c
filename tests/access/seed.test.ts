import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, inArray, like, ne } from 'drizzle-orm'
import { seedDemo, seedProduction } from '#seed/index'
import { findCredential } from '#server/access/user/queries'
import type { Store, Writer } from '#server/platform/store/index'
import { openTestStore } from '../support/store'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.close())

const everything = ({ db, t }: Store) =>
  Promise.all(
    [t.configs, t.menus, t.roles, t.roleMenus, t.depts, t.posts, t.jobs, t.dictTypes, t.dictData, t.users].map(
      (table) => db.select().from(table),
    ),
  )

/** Departments with their depth, as the paths say it. */
const departments = async ({ db, t }: Store) =>
  (await db.select().from(t.depts)).map((one) => ({ ...one, depth: one.deptPath.split('/').length - 3 }))

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

test('each entry that the menu shows has an icon of its own', async () => {
  const { menus } = store.t
  const shown = await store.db
    .select({ icon: menus.icon })
    .from(menus)
    .where(and(ne(menus.menuType, 'F'), eq(menus.visible, '0')))
  const icons = shown.map(({ icon }) => icon)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})

test('a version that gives an entry another icon leaves those that administrators have chosen', async () => {
  const { menus, seeds } = store.t
  const setIcon = (db: Writer, path: string, icon: string) => db.update(menus).set({ icon }).where(eq(menus.path, path))
  await store.tx(async (db) => {
    await db.delete(seeds).where(eq(seeds.seedKey, 'an icon for each menu entry')) // as if an older version had made this database
    await setIcon(db, '/caliper/lot', 'job')
    await setIcon(db, '/caliper/audit', 'bug')
  })
  await seedProduction(store)
  const iconOf = async (path: string) =>
    (await store.db.select().from(menus).where(eq(menus.path, path))).map(({ icon }) => icon)
  expect([await iconOf('/caliper/lot'), await iconOf('/caliper/audit')]).toEqual([['component'], ['bug']])
  await store.tx((db) => setIcon(db, '/caliper/lot', 'job'))
  await seedProduction(store)
  expect(await iconOf('/caliper/lot')).toEqual(['job']) // chosen since
})

test('a password for the first administrator that everybody tries first ends the start, and nobody is made (S3, S76)', async () => {
  const started = seedProduction(store, { adminPassword: 'Password123' })
  await expect(started).rejects.toThrow('CALIPER_ADMIN_PASSWORD: This password is too common and easy to guess')
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

test('production begins with seven roles, one department, and nobody', async () => {
  const { roles, users, posts } = store.t
  expect(
    (await store.db.select().from(roles).orderBy(roles.roleId)).map(({ roleKey, dataScope }) => [roleKey, dataScope]),
  ).toEqual([
    ['admin', '1'],
    ['quality-engineer', '4'],
    ['inspector', '5'],
    ['reviewer', '4'],
    ['approver', '4'],
    ['viewer', '3'],
    ['display', '1'],
  ])
  expect(await departments(store)).toMatchObject([{ deptName: '总部', parentId: 0, deptPath: '/0/1/', createBy: null }])
  expect([...(await store.db.select().from(users)), ...(await store.db.select().from(posts))]).toEqual([])
})

test('a role keeps the data scope and permissions that an administrator has given it', async () => {
  const { roles } = store.t
  const inspector = () => store.db.select().from(roles).where(eq(roles.roleKey, 'inspector'))
  await store.tx((db) => db.update(roles).set({ dataScope: '', roleName: 'Own' }).where(eq(roles.roleKey, 'inspector')))
  await seedProduction(store)
  expect(await inspector()).toMatchObject([{ dataScope: '', roleName: 'Own' }])
})

describe('the plant of a demo', () => {
  const PASSWORD = 'first-password'
  const OTHER = 'other-password'
  const people = async () => {
    const { users, depts, posts, userRoles } = store.t
    const rows = await store.db
      .select({ user: users, deptName: depts.deptName, postCode: posts.postCode })
      .from(users)
      .leftJoin(depts, eq(depts.deptId, users.deptId))
      .leftJoin(posts, eq(posts.postId, users.postId))
    const held = await store.db.select().from(userRoles)
    return rows.map((row) => ({ ...row, roles: held.filter(({ userId }) => userId === row.user.userId).length }))
  }
  const isPasswordOf = async (username: string, password: string) => {
    const known = await findCredential(store, username)
    return Bun.password.verify(password, known!.passwordHash)
  }

  test('has departments below one another, and some thirty people with a department, a post and a role each', async () => {
    await seedDemo(store, () => PASSWORD)
    const made = await departments(store)
    expect(made.length).toBeGreaterThanOrEqual(10)
    expect(Math.max(...made.map(({ depth }) => depth))).toBeGreaterThanOrEqual(3)
    for (const { deptId, parentId, deptPath } of made) {
      const parent = made.find((one) => one.deptId === parentId)
      expect(deptPath).toBe(`${parent?.deptPath ?? '/0/'}${deptId}/`)
    }
    const all = await people()
    expect(all.length).toBeGreaterThanOrEqual(29)
    for (const { user, deptName, postCode, roles } of all) {
      expect([user.username, deptName === null, postCode === null, roles > 0]).toEqual([
        user.username,
        false,
        false,
        true,
      ])
      expect(user).toMatchObject({
        createBy: 1,
        phone: expect.stringMatching(/^1380000\d{4}$/),
        email: expect.stringContaining('@'),
      })
    }
    expect(new Set(all.map(({ user }) => user.phone)).size).toBe(all.length)
  })

  test('is made once: what an operator moves, renames or deletes stays so', async () => {
    await seedDemo(store, () => PASSWORD)
    const { users, depts, credentials, userRoles } = store.t
    await store.tx(async (db) => {
      await db.update(users).set({ deptId: 1, nickName: 'Own name' }).where(eq(users.username, 'hejun'))
      await db.update(depts).set({ deptName: 'Own department' }).where(eq(depts.deptName, '二车间'))
      const [left] = await db.select().from(users).where(eq(users.username, 'zhengkai'))
      await db.delete(userRoles).where(eq(userRoles.userId, left!.userId))
      await db.delete(credentials).where(eq(credentials.userId, left!.userId))
      await db.delete(users).where(eq(users.userId, left!.userId))
    })
    const before = await everything(store)
    await seedDemo(store, () => PASSWORD)
    expect(await everything(store)).toEqual(before)
  })

  test('has one password where all accounts have one, changed with theirs; nobody signs in as them where those are random', async () => {
    await seedDemo(store, () => PASSWORD)
    expect(await isPasswordOf('hejun', PASSWORD)).toBe(true)
    await seedDemo(store, () => OTHER)
    expect([await isPasswordOf('hejun', PASSWORD), await isPasswordOf('hejun', OTHER)]).toEqual([false, true])
    const passwords: string[] = []
    await seedDemo(store, (username) => {
      passwords.push(`random one of ${username}`)
      return passwords.at(-1)!
    })
    const accepted = await Promise.all([OTHER, ...passwords].map((password) => isPasswordOf('hejun', password)))
    expect(accepted).toEqual([false, false, false, false, false])
  })

  test('is added to a demo of an older version, whose accounts get their places and keep what they have', async () => {
    const { users, seeds, depts } = store.t
    await seedDemo(store, () => PASSWORD)
    await store.tx(async (db) => {
      await db.delete(seeds).where(like(seeds.seedKey, 'place %'))
      await db
        .update(users)
        .set({ deptId: null, postId: null, phone: '13911112222', email: '' })
        .where(eq(users.username, 'viewer'))
    })
    await seedDemo(store, () => PASSWORD)
    const viewer = (await people()).find(({ user }) => user.username === 'viewer')!
    expect(viewer).toMatchObject({
      deptName: '过程检验组',
      postCode: 'PE',
      user: { phone: '13911112222', email: 'viewer@caliper.example' },
    })
    expect(await store.db.select().from(depts)).toHaveLength(12)
  })
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
    ['approver', 'inspector', 'approver'],
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

test('the first roles with a data scope cannot read the audit trail and the logs, which know none (S33, S74)', async () => {
  const { roles, roleMenus, menus } = store.t
  const holders = await store.db
    .select({ roleKey: roles.roleKey, dataScope: roles.dataScope })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.roleId))
    .innerJoin(menus, eq(menus.menuId, roleMenus.menuId))
    .where(
      inArray(menus.permission, [
        'qc:audit:list',
        'qc:audit:verify',
        'qc:audit:export',
        ...(['list', 'query', 'export', 'remove'] as const).map((action) => `admin:sysOperLog:${action}`),
        ...(['list', 'export', 'remove'] as const).map((action) => `admin:sysLoginLog:${action}`),
      ]),
    )
  expect(holders.filter(({ dataScope }) => dataScope !== '1')).toEqual([])
})

test('entries of a database older than English labels get theirs, those that somebody calls otherwise do not', async () => {
  const { dictData, seeds } = store.t
  const entry = (dictValue: string) => and(eq(dictData.dictType, 'qc_disposition'), eq(dictData.dictValue, dictValue))
  const english = async (dictValue: string) =>
    (await store.db.select().from(dictData).where(entry(dictValue)))[0]?.dictLabelEn
  await store.tx(async (db) => {
    await db.update(dictData).set({ dictLabelEn: '' })
    await db.update(dictData).set({ dictLabel: '重做' }).where(entry('rework'))
    await db.update(dictData).set({ dictLabelEn: 'Junk' }).where(entry('scrap'))
    await db.delete(seeds).where(eq(seeds.seedKey, 'dictionary labels in English'))
  })
  await seedProduction(store)
  expect(await Promise.all(['return', 'rework', 'scrap'].map(english))).toEqual(['Return', '', 'Junk'])
  await store.tx((db) => db.update(dictData).set({ dictLabelEn: '' }).where(entry('return')))
  await seedProduction(store)
  expect(await english('return')).toBe('')
})
