import { seen, type Fault } from '../support/fault'
import { makeRecord, makeRole, nothingYet } from '../support/load'
import { servedPlant, type Keys } from '../support/plant'
import { call, type Server } from '../support/server'

const REQUESTS = 100_000
const MOST_MS = 80_000
const WARM_MS = 25_000
const CLIENTS = 12
const GROWTH_MB = 20

/** S93: what was asked leaves nothing behind in memory. */
export const longRun: Fault = {
  name: 'long-run',
  async run() {
    const { note, expect, outcome } = seen()
    const { keys, server } = await servedPlant()
    const warm = await asked(server, keys, REQUESTS, WARM_MS)
    const before = await settled(server)
    const done = await asked(server, keys, REQUESTS, MOST_MS)
    const after = await settled(server)
    expect(after - before < GROWTH_MB, `memory grows by less than ${GROWTH_MB} MiB`, `${before} to ${after} MiB`)
    const faults = [...done.codes].filter(([code]) => code >= 500)
    expect(faults.length === 0, 'nothing is answered 5xx', faults)
    note(
      `${Math.round(before)} to ${Math.round(after)} MiB, answers ${[...done.codes].map(([code, n]) => `${code}: ${n}`).join(', ')}`,
    )
    return outcome(`${done.count} mixed requests after ${warm.count} to warm up, each with values of its own`)
  },
}

/** Requests that are different each time: searches, pages, unknown tokens and names, records, what is refused. */
async function asked(server: Server, keys: Keys, most: number, patienceMs: number) {
  const until = performance.now() + patienceMs
  const codes = new Map<number, number>()
  let count = 0
  async function client() {
    while (count < most && performance.now() < until) {
      const code = await one(server, keys, count++)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { count, codes }
}

async function one(server: Server, keys: Keys, n: number): Promise<number> {
  const word = crypto.randomUUID()
  const { admin, inspector } = keys
  if (n % 50 === 0) return (await makeRecord(server, keys, nothingYet())).code
  if (n % 50 === 25) return (await makeRole(server, keys, nothingYet())).code
  const asks = [
    () => call(server, admin, `/role?roleName=${word}`),
    () => call(server, inspector, `/qc/value-base?recordNo=${word}`),
    () => call(server, word, '/getinfo'),
    () => call(server, admin, `/qc/qr/resolve?code=${word}`),
    () => call(server, admin, `/sys-opera-log?title=${word}`),
    () => call(server, inspector, '/qc/value-base?pageSize=50'),
    () => call(server, undefined, `/app-config?at=${word}`),
    () => call(server, admin, `/qc/analysis/item?code=${word}`),
    () => call(server, admin, `/${word}`),
    () => call(server, undefined, '/login', { username: word, password: '' }),
  ]
  return (await asks[n % asks.length]!()).code
}

/** What is left once it had a moment to tidy up. */
async function settled(server: Server): Promise<number> {
  const figures: number[] = []
  for (let look = 0; look < 12; look++) {
    await Bun.sleep(400)
    figures.push(server.memory())
  }
  return Math.min(...figures)
}
