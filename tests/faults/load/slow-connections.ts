import { connect, type Socket } from 'node:net'
import { percentile, seen, undoing, type Fault } from '../support/fault'
import { servedPlant, type Keys } from '../support/plant'
import { call, type Server } from '../support/server'

const IDLE = 2000
const SLOW = 400
const CUT_MS = 60_000
const MEASURED_MS = 8000
/** Below so much a p99 is noise of the machine, in milliseconds. */
const NOISE_MS = 15
const GROWTH_MB = 150

/** S89, S90, S91: who holds connections without using them holds nobody up, and is let go. */
export const slowConnections: Fault = {
  name: 'slow-connections',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, outcome } = seen()
      const { keys, server } = await servedPlant()
      const port = Number(new URL(server.url).port)
      await latencies(server, keys) // warms up
      const quiet = await latencies(server, keys)
      const memory = server.memory()

      const idle = await holders(port, IDLE, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', undefined)
      const heads = await holders(port, SLOW, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a')
      const body = `POST /api/v1/role HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.admin}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`
      const bodies = await holders(port, SLOW, body, ' ')
      undo(() => [idle, heads, bodies].forEach((some) => some.end()))
      const held = await latencies(server, keys)
      const grown = server.memory() - memory
      const [calm, busy] = [percentile(quiet, 99), percentile(held, 99)]
      expectTime(
        busy < Math.max(calm, NOISE_MS) * 5,
        'p99 stays below five times the quiet value',
        `${calm} ms, ${busy} ms`,
      )
      expect(grown < GROWTH_MB, `memory grows by less than ${GROWTH_MB} MiB`, grown)

      const until = performance.now() + CUT_MS
      while (performance.now() < until && heads.open() + bodies.open() > 0) await Bun.sleep(250)
      expect(heads.open() === 0, 'heads that never end are cut within 60 s', heads.open())
      expect(bodies.open() === 0, 'bodies that never end are cut within 60 s', bodies.open())
      expect((await call(server, keys.admin, '/getinfo')).code === 200, 'it goes on')
      expect(
        !/"event":"fault"/.test(server.written.err),
        'none of it is a fault of the server',
        server.written.err.slice(0, 300),
      )
      note(
        `p99 ${calm.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms with them; heads cut within ${heads.lastedS()} s, bodies within ${bodies.lastedS()} s; memory +${Math.round(grown)} MiB`,
      )
      return outcome(`${IDLE} idle connections, ${SLOW} slow heads and ${SLOW} slow bodies of a byte a second`)
    }),
}

/** How long requests took, of four clients that ask one after the other. */
async function latencies(server: Server, { admin }: Keys): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + MEASURED_MS / 2
  const client = async () => {
    while (performance.now() < until) {
      const { code, ms } = await call(server, admin, '/role?pageSize=20')
      if (code !== 200) throw new Error(`A request was answered ${code}.`)
      taken.push(ms)
      await Bun.sleep(10)
    }
  }
  await Promise.all(Array.from({ length: 4 }, client))
  return taken
}

/** Connections that send `first`, and from then on `more` once a second. */
async function holders(port: number, count: number, first: string, more: string | undefined) {
  const open = new Set<Socket>()
  const began = performance.now()
  let last = began
  for (let from = 0; from < count; from += 200) {
    const some = Array.from({ length: Math.min(200, count - from) }, () => held(port, first, open))
    await Promise.all(some)
  }
  const dripping = more && setInterval(() => open.forEach((socket) => socket.write(more)), 1000)
  return {
    open: () => open.size,
    lastedS: () => Math.round((last - began) / 1000),
    end() {
      clearInterval(dripping || undefined)
      for (const socket of open) socket.destroy()
    },
  }

  function held(port: number, text: string, open: Set<Socket>) {
    return new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        open.add(socket)
        socket.write(text)
        resolve()
      })
      socket.on('data', () => {})
      socket.on('error', reject)
      socket.on('close', () => {
        open.delete(socket)
        last = performance.now()
      })
    })
  }
}
