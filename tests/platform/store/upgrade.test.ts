import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackup } from '#server/platform/backup/open'
import { REDACTED } from '#shared/qc/constants'
import { settingKeys } from '#shared/access/settings-catalogue'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { configReader, getConfigByKey } from '#server/admin/config/queries'
import { menuOf } from '#server/access/menu/queries'
import { listMenus } from '#server/access/menu/list'
import { qcSettings } from '#server/qc/audit/sealed-rows'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { getRole } from '#server/access/role/queries'
import { findOperator, type Operator } from '#server/access/session/queries'
import { digest } from '#server/platform/security/token'
import { openStore, type Store } from '#server/platform/store/index'
import { createJournal, JOURNAL, migrationsOf } from '#server/platform/store/migrations'
import { createDatabase, databasePath } from '#server/platform/store/sqlite/file'
import { seedProduction } from '../../../seed/index'
import { restoreBatches } from '../../../client/pages/access/trash/restore-batches'
import { startApp } from '../../support/app'
import { testFolder } from '../../support/folder'
import { PASSWORD } from '../../support/qc/plant'

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
  ].map((entry, index) => [String(index + 1), ...entry].map((value) => `'${value}'`).join())
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
    const { list } = await configReader.list(store, { ...everyone, configType: 'Y' })
    expect(list.map(({ configKey }) => configKey).toSorted()).toEqual([...settingKeys].toSorted())
    expect(await configReader.list(store, { ...everyone, configType: 'N' })).toMatchObject({ count: 0 })
  })

  test('has new pages behind those that were there, in their order', async () => {
    const [admin, quality, tools] = await listMenus(store, async () => [], {}, 'en')
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
      'share',
    ])
  })

  test('says of every entry of the menu when it was made and changed', async () => {
    const rows = await store.db.select().from(store.t.menus)
    expect(rows.filter(({ createdAt, updatedAt }) => createdAt < now || updatedAt < now)).toEqual([])
  })

  test('is the same after another start', () => expectSameAfterStart(store))
})

async function expectSameAfterStart(store: Store) {
  const { menus, configs, roles, roleMenus, dictTypes, dictData, seeds } = store.t
  const tables = [menus, configs, roles, roleMenus, dictTypes, dictData, seeds]
  const all = () => Promise.all(tables.map((table) => store.db.select().from(table)))
  const before = await all()
  await seedProduction(store)
  expect(await all()).toEqual(before)
}

