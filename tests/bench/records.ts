/**
 * What records cost: CPU time per request of their list with every filter, of one record, one characteristic and of making
 * and submitting one with twenty values, beside `raw+`, the least that can answer the same; at 100,000 and at 1,000,000
 * values; then how long a verification of the audit trail and the exports hold the server up. Ratios count; absolute
 * times depend on the machine.   bun run bench:records [--small]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { inArray } from 'drizzle-orm'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { statuses } from '#shared/constants'
import type { PermissionTag } from '#shared/permissions'
import { signInAs } from '../support/sign-in'
import { median, printFigures, type Figure } from './figures'
import { END, fillPlant, foundPlant, type Plant, type Sample } from './records-data'
import { cpuMicros, cpuPerRequest, residentMebibytes, startSide, type Side } from './side'

const PROGRAM = 'servers/records.ts'
const isSmall = process.argv.includes('--small')
/** About five values a record. */
const SOME = isSmall ? 2000 : 20_000
const ALL = isSmall ? 20_000 : 200_000
const WARM_UP = 1
const ROUNDS = isSmall ? 3 : 5
const REQUESTS = 400
const CLIENTS = 8
/** Requests that look at many rows: enough that a tick of the clock of processes counts for little. */
const WALKS = 100
const tags: PermissionTag[] = [
  'qc:record:list',
  'qc:record:add',
  'qc:record:submit',
  'qc:record:export',
  'qc:audit:list',
  'qc:audit:export',
  'qc:audit:verify',
]

type Tokens = { all: string; scoped: string }
type Measured = {
  what: string
  tokenOf?: keyof Tokens
  pathOf: (n: number) => string
  /** No index leads to it alone: many rows are looked at, and what counts is for how long that holds others up. */
  isWalk?: true
}

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-bench-'))
const plant = await foundPlant(dataDir)
const tokens = await addCallers(dataDir, plant)
const first = fillPlant(dataDir, plant, 0, SOME, ALL)
const some = await measureAll(SOME, first.samples)
const rest = fillPlant(dataDir, plant, SOME, ALL - SOME, ALL)
const all = await measureAll(ALL, [...first.samples, ...rest.samples])
const counts = { [SOME]: first.values, [ALL]: first.values + rest.values }

const figures = [...some, ...all].map(({ what, records, own, floor, isList }): Figure => {
  const values = `${Math.round(counts[records]! / 1000)}k`
  const told = `${what}, ${values}: ${own.toFixed(0)} us, raw+ ${floor.toFixed(0)}`
  return { what: told, unit: 'x', value: own / floor, ...(isList && { must: 2, aim: 1.2 }) }
})
const growth = all.flatMap(({ what, own, isWalk }, index): Figure[] => [
  {
    what: `${what}: all against a tenth`,
    unit: 'x',
    value: own / some[index]!.own,
    ...(!isWalk && { must: 2, aim: 1.2 }),
  },
  ...(isWalk ? [{ what: `${what}: at once`, unit: 'ms' as const, value: own / 1000, must: 50, aim: 20 }] : []),
])
const long = await measureLong()
rmSync(dataDir, { recursive: true })
process.exit(printFigures([...figures, ...growth, ...long]) ? 0 : 1)

/** Every kind of request, the sides in turns. */
async function measureAll(records: number, samples: readonly Sample[]) {
  const copy = `${dataDir}-raw` // where both write, each has its own
  cpSync(dataDir, copy, { recursive: true })
  const sides = [await startSide(PROGRAM, 'raw+', copy), await startSide(PROGRAM, 'product', dataDir)]
  const measured = []
  for (const { pathOf, tokenOf = 'all', ...told } of reads(records, samples)) {
    const load = { token: tokens[tokenOf], requests: REQUESTS, clients: CLIENTS, pathOf }
    const isList = told.what.startsWith('list')
    const folderOf = ({ name }: Side) => (name === 'product' ? dataDir : copy)
    const cost = (side: Side) => (told.isWalk ? cpuAfterWrites(side, load, folderOf(side)) : cpuPerRequest(side, load))
    measured.push({ ...told, records, isList, ...(await compared(sides, cost)) })
  }
  const told = { what: 'making and submitting 20 values', records, isList: false, isWalk: undefined }
  measured.push({ ...told, ...(await compared(sides, submitMany)) })
  for (const side of sides) await side.stop()
  rmSync(copy, { recursive: true })
  return measured
}

