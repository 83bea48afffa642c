import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOperator } from '#server/queries/session'
import { digest } from '#server/security/token'
import { openStore, type Store } from '#server/store/index'
import { createJournal, JOURNAL, migrationsOf } from '#server/store/migrations'
import { createDatabase, databasePath } from '#server/store/sqlite-file'

const now = Date.now()
const life = { sessionIdleMs: 1_800_000, sessionMaxMs: 43_200_000 }
const dataDir = mkdtempSync(join(tmpdir(), 'caliper-upgrade-'))
let store: Store

/** Data as the first version wrote it: a user with a role, one session that goes on and one that was ended. */
beforeAll(async () => {
  createDatabase(databasePath(dataDir))
  const database = new Database(databasePath(dataDir))
  const [first] = migrationsOf('sqlite')
  database.exec(createJournal)
  for (const statement of first!.statements) database.exec(statement)
  database.prepare(`insert into ${JOURNAL} (hash, applied_at) values (?, ?)`).run(first!.hash, now)
  database.exec(`
    insert into sys_user (user_id, username, username_key, nick_name, status, created_at, updated_at)
      values (7, 'li', 'li', 'Li', '2', ${now}, ${now});
    insert into sys_role (role_id, role_name, role_key, role_sort, status, created_at, updated_at)
      values (3, 'Viewer', 'viewer', 1, '2', ${now}, ${now});
    insert into sys_user_role (user_id, role_id) values (7, 3);
    insert into sys_session (token_hash, user_id, signed_in_at, last_seen_at, ends_at, revoked_at) values
      ('${digest('open')}', 7, ${now}, ${now}, ${now + 1e6}, null),
      ('${digest('ended')}', 7, ${now}, ${now}, ${now + 1e6}, ${now});`)
  database.close()
  store = await openStore({ dataDir, databaseUrl: undefined })
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

test('who was signed in before an upgrade still is (S18, S96)', async () => {
  expect(await findOperator(store, 'open', now, life)).toMatchObject({ userId: 7, roles: ['viewer'] })
})

test('who had signed out stays out', async () => {
  expect(await findOperator(store, 'ended', now, life)).toBe('unknown')
})
