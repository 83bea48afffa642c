import { desc, eq, max, ne } from 'drizzle-orm'
import { text } from '#shared/i18n/catalogues'
import { setConfig } from '#server/admin/config/write'
import { FIRST_ADMINISTRATOR, hostContext } from '#server/access/operation-log/host'
import { sealBaseline, sealStarted } from '#server/qc/audit/baseline'
import { redactChangeNotes } from '#server/qc/audit/redact'
import {
  createFirstAdministrator,
  createUser,
  findCredential,
  isWithoutUsers,
  setPassword,
} from '#server/access/user/queries'
import { isCommonPassword } from '#server/platform/security/common-passwords'
import { decoy, hashPassword } from '#server/platform/security/password'
import { type Dialect, StartError, type Store, type Writer } from '#server/platform/store/index'
import { seedPlant } from './access/colleague'
import { configs } from './admin/config'
import { headOffice, nameDepartmentsInEnglish, seedDepartments } from './access/department'
import { seedDictionaries } from './admin/dictionary'
import { seedJobs } from './admin/job'
import { menu } from './access/menu'
import { applier, type Once } from './once'
import type { YearOptions } from './qc'
import { seedRoles } from './access/role'
import { fillGaps, grantInbox, separateIcons } from './upgrade'
import { DEMO_CORP_ID, demoUsers } from './access/user'

/** Receives the progress of a seed: `done` of `total` steps. */
export type Report = (progress: { phase: 'data' | 'accounts'; done: number; total: number }) => void

export type Account = { username: string; password: string; roles: string[] }

/**
 * Seeds the basics of every installation: settings, menu, roles, a department, dictionaries, jobs. In an existing
 * database it adds the new entries of this version.
 * @returns true if there is no account yet, so that the set-up page must be used
 */
export async function seedProduction(store: Store, { adminPassword }: { adminPassword?: string | undefined } = {}) {
  return store.alone(async () => {
    await seedBasics(store)
    if (!(await isWithoutUsers(store))) return false
    if (!adminPassword) return true
    if (await isCommonPassword(adminPassword)) {
      throw new StartError(`CALIPER_ADMIN_PASSWORD: ${text('en', 'password.common')}`)
    }
    const passwordHash = await hashPassword(adminPassword)
    const context = await hostContext(store, store.db, {
      ...FIRST_ADMINISTRATOR,
      command: 'caliper serve',
      now: Date.now(),
    })
    await createFirstAdministrator(store, { username: 'admin', nickName: '管理员', passwordHash }, context)
    return false
  })
}

/** `isSample`: a few records of one product line, before `now`. */
type DemoOptions = { year?: YearOptions | undefined; isSample?: boolean; now?: number }

/**
 * A demo: the basics, accounts for signing in, a plant with its people, and on request a `year` of its quality
 * control. Passwords of existing accounts are reset if they differ from `passwordOf`.
 */
export async function seedDemo(
  store: Store,
  passwordOf: (username: string) => string,
  report: Report = () => {},
  { year, isSample = false, now = Date.now() }: DemoOptions = {},
) {
  const total = demoUsers.length + 1
  report({ phase: 'data', done: 0, total })
  await seedBasics(store, now, isSample ? 'sample' : undefined)
  const accounts: Account[] = []
  const hashes = new Map<string, Promise<string>>() // hashing is slow by design, so each password is hashed once
  const hashOf = (password: string) => hashes.getOrInsertComputed(password, () => hashPassword(password))
  for (const [index, { username, nickName, roleKeys }] of demoUsers.entries()) {
    report({ phase: 'accounts', done: index + 1, total })
    const password = passwordOf(username)
    await ensureAccount(store, { username, nickName, roleKeys, password }, { hashOf, now })
    accounts.push({ username, password, roles: roleKeys })
  }
  await seedSurroundings(store, accounts, now)
  report({ phase: 'accounts', done: total, total })
  if (year) {
    const { seedYear } = await import('./qc') // not needed by a plant
    await seedYear(store, year, (progress) => report({ phase: 'data', ...progress }))
  }
  if (isSample) await (await import('./qc/sample')).seedSample(store, now)
  return accounts
}

/**
 * The plant with its people, and the accounts' members in the simulator, each once: a later change of a binding stays.
 * If all accounts have the same password, the people of the plant have it too. Otherwise nobody can sign in as them.
 */