describe('a database of the version that had no quality control', () => {
  let store: Store
  let send: (method: string, path: string, body?: object) => Promise<{ code: number; data: any }>
  const entry = { dictCode: 12, dictType: 'plant_hall', dictLabel: '二号厅', dictValue: '2', dictSort: 1, status: '2' }
  const looks = { cssClass: '', listClass: '', isDefault: '', defaultValue: '', remark: '' }
  const deleted = JSON.stringify([[{ ...entry, ...looks, createdAt: now, updatedAt: now }]])
  const old = writtenBy(
    5,
    `
    insert into sys_dept (dept_id, dept_path, dept_name, status, created_at, updated_at)
      values (4, '/4', '质量部', '2', ${now}, ${now});
    insert into sys_user (user_id, username, username_key, nick_name, status, dept_id, created_at, updated_at)
      values (7, 'li', 'li', 'Li', '2', 4, ${now}, ${now});
    insert into sys_role (role_id, role_name, role_key, role_sort, status, created_at, updated_at) values
      (1, 'Administrator', 'admin', 1, '2', ${now}, ${now}),
      (3, 'Inspector', 'inspector', 2, '2', ${now}, ${now});
    insert into sys_user_role (user_id, role_id) values (7, 1), (7, 3);
    insert into sys_session (session_id, user_id, signed_in_at, last_seen_at, ends_at)
      values (1, 7, ${now}, ${now}, ${now + 1e6});
    insert into sys_token (token_hash, session_id, issued_at) values ('${digest('open')}', 1, ${now});
    insert into sys_menu (menu_id, parent_id, menu_type, title, path, component, permission, sort, created_at, updated_at)
      values (1, 0, 'M', '系统管理', '/admin', 'Layout', '', 0, ${now}, ${now}),
      (2, 1, 'C', '字典管理', '/admin/dict', '/admin/dict/index', 'admin:sysDictType:list', 0, ${now}, ${now});
    insert into sys_role_menu (role_id, menu_id) values (3, 2);
    insert into sys_dict_type (id, dict_name, dict_type, status, created_at, updated_at)
      values (9, '厅', 'plant_hall', '2', ${now}, ${now});
    insert into sys_dict_data (dict_code, dict_type, dict_label, dict_value, status, created_at, updated_at)
      values (11, 'plant_hall', '一号厅', '1', '2', ${now}, ${now}), (12, 'plant_hall', '二号厅', '2', '2', ${now}, ${now});
    delete from sys_dict_data where dict_code = 12;
    insert into sys_trash (kind, record_id, name, content, deleted_by, deleted_by_name, deleted_at)
      values ('dictData', 12, '二号厅', '${deleted}', 7, 'Li', ${now});
    insert into sys_seed (seed_key, applied_at) values
      ('menu /admin', ${now}), ('role admin', ${now}), ('role inspector', ${now});`,
  )
  beforeAll(async () => {
    store = await openStore({ dataDir: old.dataDir, databaseUrl: undefined })
    await seedProduction(store)
    const app = createApp({ store, settings: readSettings({}, { mode: 'ephemeral', logRequests: false }) })
    send = async (method, path, body) => {
      const headers = { authorization: 'Bearer open', 'content-type': 'application/json' }
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await app.request(`/api/v1${path}`, sent)).json()
    }
  })
  afterAll(async () => {
    await store.close()
    old.remove()
  })

  test('keeps who is signed in, and what roles may do: rights of what is new are given by people (S96)', async () => {
    expect(await findOperator(store, 'open', now, life)).toMatchObject({ userId: 7, roles: ['admin', 'inspector'] })
    expect(await getRole(store, 3)).toMatchObject({ roleName: 'Inspector', menuIds: [2] })
    const roleKeys = (await store.db.select().from(store.t.roles)).map(({ roleKey }) => roleKey)
    expect(roleKeys).toEqual(expect.arrayContaining(['quality-engineer', 'reviewer', 'approver']))
  })

  test('keeps its own words, which have no English yet, and takes back what was deleted before', async () => {
    const wordsIn = async (dictType: string): Promise<{ dictLabel: string; dictLabelEn: string }[]> =>
      (await send('GET', `/dict/data?dictType=${dictType}`)).data.list
    expect(await wordsIn('plant_hall')).toMatchObject([{ dictLabel: '一号厅', dictLabelEn: '' }])
    expect(await send('POST', '/dict/data/restore', { ids: [12] })).toMatchObject({ code: 200, data: [12] })
    expect(await wordsIn('plant_hall')).toMatchObject([
      { dictLabel: '一号厅' },
      { dictLabel: '二号厅', dictLabelEn: '' },
    ])
    expect(await wordsIn('qc_stage')).toContainEqual(
      expect.objectContaining({ dictLabel: '来料检验', dictLabelEn: 'Incoming' }),
    )
  })

  test('has quality control: a trail that is whole, into which the first line is written', async () => {
    const ofStart = qcSettings.length + 1 // and that they were sealed
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true, entries: ofStart })
    const made = await send('POST', '/qc/product', { code: 'c21', name: '圆柱电芯', tz: 'Asia/Shanghai', shifts: [] })
    expect(made.code).toBe(200)
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true, entries: ofStart + 2 })
    const { audits } = store.t
    const entries = await store.db.select().from(audits).orderBy(audits.id)
    expect(entries.slice(ofStart - 1)).toMatchObject([
      { id: ofStart, entity: 'audit', action: 'baseline' },
      { id: ofStart + 1, entity: 'product', action: 'create' },
      { id: ofStart + 2, entity: 'product', action: 'seal' },
    ])
    const isDone = () => true
    expect(await store.tx((db) => db.delete(audits)).then(isDone, () => 'refused')).toBe('refused')
  })

  test('is the same after another start', () => expectSameAfterStart(store))
})

