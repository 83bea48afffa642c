import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingKeys } from '#shared/settings-catalogue'
import { getConfigByKey, listConfigs } from '#server/queries/config'
import { menuOf } from '#server/queries/menu'
import { listMenus } from '#server/queries/menu-list'
import { getRole } from '#server/queries/role'
import { findOperator, type Operator } from '#server/queries/session'
import { digest } from '#server/security/token'
import { openStore, type Store } from '#server/store/index'
import { createJournal, JOURNAL, migrationsOf } from '#server/store/migrations'
import { createDatabase, databasePath } from '#server/store/sqlite-file'
import { seedProduction } from '../seed/index'

const now = Date.now()
const life = { sessionIdleMs: 1_800_000, sessionMaxMs: 43_200_000 }

/** A database as a version wrote it that knew so many migrations; deleted by the function that is answered. */
function writtenBy(migrations: number, rows: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'caliper-upgrade-'))
  createDatabase(databasePath(dataDir))
  const database = new Database(databasePath(dataDir))
  database.exec(createJournal)
  for (const { hash, statements } of migrationsOf('sqlite').slice(0, migrations)) {
    for (const statement of statements) database.exec(statement)
    database.prepare(`insert into ${JOURNAL} (hash, applied_at) values (?, ?)`).run(hash, now)
  }
  database.exec(rows)
  database.close()
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true }) }
}

const person = `
  insert into sys_user (user_id, username, username_key, nick_name, status, created_at, updated_at)
    values (7, 'li', 'li', 'Li', '2', ${now}, ${now});
  insert into sys_role (role_id, role_name, role_key, role_sort, status, created_at, updated_at)
    values (3, 'Viewer', 'viewer', 1, '2', ${now}, ${now});
  insert into sys_user_role (user_id, role_id) values (7, 3);`

describe('a database of the first version', () => {
  let store: Store
  const old = writtenBy(
    1,
    `${person}
    insert into sys_session (token_hash, user_id, signed_in_at, last_seen_at, ends_at, revoked_at) values
      ('${digest('open')}', 7, ${now}, ${now}, ${now + 1e6}, null),
      ('${digest('ended')}', 7, ${now}, ${now}, ${now + 1e6}, ${now});`,
  )
  beforeAll(async () => {
    store = await openStore({ dataDir: old.dataDir, databaseUrl: undefined })
  })
  afterAll(async () => {
    await store.close()
    old.remove()
  })

  test('who was signed in before an upgrade still is (S18, S96)', async () => {
    expect(await findOperator(store, 'open', now, life)).toMatchObject({ userId: 7, roles: ['viewer'] })
  })

  test('who had signed out stays out', async () => {
    expect(await findOperator(store, 'ended', now, life)).toBe('unknown')
  })
})

