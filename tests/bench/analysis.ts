/**
 * What analysis costs: of one characteristic of 12,000, 100,000 and 1,000,000 values, one by one and in subgroups of
 * five, the processor time of each tab read for the first time (cold), after one more record has come in (stale) and again
 * as it was (warm), the longest pause of the event loop and the memory of the process; then what it costs to submit a
 * record with and without limits in force.   bun run bench:analysis [--small] [--in FOLDER] [--only VALUES]
 * `--only 1000000` looks at histories of that length alone. The data are made in FOLDER, which is kept for the next run; else in one of its own.
 */
import Database from 'better-sqlite3'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { parseArgs } from 'node:util'
import { inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import { signInAs } from '../support/sign-in'
import { foundHistories, recordWriter, type History } from './analysis-data'
import type { Told } from './servers/analysis'
import { median, printFigures, type Figure } from './figures'
import { END, foundPlant, type Plant } from './records-data'
import { residentMebibytes, startSide, type Side } from './side'

const { values: options } = parseArgs({
  options: { small: { type: 'boolean' }, only: { type: 'string' }, in: { type: 'string' } },
})
const lengths = options.small ? [12_000] : [12_000, 100_000, 1_000_000]
const ROUNDS = 5
const SUBMITTED = options.small ? 50 : 200
const tags: PermissionTag[] = ['qc:analysis:list', 'qc:record:add', 'qc:record:submit']
const tabs = ['spc', 'capability', 'distribution', 'box', 'pareto', 'yield']
/** Processor time of all tabs after a new record. */
const limitsOf = (values: number) => {
  if (values > 100_000) return { must: 250, aim: 60 }
  return { must: 50, aim: values > 12_000 ? 40 : 20 }
}

type Made = { plant: Plant; histories: History[]; token: string }

const dataDir = options.in ?? mkdtempSync(join(tmpdir(), 'caliper-bench-'))
const { plant, histories, token } = await made()
const figures: Figure[] = []
/** Later at each record that comes in, and than all that an earlier run has left. */
let now = Math.max(END, lastMoment())
const isMeant = ({ values }: History) => options.only === undefined || values === Number(options.only)
for (const history of histories.filter(isMeant)) figures.push(...(await measure(history)))
if (options.only === undefined) figures.push(...(await measureSubmitting()))
if (!options.in) rmSync(dataDir, { recursive: true })
process.exit(printFigures(figures) ? 0 : 1)

async function made(): Promise<Made> {
  const told = join(dataDir, 'made.json')
  if (existsSync(told)) return JSON.parse(readFileSync(told, 'utf8')) as Made
  const plant = await foundPlant(dataDir)
  const kinds = lengths.flatMap((values) => [1, 5].map((size) => ({ values, size })))
  const histories = await foundHistories(dataDir, plant, kinds)
  const writer = recordWriter(dataDir, plant)
  for (const history of histories) writer.fill(history)
  writer.close()
  const all = { plant, histories, token: await signedIn() }
  writeFileSync(told, JSON.stringify(all))
  return all
}

function lastMoment(): number {
  const sqlite = new Database(databasePath(dataDir))
  const last = sqlite.prepare('select max(inspected_at) from qc_value_base').pluck().get() as number
  sqlite.close()
  return last
}

async function signedIn(): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl: undefined })
  const { users, roles, roleMenus, userRoles, menus } = store.t
  const stamps = { createdAt: 0, updatedAt: 0, status: statuses.on }
  const userId = await store.tx(async (db) => {
    const [role] = await db
      .insert(roles)
      .values({ roleName: 'b', roleKey: 'b', dataScope: '1', ...stamps })
      .returning()
    const person = { username: 'bench', usernameKey: 'bench', nickName: 'bench', ...stamps }
    const [user] = await db.insert(users).values(person).returning()
    const granted = await db.select().from(menus).where(inArray(menus.permission, tags))
    const [{ roleId }, { userId }] = [role!, user!]
    await db.insert(roleMenus).values(granted.map(({ menuId }) => ({ roleId, menuId })))
    await db.insert(userRoles).values({ roleId, userId })
    return userId
  })
  const day = 24 * 3_600_000
  const { token } = await signInAs(store, userId, Date.now(), { sessionIdleMs: day, sessionMaxMs: day })
  await store.close()
  return token
}

async function told({ url }: Side, path = '/told'): Promise<Told> {
  return (await (await fetch(`${url}${path}`)).json()) as Told
}