describe('a database of the version that had records but no charts', () => {
  let store: Store
  let send: (method: string, path: string, body?: object) => Promise<{ code: number; data: any }>
  const hours = Array.from({ length: 12 }, (_, index) => now - (12 - index) * 3_600_000)
  const widths = ['10.0', '10.1', '9.9', '10.0', '10.2', '9.8', '10.1', '10.0', '9.9', '10.1', '10.0', '12.0']
  const stamps = `${now}, ${now}`
  const old = writtenBy(
    6,
    `
    insert into sys_user (user_id, username, username_key, nick_name, status, created_at, updated_at)
      values (7, 'li', 'li', 'Li', '2', ${stamps});
    insert into sys_role (role_id, role_name, role_key, role_sort, status, created_at, updated_at)
      values (1, 'Administrator', 'admin', 1, '2', ${stamps});
    insert into sys_user_role (user_id, role_id) values (7, 1);
    insert into sys_session (session_id, user_id, signed_in_at, last_seen_at, ends_at)
      values (1, 7, ${now}, ${now}, ${now + 1e6});
    insert into sys_token (token_hash, session_id, issued_at) values ('${digest('open')}', 1, ${now});
    insert into qc_product (product_id, code, name, tz, day_start_min, status, created_at, updated_at)
      values (1, 'c21', '圆柱电芯', 'Asia/Shanghai', 480, '2', ${stamps});
    insert into qc_template (template_id, product_id, code, name, stage, status, chart_from, sign_levels, created_at, updated_at)
      values (1, 1, 'T', '模板', 'ipqc', 'active', 'submitted', 0, ${stamps});
    insert into qc_template_version (version_id, template_id, version_no, status, created_at, updated_at)
      values (1, 1, 1, 'draft', ${stamps});
    insert into qc_template_item (item_id, version_id, item_key, seq, code, name, item_type, decimals, judge_mode, severity, required, spc, chart, rules)
      values (1, 1, 'width', 1, 'width', '宽度', 'numeric', 1, 'absolute', 'major', 'always', 1, 'auto', '[1,2,5]');
    update qc_template_version set status = 'published';
    insert into qc_value_base (qc_value_base_id, record_no, product_id, template_id, version_id, business_day, operator_id,
      operator_name, create_by, sign_levels, inspected_at, tz_min, source, status, judgement, first_judgement,
      submitted_at, submitted_by, content_at, created_at, updated_at) values ${hours
        .map(
          (at, index) =>
            `(${index + 1}, 'C21-${index}', 1, 1, 1, '2026-11-20', 7, 'Li', 7, 0, ${at}, 480, 'manual', 'submitted', 'OK', 'OK', ${at}, 7, ${at}, ${at}, ${at})`,
        )
        .join()};
    insert into qc_value (qc_value_base_id, item_id, item_key, sample_no, state, raw, num, judgement, entered_by, entered_at)
      values ${widths.map((raw, index) => `(${index + 1}, 1, 'width', 1, 'present', '${raw}', ${raw}, 'OK', 7, ${hours[index]})`).join()};`,
  )
  beforeAll(async () => {
    store = await openStore({ dataDir: old.dataDir, databaseUrl: undefined })
    await seedProduction(store)
    const app = createApp({ store, settings: readSettings({}, { mode: 'ephemeral', logRequests: false }) })
    send = async (method, path, body) => {
      const headers = { authorization: 'Bearer open', 'content-type': 'application/json' }
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await app.request(`/api/v1${path}`, sent)).json()
    }
  })
  afterAll(async () => {
    await store.close()
    old.remove()
  })

  test('has its records in the charts at once (S96)', async () => {
    const { data } = await send('GET', '/qc/analysis/spc?itemKey=width')
    expect(data).toMatchObject({ chart: 'imr', total: 12, values: 12, missing: 0 })
    expect(data.points.map((point: { mean: number }) => point.mean)).toEqual(widths.map(Number))
  })

  test('finds among them what breaks limits that are frozen now', async () => {
    const [baseFrom, baseTo, validFrom] = [hours[0]!, hours[10]!, hours[11]!].map((at) => new Date(at).toISOString())
    const limits = { itemKey: 'width', baseFrom, baseTo, validFrom, reason: 'first limits' }
    expect((await send('POST', '/qc/limit-set', limits)).code).toBe(200)
    const { data } = await send('GET', '/qc/signal')
    expect(data.list).toMatchObject([{ rule: '1', side: 'upper', recordNo: 'C21-11', stat: 12, state: 'open' }])
  })

  test('is the same after another start', () => expectSameAfterStart(store))
})

