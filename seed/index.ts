import { eq, inArray } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { setConfig } from '#server/queries/config'
import { createFirstAdministrator, createUser, findCredential, isWithoutUsers, setPassword } from '#server/queries/user'
import { hashPassword } from '#server/security/password'
import type { Store, Writer } from '#server/store/index'
import { configs } from './config'
import { menu } from './menu'
import { adminRole, workingRoles } from './role'
import { demoUsers } from './user'

/** Hears how far a seed is: `done` of `total` steps. */
export type Report = (progress: { phase: 'data' | 'accounts'; done: number; total: number }) => void

export type Account = { username: string; password: string; roles: string[] }

/**
 * What every installation needs: settings, menu, roles. Does nothing where they are.
 * @returns true when nobody holds an account yet, so that the set-up page must be used
 */
export async function seedProduction(store: Store, { adminPassword }: { adminPassword?: string | undefined } = {}) {
  await seedBasics(store)
  if (!(await isWithoutUsers(store))) return false
  if (!adminPassword) return true
  const passwordHash = await hashPassword(adminPassword)
  await createFirstAdministrator(store, { username: 'admin', nickName: '管理员', passwordHash }, Date.now())
  return false
}

/**
 * A demo: everything above, and an account for each role. Passwords of accounts that are there are set anew when they
 * differ from what `passwordOf` says.
 */
export async function seedDemo(store: Store, passwordOf: (username: string) => string, report: Report = () => {}) {
  const total = demoUsers.length + 1
  report({ phase: 'data', done: 0, total })
  await seedBasics(store)
  const accounts: Account[] = []
  for (const [place, { username, nickName, roleKeys }] of demoUsers.entries()) {
    report({ phase: 'accounts', done: place + 1, total })
    const password = passwordOf(username)
    await ensureAccount(store, { username, nickName, roleKeys, password })
    accounts.push({ username, password, roles: roleKeys })
  }
  report({ phase: 'accounts', done: total, total })
  return accounts
}

type AccountSeed = { username: string; nickName: string; roleKeys: string[]; password: string }

async function ensureAccount(store: Store, { password, ...user }: AccountSeed) {
  const known = await findCredential(store, user.username)
  if (known && (await Bun.password.verify(password, known.passwordHash))) return
  const passwordHash = await hashPassword(password)
  if (known) await setPassword(store, known.userId, passwordHash, Date.now())
  else await createUser(store, { ...user, passwordHash }, Date.now())
}

/** Lets the login page offer accounts; only ever called with those of a demo. */
export const offerAccounts = (store: Store, accounts: Account[]) =>
  setConfig(store, {
    configKey: 'demo_accounts',
    configName: '演示账号',
    configValue: JSON.stringify(accounts.map(({ username, password }) => ({ username, password, label: username }))),
    isFrontend: true,
  })

/** Settings, menu and roles, in one transaction: either all are there or none. */
async function seedBasics(store: Store) {
  const { t } = store
  await store.tx(async (db) => {
    const [present] = await db.select().from(t.roles).where(eq(t.roles.roleKey, ADMIN_ROLE_KEY))
    if (present) return
    const now = Date.now()
    await db.insert(t.configs).values(configs.map((config) => ({ ...config, createdAt: now, updatedAt: now })))
    await insertMenu(store, db)
    for (const [place, { permissions, ...role }] of [adminRole, ...workingRoles].entries()) {
      const [made] = await db
        .insert(t.roles)
        .values({ ...role, roleSort: place + 1, status: statuses.on, createdAt: now, updatedAt: now })
        .returning({ roleId: t.roles.roleId })
      if (permissions.length === 0) continue
      const granted = await db.select().from(t.menus).where(inArray(t.menus.permission, permissions))
      await db.insert(t.roleMenus).values(granted.map(({ menuId }) => ({ roleId: made!.roleId, menuId })))
    }
  })
}

async function insertMenu({ t }: Store, db: Writer) {
  const insert = async (entry: typeof t.menus.$inferInsert) => {
    const [made] = await db.insert(t.menus).values(entry).returning({ menuId: t.menus.menuId })
    return made!.menuId
  }
  for (const [sort, { pages, ...directory }] of menu.entries()) {
    const parentId = await insert({ ...directory, menuType: 'M', component: 'Layout', noCache: true, sort })
    for (const [pageSort, { actions, ...page }] of pages.entries()) {
      const pageId = await insert({ ...page, parentId, menuType: 'C', sort: pageSort })
      for (const [actionSort, action] of actions.entries()) {
        await insert({ ...action, parentId: pageId, menuType: 'F', sort: actionSort })
      }
    }
  }
}