/** The same where somebody has written something before each request: nothing that was counted is known any more. */
async function cpuAfterWrites(side: Side, load: Parameters<typeof cpuPerRequest>[1], folder: string): Promise<number> {
  const others = new Database(databasePath(folder))
  const write = others.prepare('update qc_audit_head set last_id = last_id')
  let micros = 0
  for (let n = 0; n < WALKS; n++) {
    write.run()
    micros += await cpuPerRequest(side, { ...load, requests: 1, clients: 1, pathOf: () => load.pathOf(n) })
  }
  others.close()
  return micros / WALKS
}

async function compared(sides: readonly Side[], cost: (side: Side) => Promise<number>) {
  const micros = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const side of sides) {
      const spent = await cost(side)
      if (round >= WARM_UP) micros.get(side.name)!.push(spent)
    }
  }
  return { floor: median(micros.get('raw+')!), own: median(micros.get('product')!) }
}

function reads(records: number, samples: readonly Sample[]): Measured[] {
  const { templates, lotIds, equipmentIds, shiftIds, operators } = plant
  const of = <One>(list: readonly One[], n: number) => list[n % list.length]!
  const lots = lotIds.slice(0, Math.floor((records / ALL) * lotIds.length))
  const at = (n: number) => new Date(END - (1 - records / ALL) * 3 * 365 * 86_400_000 - (n % 20) * 86_400_000)
  const day = (n: number) => at(n).toISOString().slice(0, 10)
  const template = (n: number) => of(templates, n)
  const list = (what: string, query: (n: number) => string, isWalk?: true): Measured => ({
    what,
    ...(isWalk && { isWalk }),
    pathOf: (n) => `/qc/value-base?pageSize=20&${query(n)}`,
  })
  const lists = [
    list('list, first pages', (n) => `pageIndex=${1 + (n % 50)}`),
    list('list, a template', (n) => `templateId=${template(n).templateId}`),
    list('list, a lot', (n) => `lotId=${of(lots, n)}`),
    list('list, a lot by its number', (n) => `lotNo=L-${String(n % lots.length).padStart(5, '0')}`),
    list('list, a machine', (n) => `equipmentId=${of(equipmentIds, n)}`),
    list('list, a shift', (n) => `shiftId=${of(shiftIds, n)}`),
    list('list, an inspector', (n) => `operatorId=${of(operators, n).userId}`),
    list('list, rejected', () => 'status=rejected'),
    list('list, approved', () => 'status=approved'),
    list('list, NG', () => 'judgement=NG'),
    list('list, a day', (n) => `businessDay=${day(n)}`),
    list('list, a week', (n) => `beginTime=${at(n + 7).toISOString()}&endTime=${at(n).toISOString()}`),
    list('list, a product line', () => 'product=line-1'),
    list('one by its number', (n) => `recordNo=${of(samples, n).recordNo}`),
    list('list, a template and NG', (n) => `templateId=${template(n).templateId}&judgement=NG`, true),
    list('list, a machine and approved', (n) => `equipmentId=${of(equipmentIds, n)}&status=approved`, true),
    list('list, the last page', () => `pageIndex=${records / 20}`, true),
    list('list, approved by number', () => 'status=approved&recordNoOrder=asc', true),
    list(
      'list, a lot by its number and OK',
      (n) => `lotNo=L-${String(n % lots.length).padStart(5, '0')}&judgement=OK`,
      true,
    ),
  ]
  return [
    ...lists,
    { ...lists[0]!, what: 'list, first pages in a scope', tokenOf: 'scoped', isWalk: true },
    { ...lists[1]!, what: 'list, a template in a scope', tokenOf: 'scoped', isWalk: true },
    { what: 'a record', pathOf: (n) => `/qc/value-base/${of(samples, n).qcValueBaseId}` },
    {
      what: 'a characteristic of a record',
      pathOf: (n) => {
        const { qcValueBaseId, itemKey } = of(samples, n)
        return `/qc/value-item?qcValueBaseId=${qcValueBaseId}&itemKey=${itemKey}`
      },
    },
  ]
}

