/**
 * CPU time per request of the role list over 100,000 roles, beside `raw+`, the least that can answer it. Ratios count;
 * absolute times depend on the machine.   bun run bench [--rows 100000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { createUser } from '#server/access/user/queries'
import { openStore } from '#server/platform/store/index'
import { signInAs } from '../support/sign-in'
import { median } from './figures'
import { cpuPerRequest, startSide } from './side'

const rows = Number(process.argv[process.argv.indexOf('--rows') + 1] ?? 0) || 100_000
const WARM_UP = 3
const ROUNDS = 5
const REQUESTS = 4000
const CLIENTS = 16
/** The most that sessions, rights, limits and the log may cost, in multiples of the floor. */
const MUST = 1.4

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-bench-'))
const token = await prepare(dataDir)
const sides = await Promise.all(['raw+', 'product'].map((side) => startSide('servers/role.ts', side, dataDir)))

const pathOf = (request: number) => `/role?pageIndex=${1 + (request % 50)}`
const figures: Record<string, number[]> = { 'raw+': [], product: [] }
for (let round = 0; round < ROUNDS + WARM_UP; round++) {
  for (const side of sides) {
    const micros = await cpuPerRequest(side, { token, requests: REQUESTS, clients: CLIENTS, pathOf })
    if (round >= WARM_UP) figures[side.name]!.push(micros)
  }
}
await Promise.all(sides.map((side) => side.stop()))
rmSync(dataDir, { recursive: true })

const [floor, own] = [median(figures['raw+']!), median(figures['product']!)]
const ratio = own / floor
console.log(
  `role list, ${rows} roles, ${CLIENTS} clients, median of ${ROUNDS} interleaved rounds of ${REQUESTS} requests`,
)
console.log(`raw+     ${floor.toFixed(0)} us CPU per request`)
console.log(`product  ${own.toFixed(0)} us CPU per request, ${ratio.toFixed(2)} x raw+ (must ${MUST}, aim 1.2)`)
process.exit(ratio <= MUST ? 0 : 1)

/** A database with `rows` roles and a signed-in viewer; answers their token. */
async function prepare(folder: string): Promise<string> {
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  await seedProduction(store)
  const stamps = { createdAt: Date.now(), updatedAt: Date.now() }
  await store.tx(async (db) => {
    for (let from = 0; from < rows; from += 500) {
      const roles = Array.from({ length: 500 }, (_, i) => {
        const n = from + i
        return {
          roleName: `Role ${n}`,
          roleKey: `role-${n}`,
          roleSort: n % 997,
          status: n % 7 ? '2' : '1',
          ...stamps,
        } as const
      })
      await db.insert(store.t.roles).values(roles)
    }
  })
  const user = { username: 'bench', nickName: '', passwordHash: '', roleKeys: ['viewer'] }
  const userId = await createUser(store, user, Date.now())
  const ticket = await signInAs(store, userId, Date.now(), {
    sessionIdleMs: 3_600_000,
    sessionMaxMs: 3_600_000,
  })
  await store.close()
  return ticket.token
}