/** What one tab costs, and for how long it holds others up. */
async function costOf(side: Side, path: string): Promise<Told> {
  const before = await told(side)
  const response = await fetch(`${side.url}/api/v1/qc/analysis/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const answer = (await response.json()) as { code: number; msg: string }
  if (answer.code !== 200) throw new Error(`${path} was refused: ${answer.msg}`)
  const after = await told(side)
  return { cpuMs: after.cpuMs - before.cpuMs, pauseMs: after.pauseMs }
}

async function measure(history: History): Promise<Figure[]> {
  const { name, itemKey, values } = history
  const side = await startSide('servers/analysis.ts', 'product', dataDir)
  const writer = recordWriter(dataDir, plant)
  const allTabs = async () => {
    const costs: Told[] = []
    for (const tab of tabs) costs.push(await costOf(side, `${tab}?itemKey=${itemKey}`))
    return costs
  }
  // the program itself is compiled by then, as it is in a server that runs for a day
  for (const other of histories) if (other.values === 12_000) await allOf(other)
  async function allOf({ itemKey }: History) {
    for (let n = 10; n <= 22; n++)
      for (const tab of tabs) await costOf(side, `${tab}?itemKey=${itemKey}&from=2020-01-${n}`)
  }
  await told(side, '/collect')
  const before = residentMebibytes(side.pid)
  const rounds = { cold: [await allTabs()], stale: [] as Told[][], warm: [] as Told[][] }
  for (let round = 0; round < ROUNDS; round++) {
    writer.addOne(history, (now += 60_000))
    rounds.stale.push(await allTabs())
    rounds.warm.push(await allTabs())
  }
  const most = residentMebibytes(side.pid)
  await told(side, '/collect')
  await Bun.sleep(500)
  const after = residentMebibytes(side.pid)
  writer.close()
  await side.stop()

  const isLong = values > 1e5
  const figures = Object.entries(rounds).flatMap(([state, costs]): Figure[] => {
    const each = tabs.map((tab, at) => `${tab} ${median(costs.map((round) => round[at]!.cpuMs)).toFixed(1)}`)
    console.log(`${name}, ${state}: ${each.join(', ')} ms`)
    const all = median(costs.map((round) => round.reduce((sum, { cpuMs }) => sum + cpuMs, 0)))
    const pause = Math.max(...costs.flat().map(({ pauseMs }) => pauseMs))
    return [
      { what: `${name}, ${state}: all tabs, CPU`, unit: 'ms', value: all, ...(state !== 'cold' && limitsOf(values)) },
      { what: `${name}, ${state}: longest pause`, unit: 'ms', value: pause, must: 50, aim: 20 },
    ]
  })
  const memory = `${name}: memory, ${before.toFixed(0)} before, at most ${most.toFixed(0)}, then`
  return [...figures, { what: memory, unit: 'MB', value: after, ...(isLong && { aim: 120 }) }]
}

/** A record of one value comes in, of a machine: with no limits in force, and with three sets of them. */
async function measureSubmitting(): Promise<Figure[]> {
  const history = histories.findLast(({ size }) => size === 1)!
  freeze(history, [])
  const side = await startSide('servers/analysis.ts', 'product', dataDir)
  await submitSome(side, history)
  const without = await submitSome(side, history)
  freeze(history, [null, ...plant.equipmentIds.slice(0, 2)])
  await submitSome(side, history)
  const frozen = await submitSome(side, history)
  const all = await submitSome(side, history)
  await side.stop()
  const cost = Math.min(frozen, all)
  console.log(`making and submitting: ${without.toFixed(0)} us without limits, ${cost.toFixed(0)} us with three sets`)
  return [{ what: 'making and submitting: three limit sets against none', unit: 'x', value: cost / without }]
}

/** Has limits in force for these machines, null for all, instead of those there are. */
function freeze({ templateId, itemKey }: History, machines: readonly (number | null)[]) {
  const sqlite = new Database(databasePath(dataDir))
  const rules = JSON.stringify({ rules: ['1', '2', '5'] })
  const insert = sqlite.prepare(
    `insert into qc_limit_set (template_id, item_key, equipment_id, chart, centre, sigma, rules, valid_from, status, reason,
      create_by, create_name, created_at, updated_at) values (?, ?, ?, 'imr', 10, 0.1, ?, 0, 'active', '', 1, 'b', 0, 0)`,
  )
  sqlite.prepare("update qc_limit_set set status = 'retired' where item_key = ?").run(itemKey)
  for (const machine of machines) insert.run(templateId, itemKey, machine, rules)
  sqlite.close()
}

/** Microseconds of each record. */
async function submitSome(side: Side, { templateId, itemKey }: History): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  type Stored = { code: number; msg: string; data: { qcValueBaseId: number; lockVersion: number } }
  const post = async (path: string, body: object) => {
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = (await (await fetch(`${side.url}/api/v1/qc/value-base${path}`, options)).json()) as Stored
    if (answer.code !== 200) throw new Error(`A record was refused: ${answer.msg}`)
    return answer.data
  }
  const before = await told(side)
  for (let n = 0; n < SUBMITTED; n++) {
    const values = [{ itemKey, sampleNo: 1, raw: (9.9 + (n % 20) / 100).toFixed(4) }]
    const equipmentId = plant.equipmentIds[0]
    const { qcValueBaseId, lockVersion } = await post('', { templateId, equipmentId, values })
    await post(`/${qcValueBaseId}/submit`, { lockVersion })
  }
  const after = await told(side)
  return ((after.cpuMs - before.cpuMs) * 1000) / SUBMITTED
}