/** Microseconds that making a record of twenty values and submitting it cost together. */
async function submitMany({ url, pid }: Side): Promise<number> {
  const headers = { authorization: `Bearer ${tokens.all}`, 'content-type': 'application/json' }
  const { templateId, itemKey } = plant.long
  const values = Array.from({ length: 20 }, (_, n) => ({
    itemKey,
    sampleNo: n + 1,
    raw: `10.${String(n).padStart(2, '0')}`,
  }))
  async function post(path: string, body: object): Promise<{ qcValueBaseId: number; lockVersion: number }> {
    const response = await fetch(`${url}/api/v1/qc/value-base${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as {
      code: number
      msg: string
      data: { qcValueBaseId: number; lockVersion: number }
    }
    if (answer.code !== 200) throw new Error(`A record was refused: ${answer.msg}`)
    return answer.data
  }
  const before = cpuMicros(pid)
  let left = REQUESTS / 2
  const client = async () => {
    while (left-- > 0) {
      const { qcValueBaseId, lockVersion } = await post('', { templateId, values })
      await post(`/${qcValueBaseId}/submit`, { lockVersion })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (cpuMicros(pid) - before) / (REQUESTS / 2)
}

/** What looks at everything: how long it holds others up, what it costs and how much memory it takes. */
async function measureLong(): Promise<Figure[]> {
  const side = await startSide(PROGRAM, 'product', dataDir, 'watched')
  const figures: Figure[] = []
  for (const [what, path, limits] of [
    // first, while the process is as small as it was at its start
    ['CSV of all values', '/qc/export?format=csv', { must: 4000, aim: 2000 }],
    ['XLSX of all values', '/qc/export?format=xlsx', { must: 6000, aim: 4000 }],
    ['CSV of the audit trail', '/qc/audit/export?format=csv', { must: 4000, aim: 2000 }],
    ['verification of the audit trail', '/qc/audit/verify', {}],
    ['audit trail, first page', '/qc/audit', {}],
    ['audit trail, last page', `/qc/audit?pageIndex=${Math.floor(ALL / 5)}`, {}],
    ['audit trail, by the kind of thing', '/qc/audit?entity=record', {}],
    ['audit trail, by a name', '/qc/audit?actor=7', {}],
  ] as const) {
    const { cpuMs, growth, pauseMs, bytes } = await taken(side, path)
    const size = bytes > 1e6 ? `, ${(bytes / 1e6).toFixed(0)} MB` : ''
    figures.push({ what: `${what}${size}: CPU time`, unit: 'ms', value: cpuMs, ...limits })
    figures.push({ what: `${what}: longest pause`, unit: 'ms', value: pauseMs, must: 50, aim: 20 })
    const memory = path.endsWith('xlsx') ? { must: 120, aim: 100 } : { must: 80, aim: 55 }
    if (size) figures.push({ what: `${what}: growth of memory`, unit: 'MiB', value: growth, ...memory })
  }
  await side.stop()
  return figures
}

/** Takes the whole of an answer without keeping it. */
async function taken({ url, pid }: Side, path: string) {
  await fetch(`${url}/pause`) // forgets what was before
  const before = residentMebibytes(pid)
  const begun = cpuMicros(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMebibytes(pid))), 20)
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${tokens.all}` } })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  let bytes = 0
  const start: Uint8Array[] = []
  for await (const piece of response.body!) {
    if (bytes < 4096) start.push(piece)
    bytes += piece.length
  }
  clearInterval(watch)
  const head = Buffer.concat(start).toString('utf8', 0, 400)
  if (path.endsWith('/verify') && !head.includes('"isWhole":true')) throw new Error(`The trail is not whole: ${head}`)
  const pauseMs: number = await (await fetch(`${url}/pause`)).json()
  return { cpuMs: (cpuMicros(pid) - begun) / 1000, growth: most - before, pauseMs, bytes }
}

/** Two signed-in users: one sees all records, the other those of one department. */
async function addCallers(folder: string, { operators }: Plant): Promise<Tokens> {
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  const { users, roles, roleMenus, userRoles, menus } = store.t
  const stamps = { createdAt: 0, updatedAt: 0 }
  const life = { sessionIdleMs: 8 * 3_600_000, sessionMaxMs: 8 * 3_600_000 }
  async function caller(name: string, dataScope: string, deptId: number) {
    const userId = await store.tx(async (db) => {
      const role = { roleName: name, roleKey: name, dataScope, status: statuses.on, ...stamps }
      const user = { username: name, usernameKey: name, nickName: name, status: statuses.on, deptId, ...stamps }
      const [made] = await db.insert(roles).values(role).returning()
      const [someone] = await db.insert(users).values(user).returning()
      const granted = await db.select().from(menus).where(inArray(menus.permission, tags))
      const { roleId } = made!
      await db.insert(roleMenus).values(granted.map(({ menuId }) => ({ roleId, menuId })))
      await db.insert(userRoles).values({ roleId, userId: someone!.userId })
      return someone!.userId
    })
    return (await signInAs(store, userId, Date.now(), life)).token
  }
  const made = {
    all: await caller('bench-all', '1', 1000),
    scoped: await caller('bench-scoped', '4', operators[3]!.deptId),
  }
  await store.close()
  return made
}
