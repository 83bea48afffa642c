import Database from 'better-sqlite3'
import { databasePath } from '#server/platform/store/sqlite/file'
import { spawnCommand } from '../../support/commands'
import { call, caliper, type Reply } from './server'
import type { Keys } from './plant'

/** Values that a record of the plant has, its calculated ones included. */
const VALUES_OF_A_RECORD = 5
const MENUS_OF_A_ROLE = 3

/** What was acknowledged: keys of roles, and records with the status that was answered last. */
export type Acknowledged = { roles: string[]; records: Map<number, string> }
export const nothingYet = (): Acknowledged => ({ roles: [], records: new Map() })
export const countOf = ({ roles, records }: Acknowledged) => roles.length + records.size

type Where = { url: string }
let made = 0

/** Makes a role; remembers it where the server says that it is made. */
export async function makeRole(server: Where, { admin }: Keys, acknowledged: Acknowledged): Promise<Reply> {
  const roleKey = `fault-${++made}-${crypto.randomUUID().slice(0, 8)}`
  const reply = await call(server, admin, '/role', { roleName: roleKey, roleKey, menuIds: [1, 2, 3] })
  if (reply.code === 200) acknowledged.roles.push(roleKey)
  return reply
}

/** Makes a record and submits it; answers the first refusal, or the last answer. */
export async function makeRecord(server: Where, { inspector, record }: Keys, acknowledged: Acknowledged) {
  const draft = await call(server, inspector, '/qc/value-base', record)
  if (draft.code !== 200) return draft
  const { qcValueBaseId, lockVersion } = draft.data as { qcValueBaseId: number; lockVersion: number }
  acknowledged.records.set(qcValueBaseId, 'draft')
  const submitted = await call(server, inspector, `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  if (submitted.code === 200) acknowledged.records.set(qcValueBaseId, 'submitted')
  return submitted
}

/** Clients that write until they are told to stop, or the server is gone. What they are answered is counted by its code. */
export function writing(server: Where, keys: Keys, acknowledged: Acknowledged, clients = 16) {
  const end = new AbortController()
  const codes = new Map<number, number>()
  async function client(index: number) {
    for (let turn = index; !end.signal.aborted; turn++) {
      try {
        const { code } = await (turn % 2 === 0 ? makeRole : makeRecord)(server, keys, acknowledged)
        codes.set(code, (codes.get(code) ?? 0) + 1)
        if (code !== 200) await Bun.sleep(20)
      } catch {
        return // the server is gone
      }
    }
  }
  const over = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return {
    codes,
    async stop() {
      end.abort()
      await over
    },
    over,
  }
}

/**
 * What is gone of what was acknowledged, and what else is wrong, read from the file of a server that has ended.
 * @param after records up to this id were there before, of another shape
 */
export function missingFrom(dataDir: string, { roles, records }: Acknowledged, { after = 0 } = {}) {
  const database = new Database(databasePath(dataDir), { readonly: true })
  const roleKeys = new Set(database.prepare('select role_key from sys_role').pluck().all())
  const statuses = new Map(
    database.prepare('select qc_value_base_id, status from qc_value_base').raw().all() as [number, string][],
  )
  const gone =
    roles.filter((key) => !roleKeys.has(key)).length +
    [...records].filter(
      ([id, status]) => statuses.get(id) === undefined || (status === 'submitted' && statuses.get(id) !== status),
    ).length
  const halfRoles = `select count(*) from sys_role r where role_key like 'fault-%'
    and (select count(*) from sys_role_menu m where m.role_id = r.role_id) <> ${MENUS_OF_A_ROLE}`
  const halfRecords = `select count(*) from qc_value_base b
    where b.qc_value_base_id > ${after} and (select count(*) from qc_value v where v.qc_value_base_id = b.qc_value_base_id) <> ${VALUES_OF_A_RECORD}`
  const halves = [halfRoles, halfRecords].reduce((sum, sql) => sum + Number(database.prepare(sql).pluck().get()), 0)
  const verdict = String(database.pragma('integrity_check', { simple: true }))
  const dangling = (database.pragma('foreign_key_check') as unknown[]).length
  database.close()
  return { lost: gone + halves, isSound: verdict === 'ok' && dangling === 0, verdict }
}

/** Whether `caliper audit verify` finds the trail whole, and every record as it says. */
export async function isAuditWhole(dataDir: string): Promise<{ isWhole: boolean; said: string }> {
  const command = spawnCommand(caliper('audit', 'verify'), { env: { CALIPER_DATA_DIR: dataDir } })
  const code = await command.ended()
  return { isWhole: code === 0, said: `${command.written.out} ${command.written.err}`.trim() }
}
