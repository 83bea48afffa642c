import Database from 'better-sqlite3'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { createUser } from '#server/access/user/queries'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { testFolder } from './folder'
import { signInAs } from './sign-in'

const CLIENTS = 16
const server = join(import.meta.dir, '../bench/servers/role.ts')

/**
 * Kills a server with SIGKILL in the middle of the writes of 16 clients, `rounds` times, on one data folder. After each
 * round the server is started again and every role that was acknowledged is looked for.
 */
export async function crash(rounds: number) {
  const dataDir = testFolder()
  const token = await signedInAdministrator(dataDir)
  const result = { acknowledged: 0, lost: 0, broken: 0 }
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await writeUntilKilled(dataDir, token, round)
    const { keys, isSound } = await survivors(dataDir)
    result.acknowledged += acknowledged.length
    result.lost += acknowledged.filter((key) => !keys.has(key)).length
    if (!isSound) result.broken++
  }
  return result
}

async function signedInAdministrator(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl: undefined })
  await seedProduction(store)
  const user = { username: 'crash', nickName: '', passwordHash: '', roleKeys: ['admin'] }
  const userId = await createUser(store, user, Date.now())
  const { token } = await signInAs(store, userId, Date.now(), {
    sessionIdleMs: 3_600_000,
    sessionMaxMs: 3_600_000,
  })
  await store.close()
  return token
}

/** Answers the keys of the roles whose creation was acknowledged before the server died. */
async function writeUntilKilled(dataDir: string, token: string, round: number): Promise<string[]> {
  const child = Bun.spawn([process.execPath, server, 'product', dataDir], { stdout: 'pipe', stderr: 'ignore' })
  const { value } = await child.stdout.getReader().read()
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const acknowledged: string[] = []
  const { promise: isWriting, resolve: noteFirst } = Promise.withResolvers<void>()
  let next = 0
  const client = async () => {
    for (;;) {
      const roleKey = `crash-${round}-${next++}`
      const body = JSON.stringify({ roleName: roleKey, roleKey, menuIds: [1, 2, 3] })
      try {
        const response = await fetch(`${url}/api/v1/role`, { method: 'POST', headers, body })
        if (((await response.json()) as { code: number }).code === 200) {
          acknowledged.push(roleKey)
          noteFirst()
        }
      } catch {
        return // the server is dead
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  await Promise.race([isWriting, child.exited])
  await Bun.sleep(Math.random() * 600) // at any moment of a write
  child.kill('SIGKILL')
  await Promise.all([...clients, child.exited])
  return acknowledged
}

/** What the next start finds: roles with all three of their menus, and what SQLite says of the file. */
async function survivors(dataDir: string) {
  const store = await openStore({ dataDir, databaseUrl: undefined }) // no lock is left, no hand is needed
  const rows = await store.db.select().from(store.t.roles)
  await store.close()
  const connection = new Database(databasePath(dataDir), { readonly: true })
  const verdict = connection.pragma('integrity_check', { simple: true })
  const halves = connection
    .prepare(
      "select count(*) from sys_role r where role_key like 'crash-%' and (select count(*) from sys_role_menu m where m.role_id = r.role_id) <> 3",
    )
    .pluck()
    .get()
  connection.close()
  return { keys: new Set(rows.map(({ roleKey }) => roleKey)), isSound: verdict === 'ok' && halves === 0 }
}