async function seedSurroundings(store: Store, accounts: Account[], now: number) {
  const { t } = store
  const administrator = await findCredential(store, 'admin')
  const isOnePassword = new Set(accounts.map(({ password }) => password)).size === 1
  const passwordHash = isOnePassword && administrator ? administrator.passwordHash : decoy()
  await store.tx(async (db) => {
    const once = await applier(store, db, now)
    if (administrator) await seedPlant(store, db, once, administrator.userId, passwordHash)
    await once('demo yield target', async () => {
      const { configs: table } = t
      const isIt = eq(table.configKey, 'qc_yieldTarget')
      const [target] = await db.update(table).set({ configValue: '95' }).where(isIt).returning({ id: table.configId })
      if (target) await sealStarted(store, db, [target.id], now, 'demo')
    })
    for (const { username, memberId } of demoUsers) {
      await once(`binding ${username}`, async () => {
        const [user] = await db.select().from(t.users).where(eq(t.users.username, username))
        if (!user) return
        const binding = { userId: user.userId, corpId: DEMO_CORP_ID, memberId, boundAt: now }
        await db.insert(t.bindings).values(binding).onConflictDoNothing()
      })
    }
  })
}

/** The accounts of a demo made with these passwords. */
export const demoAccounts = (passwordOf: (username: string) => string): Account[] =>
  demoUsers.map(({ username, roleKeys }) => ({ username, password: passwordOf(username), roles: roleKeys }))

type AccountSeed = { username: string; nickName: string; roleKeys: string[]; password: string }

async function ensureAccount(
  store: Store,
  { password, ...user }: AccountSeed,
  { hashOf, now }: { hashOf: (password: string) => Promise<string>; now: number },
) {
  const credential = await findCredential(store, user.username)
  const isSame =
    credential && !credential.mustChangePassword && (await Bun.password.verify(password, credential.passwordHash))
  if (isSame) return
  const passwordHash = await hashOf(password)
  if (credential) await setPassword(store, credential.userId, passwordHash, now)
  else await createUser(store, { ...user, passwordHash }, now)
}

/** Offers accounts on the login page; only for the accounts of a demo. */
export const offerAccounts = (store: Store, accounts: Account[]) =>
  setConfig(store, {
    configKey: 'demo_accounts',
    configName: '演示账号',
    configValue: JSON.stringify(accounts.map(({ username, password }) => ({ username, password, label: username }))),
    isFrontend: true,
  })

/** Seeds the basics of every database in one transaction, each entry once. */
async function seedBasics(store: Store, now = Date.now(), requestId?: string) {
  await store.tx(async (db) => {
    const once = await applier(store, db, now)
    await fillGaps(store, db, now)
    const { configs: table } = store.t
    const made: { id: number }[] = []
    for (const config of configs) {
      await once(`config ${config.configKey}`, async () => {
        const values = { ...config, createdAt: now, updatedAt: now }
        made.push(...(await db.insert(table).values(values).onConflictDoNothing().returning({ id: table.configId })))
      })
    }
    await once('an icon for each menu entry', () => separateIcons(store, db))
    await seedMenu(store, db, once)
    await seedRoles(store, db, once)
    await once('inbox of roles', () => grantInbox(store, db))
    await seedDepartments(store, db, once, headOffice)
    await once('department names in English', () => nameDepartmentsInEnglish(store, db, headOffice))
    await seedDictionaries(store, db, once)
    await seedJobs(store, db, once)
    const ids = made.map(({ id }) => id)
    await sealStarted(store, db, ids, now, requestId)
    await sealBaseline(store, db, now, requestId)
    await redactChangeNotes(store, db)
  })
}

async function seedMenu({ t }: Dialect, db: Writer, once: Once) {
  const { menus } = t
  const { now } = once
  const stamps = { createdAt: now, updatedAt: now }
  const entries = await db
    .select({ path: menus.path, menuId: menus.menuId })
    .from(menus)
    .where(ne(menus.menuType, 'F'))
    .orderBy(desc(menus.menuId))
  /** Directories and pages by their path, even if an administrator has moved them; the older of two. */
  const ids = new Map(entries.map(({ path, menuId }) => [path, menuId]))
  /** Appends an entry to its siblings: in a new database, in the order of the seed. */
  async function add(entry: Omit<typeof menus.$inferInsert, 'sort'>) {
    const [last] = await db
      .select({ sort: max(menus.sort) })
      .from(menus)
      .where(eq(menus.parentId, entry.parentId ?? 0))
    const [made] = await db
      .insert(menus)
      .values({ ...entry, ...stamps, sort: (last?.sort ?? -1) + 1 })
      .returning({ path: menus.path, menuId: menus.menuId })
    if (entry.menuType !== 'F') ids.set(made!.path, made!.menuId)
  }
  for (const { pages, ...directory } of menu) {
    const entry = { ...directory, menuType: 'M', component: 'Layout', noCache: true } as const
    await once(`menu ${directory.path}`, () => add(entry))
    for (const { actions, isHidden, ...page } of pages) {
      const parentId = ids.get(directory.path) ?? 0 // the top if it was deleted
      const visible = isHidden ? '1' : '0'
      await once(`menu ${page.path}`, () => add({ ...page, parentId, menuType: 'C', visible }))
      const pageId = ids.get(page.path)
      if (pageId === undefined) continue
      for (const action of actions) {
        await once(`menu ${action.permission}`, () => add({ ...action, parentId: pageId, menuType: 'F' }))
      }
    }
  }
}