describe('a database of the version in which the name of a parameter made it a secret', () => {
  let store: Store
  const parameter = (configId: number, configKey: string) => ({
    configId,
    configName: 'x',
    configKey,
    configValue: 'v1',
    isFrontend: false,
    configType: 'N',
    remark: '',
    createdAt: now,
    updatedAt: now,
  })
  const kept = ['audit_key', 'mes.Token', 'qc_line', 'qc_signaturePassword']
  const deleted = ['erp_password', 'erp_line']
  const old = writtenBy(
    9,
    `
    insert into sys_config (config_id, config_name, config_key, config_value, created_at, updated_at) values
      ${kept.map((key, index) => `(${index + 1}, 'x', '${key}', 'v1', ${now}, ${now})`).join()};
    insert into sys_trash (kind, record_id, name, content, deleted_by, deleted_by_name, deleted_at) values
      ${deleted
        .map((key, index) => {
          const content = JSON.stringify([[parameter(index + 911, key)]])
          return `('config', ${index + 911}, 'x', '${content}', 7, 'Li', ${now})`
        })
        .join()};
    insert into sys_role (role_id, role_name, role_key, role_sort, status, created_at, updated_at)
      values (1, 'Administrator', 'admin', 1, '2', ${now}, ${now});
    insert into sys_user (user_id, username, username_key, nick_name, status, created_at, updated_at)
      values (7, 'li', 'li', 'Li', '2', ${now}, ${now});
    insert into sys_user_role (user_id, role_id) values (7, 1);
    insert into sys_session (session_id, user_id, signed_in_at, last_seen_at, ends_at)
      values (1, 7, ${now}, ${now}, ${now + 1e6});
    insert into sys_token (token_hash, session_id, issued_at) values ('${digest('open')}', 1, ${now});`,
  )
  beforeAll(async () => {
    store = await openStore({ dataDir: old.dataDir, databaseUrl: undefined })
    await seedProduction(store)
  })
  afterAll(async () => {
    await store.close()
    old.remove()
  })

  test('keeps what was secret secret, in the trash as well, and shows its own settings (S10, S96)', async () => {
    const app = createApp({ store, settings: readSettings({}, { mode: 'ephemeral', logRequests: false }) })
    const headers = { authorization: 'Bearer open', 'content-type': 'application/json' }
    const body = JSON.stringify({ ids: [911, 912] })
    const restored = await app.request('/api/v1/config/restore', { method: 'POST', headers, body })
    expect(await restored.json()).toMatchObject({ code: 200, data: [911, 912] })
    const shown = await Promise.all([...kept, ...deleted].map((key) => getConfigByKey(store, key)))
    expect(shown.map((config) => [config!.configKey, config!.isSecret, config!.configValue])).toEqual([
      ['audit_key', true, ''],
      ['mes.Token', true, ''],
      ['qc_line', false, 'v1'],
      ['qc_signaturePassword', false, 'v1'],
      ['erp_password', true, ''],
      ['erp_line', false, 'v1'],
    ])
  })
})

