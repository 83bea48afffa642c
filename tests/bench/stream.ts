/**
 * What the live feed costs: processor time, memory of one listener and delay from the commit to arrival, at one event a
 * second to 1,000 and to 5,000 listeners of 250 users, each over a connection of its own; then what readers that do not
 * read cost before they are dropped.   bun run bench:stream [--small]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { readSettings } from '#server/env'
import { openStore } from '#server/platform/store/index'
import { statuses } from '#shared/constants'
import { signInAs } from '../support/sign-in'
import { printFigures, type Figure } from './figures'
import { cpuMicros, residentMebibytes, startSide, type Side } from './side'

const isSmall = process.argv.includes('--small')
const USERS = 250
const SECONDS = isSmall ? 5 : 30
const steps = isSmall ? [200, 1000] : [1000, 5000]
const SLOW = 100
const SETTLE_MS = 3000
const BURST_MS = 100

type Socket = Awaited<ReturnType<typeof Bun.connect>>
type Listeners = { opened: number; lost: number; delays: number[] | undefined; sockets: Socket[] }

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-bench-'))
const tokens = await addListeners()
const figures = [...(await measure()), ...(await measureSlow())]
rmSync(dataDir, { recursive: true })
process.exit(printFigures(figures) ? 0 : 1)

/** Users who may see the records of everybody, each signed in once. */
async function addListeners(): Promise<string[]> {
  const settings = readSettings({}, { dataDir, captcha: 'never' })
  const store = await openStore(settings)
  await seedProduction(store)
  const { users, roles, roleMenus, userRoles, menus, products } = store.t
  const stamps = { createdAt: 0, updatedAt: 0 }
  const userIds = await store.tx(async (db) => {
    const line = { code: 'c21', name: 'c21', nameEn: '', tz: 'Asia/Shanghai', dayStartMin: 0, status: statuses.on }
    await db.insert(products).values({ ...line, sort: 0, remark: '', createBy: 1, ...stamps })
    const listening = { roleKey: 'l', roleName: 'l', roleSort: 9, status: statuses.on, dataScope: '1', ...stamps }
    const [role] = await db.insert(roles).values(listening).returning()
    const { roleId } = role!
    for (const { menuId, permission } of await db.select().from(menus)) {
      if (permission === 'qc:record:list') await db.insert(roleMenus).values({ roleId, menuId })
    }
    const named = Array.from({ length: USERS }, (_, n) => `u${n}`)
    const made = await db
      .insert(users)
      .values(
        named.map((name) => ({ username: name, usernameKey: name, nickName: name, status: statuses.on, ...stamps })),
      )
      .returning()
    await db.insert(userRoles).values(made.map(({ userId }) => ({ userId, roleId })))
    return made.map(({ userId }) => userId)
  })
  const found: string[] = []
  for (const userId of userIds) found.push((await signInAs(store, userId, Date.now(), settings)).token)
  await store.close()
  return found
}

