/**
 * How many records of twenty values are made a second over HTTP, and in what time they are answered: on SQLite, also
 * without waiting for the disk, which loses acknowledged writes in a power cut; and on PostgreSQL, where it is installed,
 * by one, two and four processes. All servers run at the same time and are asked in turn.
 *   bun run bench:writes [--against COMMIT] [--rounds 5] [--seconds 3]
 * With `--against`, an older version is measured beside this one, from a checkout of its own.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresPrograms, startPostgres } from '../support/database/postgres'
import { median } from './figures'
import { cpuMicros, startSide, type Side } from './side'

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const VALUES = 20
const CLIENTS = [8, 16, 64]
const PROCESSES = [1, 2, 4]
/** Accounts of the demo that make records. */
const USERS = ['admin', 'inspector', 'approver']

type Tree = { name: string; root: string }
type Plant = { tokens: string[]; record: string }
/** Servers that share a database. */
type Group = { name: string; sides: Side[]; plant: Plant }
type Place = { dataDir: string; databaseUrl?: string }
/** Records a second, the time that 95 % of them were answered in, and processor time of our processes a record in µs. */
type Measured = { rate: number; p95: number; cpu: number }

const folder = mkdtempSync(join(tmpdir(), 'caliper-writes-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const results = new Map<string, Measured[]>()
try {
  const trees: Tree[] = [{ name: 'now', root: resolve(import.meta.dir, '../..') }]
  if (options.against) trees.push({ name: options.against, root: checkout(options.against) })
  const groups: Group[] = []
  for (const tree of trees) groups.push(...(await onSqlite(tree)))
  if (postgresPrograms()) {
    const server = await startPostgres({ isDurable: true })
    ends.unshift(() => server.stop())
    for (const tree of trees) groups.push(await onPostgres(tree, await server.create(`writes_${tree.name}`)))
  }
  for (const { sides } of groups) for (const { stop } of sides) ends.unshift(stop)
  await measure(groups)
} finally {
  for (const end of ends) await end()
}
process.exit(report() ? 0 : 1)

/** The sources of an older commit, with its packages. */
function checkout(commit: string): string {
  const root = join(folder, 'older')
  run(['git', 'worktree', 'add', '--detach', root, commit])
  ends.unshift(() => run(['git', 'worktree', 'remove', '--force', root]))
  run([process.execPath, 'install', '--frozen-lockfile'], root)
  return root
}

function run(command: string[], cwd = import.meta.dir) {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

function startServer({ name, root }: Tree, place: Place, further: { isDurable: boolean; isNew: boolean }) {
  return startSide('servers/writes.ts', name, root, JSON.stringify({ ...place, ...further }))
}

/** This version is measured without waiting for the disk as well. */
async function onSqlite(tree: Tree): Promise<Group[]> {
  const dataDir = join(folder, tree.name)
  const first = await startServer(tree, { dataDir }, { isDurable: true, isNew: true })
  const plant = await plantOf(first)
  await first.stop()
  const group = async (name: string, place: Place, isDurable: boolean) => {
    const side = await startServer(tree, place, { isDurable, isNew: false })
    return { name, sides: [side], plant }
  }
  if (tree.name !== 'now') return [await group(`SQLite, ${tree.name}`, { dataDir }, true)]
  cpSync(dataDir, `${dataDir}-normal`, { recursive: true })
  return [
    await group('SQLite', { dataDir }, true),
    await group('SQLite, not waiting for the disk', { dataDir: `${dataDir}-normal` }, false),
  ]
}

async function onPostgres(tree: Tree, databaseUrl: string): Promise<Group> {
  const place = { dataDir: join(folder, `${tree.name}-postgres`), databaseUrl }
  const sides = [await startServer(tree, place, { isDurable: true, isNew: true })]
  const plant = await plantOf(sides[0]!)
  while (sides.length < Math.max(...PROCESSES)) {
    sides.push(await startServer(tree, place, { isDurable: true, isNew: false }))
  }
  return { name: tree.name === 'now' ? 'PostgreSQL' : `PostgreSQL, ${tree.name}`, sides, plant }
}

/** A product line with a published template, and people who make records of it. */
async function plantOf({ url }: Side): Promise<Plant> {
  async function call(token: string | undefined, method: string, path: string, body?: object) {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const found: { code: number; msg: string; token?: string; data: any } = await answer.json()
    if (found.code !== 200) throw new Error(`${method} ${path}: ${found.code} ${found.msg}`)
    return found
  }
  const tokens: string[] = []
  for (const username of USERS) {
    tokens.push((await call(undefined, 'POST', '/login', { username, password: 'caliper-demo' })).token!)
  }
  const [admin] = tokens
  const made = async (method: string, path: string, body?: object) => (await call(admin, method, path, body)).data
  const productId = await made('POST', '/qc/product', {
    code: 'w1',
    name: '产线',
    tz: 'Asia/Shanghai',
    dayStartMin: 480,
  })
  const templateId = await made('POST', '/qc/template', { productId, code: 'W-1', name: '模板', stage: 'ipqc' })
  const at = `/qc/template/${templateId}`
  const width = { code: 'width', name: '宽度', type: 'numeric', decimals: 2, lsl: '9.90', usl: '10.10' }
  const items = [{ ...width, sampleSize: VALUES }]
  const { draft } = await made('GET', at)
  const saved = await made('PUT', `${at}/draft`, { lockVersion: draft.lockVersion, items })
  const { version } = await made('POST', `${at}/publish`, {
    lockVersion: saved.draft.lockVersion,
    changeNote: '首次发布',
  })
  const [{ itemKey }] = version.items
  const values = Array.from({ length: VALUES }, (_, index) => ({ itemKey, sampleNo: index + 1, raw: '10.01' }))
  return { tokens, record: JSON.stringify({ templateId, values }) }
}

async function measure(groups: readonly Group[]) {
  const runs = groups.flatMap((group) =>
    PROCESSES.filter((processes) => processes <= group.sides.length).flatMap((processes) =>
      CLIENTS.map((clients) => ({ group, processes, clients })),
    ),
  )
  for (const { group, processes, clients } of runs) await load(group, processes, clients, 500) // warms up
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const { group, processes, clients } of round % 2 === 0 ? runs : runs.toReversed()) {
      const measured = await load(group, processes, clients, Number(options.seconds) * 1000)
      results.getOrInsertComputed(nameOf(group.name, processes, clients), () => []).push(measured)
    }
  }
}

function nameOf(group: string, processes: number, clients: number) {
  return `${group} | ${processes} | ${clients}`
}

async function load({ sides, plant }: Group, processes: number, clients: number, ms: number): Promise<Measured> {
  const cpuBefore = cpuOf(sides)
  const began = performance.now()
  const latencies: number[] = []
  const client = async (_: unknown, index: number) => {
    const { url } = sides[index % processes]!
    const authorization = `Bearer ${plant.tokens[index % plant.tokens.length]}`
    const headers = { 'content-type': 'application/json', authorization }
    while (performance.now() - began < ms) {
      const asked = performance.now()
      const response = await fetch(`${url}/api/v1/qc/value-base`, { method: 'POST', headers, body: plant.record })
      const { code, msg } = (await response.json()) as { code: number; msg: string }
      if (code !== 200) throw new Error(`A record was refused: ${code} ${msg}`)
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / seconds,
    p95: latencies[Math.floor(latencies.length * 0.95)] ?? Infinity,
    cpu: (cpuOf(sides) - cpuBefore) / latencies.length,
  }
}

function cpuOf(sides: readonly Side[]) {
  return sides.reduce((sum, { pid }) => sum + cpuMicros(pid), 0)
}

/** Prints all figures. Returns false when one misses what it must reach. */
function report(): boolean {
  console.log(`Records of ${VALUES} values, medians of ${options.rounds} rounds:\n`)
  console.log('database | processes | clients | records a second | p95 in ms | µs of processor time a record')
  for (const [name, measured] of results) {
    const figures = (['rate', 'p95', 'cpu'] as const).map((field) => Math.round(medianOf(measured, field)))
    console.log([name, ...figures].join(' | '))
  }
  console.log()
  const checks = [
    ratio(
      'SQLite, 16 clients, against not waiting for the disk',
      ['SQLite', 'SQLite, not waiting for the disk'],
      1,
      16,
      [0.75, 0.85],
    ),
  ]
  const { against } = options
  if (against)
    checks.push(ratio(`SQLite, 16 clients, against ${against}`, ['SQLite', `SQLite, ${against}`], 1, 16, [2.5, 4]))
  if (postgresPrograms()) {
    if (against) {
      const pair = ['PostgreSQL', `PostgreSQL, ${against}`] as const
      checks.push(ratio(`PostgreSQL, 1 process, 16 clients, against ${against}`, pair, 1, 16, [5, 8]))
      checks.push(ratio(`PostgreSQL, 4 processes, 16 clients, against ${against}`, pair, 4, 16, [2.5, 8]))
    }
    checks.push(p95('PostgreSQL, 1 process, 64 clients, p95 in ms', 1, [150, 80]))
    checks.push(p95('PostgreSQL, 4 processes, 64 clients, p95 in ms', 4, [400, 80]))
  }
  return checks.every(Boolean)
}

function medianOf(measured: readonly Measured[], field: keyof Measured) {
  return median(measured.map((one) => one[field]))
}

/** Of the rates of two groups, round by round. */
function ratio(
  what: string,
  [own, other]: readonly [string, string],
  processes: number,
  clients: number,
  [must, aim]: [number, number],
) {
  const others = results.get(nameOf(other, processes, clients))!
  const ratios = results.get(nameOf(own, processes, clients))!.map(({ rate }, round) => rate / others[round]!.rate)
  const value = median(ratios)
  console.log(`${what}: ${value.toFixed(2)} x (must ≥ ${must}, aim ≥ ${aim})`)
  return value >= must
}

function p95(what: string, processes: number, [must, aim]: [number, number]) {
  const value = medianOf(results.get(nameOf('PostgreSQL', processes, 64))!, 'p95')
  console.log(`${what}: ${Math.round(value)} (must ≤ ${must}, aim ≤ ${aim})`)
  return value <= must
}