const fixtures = readdirSync(join(import.meta.dir, '../../fixtures')).filter((name) => name.endsWith('.tar.gz'))
const released = await Promise.all(
  fixtures.map(async (name) => {
    const backup = await openBackup(join(import.meta.dir, '../../fixtures', name), name)
    return { name, backup, isOlder: backup.manifest.migrations.length < migrationsOf('sqlite').length }
  }),
)

test('the data folders of released versions lie beside the tests', () => {
  expect(released.length).toBeGreaterThan(0)
})

/** All rows of an embedded database, by table. */
function rowsIn(path: string): Record<string, Record<string, unknown>[]> {
  const database = new Database(path, { readonly: true })
  const names = database
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .pluck()
    .all()
  const rows = names.map((name) => [name, database.prepare(`select rowid, * from "${name}"`).all()])
  database.close()
  return Object.fromEntries(rows)
}

/** Those rows with the columns that they had before. */
const inColumnsOf = (before: Record<string, unknown>[], rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(Object.keys(before[0] ?? row).map((name) => [name, row[name]])))

/** Keys of instruments, which are tokens of programs by now. */
const instrumentsIn = ({ sys_api_token: tokens = [] }: ReturnType<typeof rowsIn>) =>
  tokens.map((row) => ({ ...row, instrument_id: row['token_id'] }))

const copiesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('.before-'))
/** The number of the migration that a copy was made before. */
const numberOf = (copy: string) => Number(/before-(\d+)/.exec(copy)?.[1])
const byNumber = (a: string, b: string) => numberOf(a) - numberOf(b)
const openIn = (dataDir: string) => openStore({ dataDir, databaseUrl: undefined })