describe('a database of the version that had roles and sessions alone', () => {
  let store: Store
  const menu = [
    ['0', 'M', '系统管理', '/admin', 'Layout', '', '0'],
    ['1', 'C', '角色管理', '/admin/sys-role', '/admin/sys-role/index', 'admin:sysRole:list', '0'],
    ['2', 'F', '查看角色', '', '', 'admin:sysRole:query', '0'],
    ['2', 'F', '新建角色', '', '', 'admin:sysRole:add', '1'],
    ['2', 'F', '修改角色', '', '', 'admin:sysRole:update', '2'],
    ['2', 'F', '删除角色', '', '', 'admin:sysRole:remove', '3'],
    ['1', 'C', '会话', '/admin/sys-session', '/admin/sys-session/index', 'admin:sysSession:list', '1'],
    ['7', 'F', '结束会话', '', '', 'admin:sysSession:remove', '0'],
  ].map((entry, place) => [String(place + 1), ...entry].map((value) => `'${value}'`).join())
  const seeded = [
    'config sys_app_name',
    'config sys_app_logo',
    'menu /admin',
    'menu /admin/sys-role',
    'menu /admin/sys-session',
    ...['query', 'add', 'update', 'remove'].map((action) => `menu admin:sysRole:${action}`),
    'menu admin:sysSession:remove',
    ...['admin', 'inspector', 'approver', 'viewer'].map((roleKey) => `role ${roleKey}`),
  ]
  const old = writtenBy(
    4,
    `${person}
    insert into sys_session (session_id, user_id, signed_in_at, last_seen_at, ends_at)
      values (1, 7, ${now}, ${now}, ${now + 1e6});
    insert into sys_token (token_hash, session_id, issued_at) values ('${digest('open')}', 1, ${now});
    insert into sys_config (config_name, config_key, config_value, is_frontend, created_at, updated_at) values
      ('系统名称', 'sys_app_name', 'Plant 3', 1, ${now}, ${now}),
      ('系统标志', 'sys_app_logo', '/logo.svg', 1, ${now}, ${now});
    insert into sys_menu (menu_id, parent_id, menu_type, title, path, component, permission, sort)
      values ${menu.map((entry) => `(${entry})`).join()};
    insert into sys_role_menu (role_id, menu_id) values (3, 3), (3, 7);
    insert into sys_seed (seed_key, applied_at) values ${seeded.map((key) => `('${key}', ${now})`).join()};`,
  )
  beforeAll(async () => {
    store = await openStore({ dataDir: old.dataDir, databaseUrl: undefined })
    await seedProduction(store)
  })
  afterAll(async () => {
    await store.close()
    old.remove()
  })

  const everyone = { pageIndex: 1, pageSize: 100, orders: [] }

  test('keeps who is signed in, and what they may see and do', async () => {
    const operator = await findOperator(store, 'open', now, life)
    expect(operator).toMatchObject({ userId: 7, roles: ['viewer'] })
    const { permissions } = operator as Operator // as it says one line above
    expect(permissions.toSorted()).toEqual(['admin:sysRole:list', 'admin:sysRole:query', 'admin:sysSession:list'])
    expect(await menuOf(store, operator as Operator)).toMatchObject([
      { path: '/admin', children: [{ path: '/admin/sys-role' }, { path: '/admin/sys-session', title: '会话' }] },
    ])
    expect(await getRole(store, 3)).toMatchObject({ roleName: 'Viewer', menuIds: [3, 7], deptIds: [] })
  })

  test('keeps what was set, and shows it among what is built in', async () => {
    expect(await getConfigByKey(store, 'sys_app_name')).toMatchObject({ configValue: 'Plant 3', configType: 'Y' })
    const { list } = await listConfigs(store, { ...everyone, configType: 'Y' })
    expect(list.map(({ configKey }) => configKey).toSorted()).toEqual([...settingKeys].toSorted())
    expect(await listConfigs(store, { ...everyone, configType: 'N' })).toMatchObject({ count: 0 })
  })

  test('has new pages behind those that were there, in their order', async () => {
    const [admin, quality, tools] = await listMenus(store, [], {}, 'en')
    const paths = admin!.children!.map(({ path }) => path)
    const before = ['/admin/sys-role', '/admin/sys-session']
    expect(paths.slice(0, 4)).toEqual([...before, '/admin/sys-user', '/admin/sys-dept'])
    expect(new Set(admin!.children!.map(({ sort }) => sort)).size).toBe(paths.length)
    expect([quality!.path, tools!.path]).toEqual(['/caliper', '/sys-tools'])
    const [roles] = admin!.children!
    expect(roles!.children!.map(({ permission }) => permission.split(':').at(-1))).toEqual([
      'query',
      'add',
      'update',
      'remove',
      'export',
    ])
  })

  test('says of every entry of the menu when it was made and changed', async () => {
    const rows = await store.db.select().from(store.t.menus)
    expect(rows.filter(({ createdAt, updatedAt }) => createdAt < now || updatedAt < now)).toEqual([])
  })

  test('is the same after another start', async () => {
    const tables = [store.t.menus, store.t.configs, store.t.roles, store.t.roleMenus, store.t.seeds]
    const all = () => Promise.all(tables.map((table) => store.db.select().from(table)))
    const before = await all()
    await seedProduction(store)
    expect(await all()).toEqual(before)
  })
})
