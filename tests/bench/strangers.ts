/**
 * `bun run bench:strangers`: processor time of the server for each request of the API document and its page, and how long
 * somebody who is signed in waits while 20 strangers request the document without pause, with the limits off.
 * `strangers.ts flood ADDRESS ENCODING` is one who does that.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf } from '../faults/support/plant'
import { percentile } from '../faults/support/fault'
import { startApp } from '../support/app'
import { spawnCommand } from '../support/commands'
import { copyInto, endTestStores } from '../support/store'
import { printFigures, type Figure } from './figures'
import { cpuMicros } from './side'

const CLIENTS = 20
const REQUESTS = 1000
const ROUNDS = 10
const MEASURED_MS = 1_000
/** Between two requests of whoever is signed in. */
const PAUSE_MS = 5
const MOST_CPU_MS = 0.5
const MOST_TIMES = 3
const encodings = ['br', 'gzip', 'identity'] as const
const paths = ['/api/v1/openapi.json', '/api/docs']

const get = async (address: string, encoding: string) => {
  const response = await fetch(address, { headers: { 'accept-encoding': encoding }, decompress: false })
  if (response.status !== 200) throw new Error(`It was answered ${response.status}.`)
  return response.arrayBuffer()
}

if (process.argv[2] === 'flood') await flood(new URL(process.argv[3]!), process.argv[4]!)

const folder = mkdtempSync(join(tmpdir(), 'caliper-bench-strangers-'))
const app = await startApp({ settings: { envelopeStatus: 'http' } })
const { admin } = await keysOf(app)
await copyInto(folder, app.store)
await app.close()
await endTestStores()

const command = process.env['CALIPER_BIN']
  ? [process.env['CALIPER_BIN']]
  : [process.execPath, 'server/commands/caliper.ts']
const server = spawnCommand([...command, 'serve'], {
  env: {
    CALIPER_DATA_DIR: folder,
    CALIPER_PORT: '0',
    CALIPER_LOG_REQUESTS: 'off',
    CALIPER_PUBLIC_PER_MINUTE: 'off',
  },
})
try {
  const [, port] = await server.says(/"event":"started".*?"url":"http:\/\/localhost:(\d+)"/)
  const url = `http://127.0.0.1:${port}`
  const figures: Figure[] = []
  for (const path of paths) {
    for (const encoding of encodings) {
      const value = await cpuOf(`${url}${path}`, encoding)
      figures.push({ what: `processor time of one GET ${path}, ${encoding}`, unit: 'ms', value, must: MOST_CPU_MS })
    }
  }
  for (const encoding of encodings) {
    const strangers = spawnCommand([process.execPath, import.meta.path, 'flood', `${url}${paths[0]}`, encoding])
    await strangers.says(/flooding/)
    const [alone, beside]: [number[], number[]] = [[], []]
    // In turns, so that what else the machine has to do meets both alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      strangers.kill('SIGSTOP')
      alone.push(...(await waits(url, MEASURED_MS)))
      strangers.kill('SIGCONT')
      beside.push(...(await waits(url, MEASURED_MS)))
    }
    strangers.kill('SIGTERM')
    await strangers.ended()
    const served = strangers.written.out.match(/served (\d+)/)?.[1]
    const [calm, busy] = [percentile(alone, 99), percentile(beside, 99)]
    console.log(
      `${encoding}: getinfo alone p50 ${percentile(alone, 50).toFixed(1)}, p99 ${calm.toFixed(1)} ms (${alone.length}); beside ${CLIENTS} strangers p50 ${percentile(beside, 50).toFixed(1)}, p99 ${busy.toFixed(1)} ms (${beside.length}); documents served ${served}`,
    )
    figures.push({
      what: `p99 of getinfo beside ${CLIENTS} strangers, ${encoding}`,
      unit: 'x',
      value: busy / calm,
      must: MOST_TIMES,
    })
  }
  process.exitCode = printFigures(figures) ? 0 : 1
} finally {
  server.kill('SIGTERM')
  await server.ended()
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds of the server for each of many. */
async function cpuOf(address: string, encoding: string): Promise<number> {
  for (let count = 0; count < 100; count += 1) await get(address, encoding)
  const before = cpuMicros(server.pid)
  for (let count = 0; count < REQUESTS; count += 1) await get(address, encoding)
  return (cpuMicros(server.pid) - before) / 1000 / REQUESTS
}

/** Milliseconds that one client waits for each of its requests. */
async function waits(url: string, forMs: number): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const began = performance.now()
    const response = await fetch(`${url}/api/v1/getinfo`, { headers: { authorization: `Bearer ${admin}` } })
    if (((await response.json()) as { code: number }).code !== 200) throw new Error('getinfo was refused.')
    taken.push(performance.now() - began)
    await Bun.sleep(PAUSE_MS)
  }
  return taken
}

/** 20 connections of one process, each of which asks again as soon as it has its answer. Only bytes are counted: it costs the machine little. */
async function flood({ hostname, port, pathname }: URL, encoding: string) {
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAccept-Encoding: ${encoding}\r\n\r\n`
  let served = 0
  for (let count = 0; count < CLIENTS; count += 1) {
    let [received, length, head] = [0, Infinity, '']
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (chunk) => {
      received += chunk.length
      if (length === Infinity) {
        head += chunk.toString('latin1') // it may come in pieces
        length = lengthOf(head)
      }
      if (received < length) return
      length = Infinity
      head = ''
      received = 0
      served += 1
      if (served === 1) process.stdout.write('flooding\n')
      socket.write(request)
    })
  }
  process.on('SIGTERM', () => {
    process.stdout.write(`served ${served}\n`)
    process.exit()
  })
  await new Promise(() => {})
}

/** Bytes of a whole answer, once its head is there. */
function lengthOf(text: string): number {
  const [head, status, length] = text.match(/^HTTP\/1\.1 (\d+)[^]*?content-length: (\d+)[^]*?\r\n\r\n/i) ?? []
  if (head === undefined) return Infinity
  if (status !== '200') throw new Error(`It was answered ${status}.`)
  return head.length + Number(length)
}