describe.each(released)('the data folder of the released version $name (S99)', ({ backup, isOlder }) => {
  const dataDir = testFolder()
  const path = databasePath(dataDir)
  let before: ReturnType<typeof rowsIn>
  /** How many migrations were applied before each start that upgraded: a killed one leaves those that it completed. */
  const begun = new Set<number>()
  beforeAll(async () => {
    await backup.read(path, () => {})
    before = rowsIn(path)
  })

  /** Every row is as it was, in the columns it had; the journal has grown. */
  function expectKept(at = path, migrations = migrationsOf('sqlite').length) {
    const { [JOURNAL]: journal, ...after } = rowsIn(at)
    const { [JOURNAL]: _, ...tables } = before
    const there: typeof before = { qc_instrument: instrumentsIn(after), ...after }
    for (const [table, rows] of Object.entries(tables)) {
      expect([table, inColumnsOf(rows, there[table]!)]).toEqual([table, rows])
    }
    expect(journal).toHaveLength(migrations)
  }

  test.skipIf(!isOlder)(
    'killed in the middle of a migration, it is whole, and the next start completes it (S97)',
    async () => {
      for (const part of [0, 0.5, 1]) {
        const applied = rowsIn(path)[JOURNAL]!.length
        begun.add(applied)
        const statements = migrationsOf('sqlite')
          .slice(applied)
          .flatMap((pending) => pending.statements).length
        const last = Math.max(1, Math.ceil(statements * part))
        const program = join(import.meta.dir, '../../support/programs/upgrade-killed.ts')
        const { signalCode } = Bun.spawnSync([process.execPath, program, dataDir, String(last)])
        expect([last, signalCode]).toEqual([last, 'SIGKILL'])
        const there = new Database(path)
        expect(there.pragma('integrity_check', { simple: true })).toBe('ok')
        there.close()
        expect(inColumnsOf(before['sys_user']!, rowsIn(path)['sys_user']!)).toEqual(before['sys_user']!)
      }
      begun.add(rowsIn(path)[JOURNAL]!.length)
      await (await openIn(dataDir)).close()
      expectKept()
    },
  )

  test.skipIf(!isOlder)('without room for what a migration writes, nothing of it is changed (S97)', async () => {
    const small = testFolder()
    await backup.read(databasePath(small), () => {})
    const unchanged = rowsIn(databasePath(small))
    const open = `import('#server/platform/store/index').then(({ openStore }) => openStore({ dataDir: '${small}', databaseUrl: undefined }))`
    const limited = `trap '' XFSZ; ulimit -f 400; exec '${process.execPath}' -e "$1"` // half of what the copy needs
    const { exitCode } = Bun.spawnSync(['bash', '-c', limited, 'bash', open], {
      cwd: join(import.meta.dir, '../../..'),
    })
    expect(exitCode).not.toBe(0)
    expect(rowsIn(databasePath(small))).toEqual(unchanged)
    expect(copiesIn(small)).toEqual([])
    await (await openIn(small)).close()
    expect(rowsIn(databasePath(small))[JOURNAL]).toHaveLength(migrationsOf('sqlite').length)
  })

  test('opens with every row it had; its people sign in, and its audit trail is whole (S96)', async () => {
    const store = await openIn(dataDir)
    expectKept()
    await seedProduction(store)
    const app = createApp({
      store,
      settings: readSettings({}, { mode: 'ephemeral', logRequests: false, captcha: 'never' }),
    })
    const body = JSON.stringify({ username: 'tester-1', password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const { token } = await (await app.request('/api/v1/login', { method: 'POST', headers, body })).json()
    const asked = { headers: { authorization: `Bearer ${token}` } }
    const { data } = await (await app.request('/api/v1/qc/value-base?pageSize=100', asked)).json()
    expect(data.count).toBe(before['qc_value_base']!.length)
    const sealed = [
      'limit_set',
      'exclusion',
      'signal',
      'template',
      'lot',
      'equipment',
      'display',
      'product',
      'instrument',
    ]
    const things = sealed.reduce((sum, name) => sum + (before[`qc_${name}`]?.length ?? 0), qcSettings.length)
    const entries = before['qc_audit']!.length + things + 1 // and that they were sealed
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true, entries, things })
    const { valueBases, reservedNames } = store.t
    const submitted = await store.db.select().from(valueBases).where(isNotNull(valueBases.submittedBy))
    expect(submitted.filter(({ submittedByName }) => !submittedByName)).toEqual([])
    const reserved = new Set((await store.db.select().from(reservedNames)).map(({ userId }) => userId))
    const actors = new Set(before['qc_audit']!.map((entry) => Number(entry['actor_id'])))
    expect([...actors].filter((userId) => userId > 0 && !reserved.has(userId))).toEqual([])
    await expectSameAfterStart(store)
    await store.close()
  })

  test('what was deleted before comes back, of every kind that the page of the trash restores', async () => {
    const folder = testFolder()
    await backup.read(databasePath(folder), () => {})
    const store = await openIn(folder)
    await seedProduction(store)
    const deletedAt = before['sys_trash']!.map((entry) => Number(entry['deleted_at']))
    const app = await startApp({ store, now: () => Math.max(...deletedAt) + 1000 })
    const admin = await app.signIn('tester-1', PASSWORD)
    const { data } = await admin.get('/trash?pageSize=50')
    expect(data.list).toHaveLength(deletedAt.length)
    for (const { path: at, ids } of restoreBatches(data.list)) {
      expect(await admin.post(at, { ids })).toMatchObject({ code: 200, data: ids })
    }
    expect((await admin.get('/trash')).data.count).toBe(0)
    await app.close()
  })

  test('a text of its audit trail can be redacted, and the trail is whole (S71)', async () => {
    const folder = testFolder()
    await backup.read(databasePath(folder), () => {})
    const store = await openIn(folder)
    await seedProduction(store)
    const last = before['qc_audit']!.at(-1)!
    const app = await startApp({ store, now: () => Number(last['at']) + 1000 })
    const admin = await app.signIn('tester-1', PASSWORD)
    const { id } = before['qc_audit']!.findLast((entry) => entry['reason'])!
    expect(await admin.post(`/qc/audit/${String(id)}/redact`, { reason: '误填' })).toMatchObject({
      code: 200,
      data: { reason: REDACTED },
    })
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true, found: [] })
    await app.close()
  })

  test('is kept as it was before, and started again it is left alone (S96, S97)', async () => {
    const copies = copiesIn(dataDir)
    expect(copies).toHaveLength(begun.size)
    const [oldest, ...later] = [...begun].toSorted((a, b) => a - b)
    const [first, ...others] = copies.toSorted(byNumber).map((name) => join(dataDir, name))
    if (first) expect(rowsIn(first)).toEqual(before)
    for (const [index, copy] of others.entries()) expectKept(copy, later[index])
    expect(oldest).toBe(isOlder ? before[JOURNAL]!.length : undefined)
    for (const copy of copies) {
      expect(statSync(join(dataDir, copy)).mode & 0o777).toBe(0o600)
    }
    const bytes = readFileSync(path)
    await (await openIn(dataDir)).close()
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(copiesIn(dataDir)).toEqual(copies)
  })
})

