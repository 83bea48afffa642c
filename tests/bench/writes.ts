/**
 * What it costs that an acknowledged write survives a power cut: records of twenty values, made by 16 clients over HTTP,
 * against the same server without that promise. Both run at the same time and are asked in turn.
 *   bun run bench:writes
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../support/app'
import { qcPlant } from '../support/qc/plant'
import { copyInto, endTestStores } from '../support/store'
import { median } from './figures'
import { startSide, type Side } from './side'

const CLIENTS = 16
const ROUNDS = 7
const ROUND_MS = 3000
const VALUES = 20
/** Per cent of what is written without waiting for the disk. */
const [MUST, AIM] = [75, 85]

const folder = mkdtempSync(join(tmpdir(), 'caliper-writes-'))
const { token, record } = await plantIn(join(folder, 'full'))
cpSync(join(folder, 'full'), join(folder, 'normal'), { recursive: true })
const sides = [
  await startSide('writes-server.ts', 'full', join(folder, 'full')),
  await startSide('writes-server.ts', 'normal', join(folder, 'normal')),
]
const rates = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
try {
  for (const side of sides) await rateOf(side) // warms up
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) rates.get(side.name)!.push(await rateOf(side))
  }
} finally {
  for (const side of sides) await side.stop()
  rmSync(folder, { recursive: true, force: true })
}
const full = rates.get('full')!
const shares = full.map((rate, round) => (rate / rates.get('normal')![round]!) * 100)
for (const [name, measured] of rates) {
  console.log(
    `${name.padEnd(7)} ${Math.round(median(measured))} records/s of ${VALUES} values (${measured.map(Math.round).join(', ')})`,
  )
}
const share = median(shares)
console.log(
  `durable writes: ${share.toFixed(1)} % of those that a power cut may lose (must ≥ ${MUST} %, aim ≥ ${AIM} %)`,
)
process.exit(share >= MUST ? 0 : 1)

async function plantIn(data: string) {
  const app = await startApp({ settings: { envelopeStatus: 'http' } })
  const plant = await qcPlant(app)
  const { templateId, keys } = await plant.template({}, [
    { code: 'width', name: '宽度', type: 'numeric', decimals: 2, lsl: '9.90', usl: '10.10', sampleSize: VALUES },
  ])
  mkdirSync(data)
  await copyInto(data, app.store)
  await app.close()
  await endTestStores()
  const values = Array.from({ length: VALUES }, (_, n) => ({ itemKey: keys['width'], sampleNo: n + 1, raw: '10.01' }))
  return { token: plant.inspector.token, record: JSON.stringify({ templateId, values }) }
}

/** Records a second. */
async function rateOf({ url }: Side): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const began = performance.now()
  let made = 0
  const client = async () => {
    while (performance.now() - began < ROUND_MS) {
      const response = await fetch(`${url}/api/v1/qc/value-base`, { method: 'POST', headers, body: record })
      const { code, msg } = (await response.json()) as { code: number; msg: string }
      if (code !== 200) throw new Error(`A record was refused: ${code} ${msg}`)
      made += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return made / ((performance.now() - began) / 1000)
}