/** Opens so many streams; those that do not read take only the head. */
async function listen({ url }: Side, clients: number, reads = true): Promise<Listeners> {
  const listeners: Listeners = { opened: 0, lost: 0, delays: undefined, sockets: [] }
  const { hostname, port } = new URL(url)
  const decoder = new TextDecoder()
  function hear(data: Uint8Array) {
    const text = decoder.decode(data)
    if (text.startsWith('HTTP/1.1 200')) listeners.opened += 1
    const now = performance.timeOrigin + performance.now()
    for (const [, told] of text.matchAll(/"recordNo":"([\d.]+)"/g)) listeners.delays?.push(now - Number(told))
  }
  const head = (token: string) => `GET /api/v1/qc/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const open = (client: number) =>
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(head(tokens[client % USERS]!)),
        data(socket, data) {
          hear(data)
          if (!reads) socket.pause()
        },
        close: () => void (listeners.lost += 1),
      },
    })
  for (let from = 0; from < clients; from += 100) {
    const some = Array.from({ length: Math.min(100, clients - from) }, (_, n) => open(from + n))
    listeners.sockets.push(...(await Promise.all(some)))
  }
  while (listeners.opened < clients) {
    if (listeners.lost > 0) throw new Error(`${listeners.lost} of ${clients} streams were refused`)
    await Bun.sleep(20)
  }
  return listeners
}

/** Stopped at the end of its block, whatever happens in it. */
async function startServer() {
  const side = await startSide('servers/stream.ts', 'product', dataDir)
  return { ...side, [Symbol.asyncDispose]: side.stop }
}

/** What so many listeners cost, and then, on the same server, many more: memory is what each of those adds. */
async function measure(): Promise<Figure[]> {
  await using side = await startServer()
  const heard: Listeners[] = []
  await fetch(`${side.url}/tell?rate=1`)
  const found: Figure[] = []
  let before: number | undefined
  for (const clients of steps) {
    const had = heard.reduce((sum, { opened }) => sum + opened, 0)
    heard.push(await listen(side, clients - had))
    await Bun.sleep(SETTLE_MS)
    found.push(...(await costOf(side, heard, clients)))
    const now = residentMebibytes(side.pid)
    const each = before && ((now - before) * 1024) / (clients - had)
    if (each) found.push({ what: 'memory of each further listener', unit: 'KiB', value: each, must: 10, aim: 6 })
    before = now
  }
  found.push({ what: 'longest pause of the server', unit: 'ms', value: await pauseOf(side), must: 50, aim: 20 })
  for (const { sockets } of heard) for (const socket of sockets) socket.terminate()
  return found
}

async function costOf(side: Side, heard: readonly Listeners[], clients: number): Promise<Figure[]> {
  const delays: number[] = []
  for (const listeners of heard) listeners.delays = delays
  const before = cpuMicros(side.pid)
  await Bun.sleep(SECONDS * 1000)
  const cpu = (cpuMicros(side.pid) - before) / (SECONDS * 1e6)
  const lost = heard.reduce((sum, listeners) => sum + listeners.lost, 0)
  if (lost > 0) throw new Error(`${lost} streams were lost`)
  if (delays.length < clients * (SECONDS - 2)) throw new Error(`only ${delays.length} events arrived`)
  const isAll = clients === 5000
  return [
    {
      what: `${clients} listeners, 1 event/s: of a core`,
      unit: '%',
      value: cpu * 100,
      ...(isAll && { must: 10, aim: 6 }),
    },
    { what: `${clients}: commit to arrival, p50`, unit: 'ms', value: quantile(delays, 0.5) },
    { what: `${clients}: p99`, unit: 'ms', value: quantile(delays, 0.99), ...(isAll && { must: 250, aim: 120 }) },
  ]
}

/** Everybody else goes on hearing while those who do not read are dropped. */
async function measureSlow(): Promise<Figure[]> {
  await using side = await startServer()
  const readers = await listen(side, 100)
  await listen(side, SLOW, false)
  await Bun.sleep(SETTLE_MS)
  const before = residentMebibytes(side.pid)
  let peak = before
  let bursts = 0
  while ((await sizeOf(side)).size > 100) {
    await fetch(`${side.url}/tell?burst=400`)
    await Bun.sleep(BURST_MS) // more at once would be told as a reset
    bursts += 1
    peak = Math.max(peak, residentMebibytes(side.pid))
    if (bursts > 500) throw new Error('readers that do not read are never dropped')
  }
  if (readers.lost > 0) throw new Error(`${readers.lost} listeners that read were dropped`)
  const what = `${SLOW} that do not read, dropped after ${bursts} bursts of 400 events: memory`
  return [{ what, unit: 'MB', value: peak - before, must: 100 }]
}

/** Apart from the rest: to watch costs as well. */
async function pauseOf(side: Side): Promise<number> {
  await fetch(`${side.url}/watch`)
  await Bun.sleep(SECONDS * 1000)
  return (await sizeOf(side)).pause
}

async function sizeOf({ url }: Side) {
  const response = await fetch(`${url}/size`)
  return (await response.json()) as { size: number; pause: number } // written by the server beside this file
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