describe('an upgrade', () => {
  test('keeps the last three copies from before, and removes what a killed one left', async () => {
    const { dataDir, remove } = writtenBy(6, person)
    const older = ['2', '3', '4', '5'].map((number) => `caliper.sqlite.before-${number}.2025-01-0${number}`)
    for (const [index, name] of older.entries()) {
      writeFileSync(join(dataDir, name), '')
      utimesSync(join(dataDir, name), index + 1, index + 1)
    }
    writeFileSync(join(dataDir, 'caliper.sqlite.before-6.2025-02-01.new'), 'cut short')
    await (await openIn(dataDir)).close()
    const present = expect.stringMatching(/^caliper\.sqlite\.before-7\.\d{8}$/)
    expect(copiesIn(dataDir).toSorted()).toEqual([...older.slice(2), present])
    remove()
  })

  test('keeps the copy that it makes itself, when the clock was set back and all others seem younger (S97)', async () => {
    const { dataDir, remove } = writtenBy(6, person)
    const tomorrow = Date.now() / 1000 + 86_400
    for (const number of [2, 3, 4]) {
      const path = join(dataDir, `caliper.sqlite.before-${number}.20990101-00000${number}`)
      writeFileSync(path, '')
      utimesSync(path, tomorrow + number, tomorrow + number)
    }
    await (await openIn(dataDir)).close()
    expect(
      copiesIn(dataDir)
        .map((name) => name.split('.')[2]!.slice(7))
        .toSorted(),
    ).toEqual(['3', '4', '7'])
    remove()
  })

  test('of data of a newer version is refused in one sentence, and leaves the file alone (S98)', async () => {
    const { dataDir, remove } = writtenBy(migrationsOf('sqlite').length, person)
    const path = databasePath(dataDir)
    const database = new Database(path)
    database.prepare(`insert into ${JOURNAL} (hash, applied_at) values (?, ?)`).run('f'.repeat(64), now)
    database.close()
    const bytes = readFileSync(path)
    await expect(openIn(dataDir)).rejects.toThrow(
      `${path} was written by a newer version of Caliper; start that version, or restore a backup.`,
    )
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(copiesIn(dataDir)).toEqual([])
    remove()
  })

  test('of tables that are not as they were left is refused in one sentence, and leaves them alone (S98)', async () => {
    const { dataDir, remove } = writtenBy(3, `${person} drop index sys_idempotency_created;`)
    const path = databasePath(dataDir)
    await expect(openIn(dataDir)).rejects.toThrow(
      `${path} is not as an older version of Caliper left it: step 0003_kept-writes-by-age of the upgrade failed (no such index: sys_idempotency_created). ` +
        'The step was undone. Restore a backup into an empty database; then start again.',
    )
    const database = new Database(path, { readonly: true })
    expect(database.prepare(`select count(*) from ${JOURNAL}`).pluck().get()).toBe(3)
    database.close()
    remove()
  })
})
