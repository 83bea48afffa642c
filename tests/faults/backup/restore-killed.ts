import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { spawnCommand } from '../../support/commands'
import { seen, type Fault } from '../support/fault'
import { freshFolder, plantFolder } from '../support/plant'
import { caliper } from '../support/server'

const ROUNDS = 16
const AFTER = 'made-after-the-backup'

/** S80: a restore that is killed anywhere leaves all of the data as they were, or all of the backup; never neither. */
export const restoreKilled: Fault = {
  name: 'restore-killed',
  async run() {
    const { note, expect, outcome } = seen()
    const { folder } = await plantFolder()
    const file = join(freshFolder(), 'backup.tar.gz')
    const made = await ended('backup', '--data', folder, '--to', file)
    expect(made.code === 0, 'a backup is made', made.said)
    addRole(folder)
    const began = performance.now()
    const whole = await plantFolder()
    await ended('restore', file, '--yes', '--data', whole.folder)
    const usualMs = performance.now() - began
    const found = { old: 0, restored: 0 }
    let lost = 0
    for (let round = 0; round < ROUNDS; round++) {
      const command = spawnCommand(caliper('restore', file, '--yes', '--data', folder))
      await Bun.sleep(usualMs * (0.3 + (0.8 * round) / ROUNDS))
      command.kill('SIGKILL')
      await command.ended()
      const store = await openStore({ dataDir: folder, databaseUrl: undefined }) // the next start needs no hand
      const keys = (await store.db.select().from(store.t.roles)).map(({ roleKey }) => roleKey)
      await store.close()
      expect(isSound(folder), 'the database is sound')
      const isOld = keys.includes(AFTER)
      found[isOld ? 'old' : 'restored'] += 1
      const isKept = isOld || replacedIn(folder).some((kept) => hasRole(join(folder, kept)))
      if (!isKept) lost += 1
      if (!isOld) addRole(folder)
    }
    const { code, said } = await ended('restore', file, '--yes', '--data', folder)
    expect(code === 0, 'afterwards a restore goes through', said)
    const leftovers = readdirSync(folder).filter((name) => name.startsWith('restoring') || name.includes('.restored-'))
    expect(leftovers.length === 0, 'nothing is left by half', leftovers)
    note(
      `${found.old} times the data were as before, ${found.restored} times those of the backup; what was replaced is kept`,
    )
    return outcome(`${ROUNDS} restores killed, from early to late`, lost)
  },
}

async function ended(...args: string[]) {
  const command = spawnCommand(caliper(...args))
  return { code: await command.ended(), said: command.written.err }
}

function addRole(folder: string) {
  const database = new Database(databasePath(folder))
  const values = `('x', '${AFTER}', 1, '2', 0, 0)`
  database.exec(
    `insert into sys_role (role_name, role_key, role_sort, status, created_at, updated_at) values ${values}`,
  )
  database.close()
}

const replacedIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('replaced-'))

function hasRole(folder: string): boolean {
  const database = new Database(databasePath(folder), { readonly: true })
  const hit = database.prepare('select 1 from sys_role where role_key = ?').get(AFTER)
  database.close()
  return hit !== undefined
}

function isSound(folder: string): boolean {
  const database = new Database(databasePath(folder), { readonly: true })
  const verdict = database.pragma('integrity_check', { simple: true })
  database.close()
  return verdict === 'ok'
}
