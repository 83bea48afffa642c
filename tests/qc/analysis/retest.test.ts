import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/durations'
import { startApp, type App } from '../../support/app'
import { done, qcPlant, step, stepped, type Plant } from '../../support/qc/plant'
import { chartOf, sigmasOff, type Charted } from '../../support/qc/charts'

/** A retest is one as long as what it tests again is not voided; then it is the first result (qc-domain §2.3, §5). */
const NOW = Date.parse('2026-05-20T12:00:00Z')

let app: App
let plant: Plant
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now })
  plant = await qcPlant(app)
})
afterAll(() => app.close())

type Seen = { qcValueBaseId: number; lockVersion: number }
const fresh = async ({ qcValueBaseId }: Pick<Seen, 'qcValueBaseId'>): Promise<Seen> =>
  done(await plant.admin.get(`/qc/value-base/${qcValueBaseId}`))

/** The same parts tested again, so many σ off; submitted. */
async function retested(one: Charted, first: Pick<Seen, 'qcValueBaseId'>, z: number, more = {}): Promise<Seen> {
  now += 60_000
  const draft: Seen = done(await step(plant.inspector, 'retest', await fresh(first)))
  const values = [{ itemKey: one.itemKey, sampleNo: 1, raw: sigmasOff(z) }]
  const body = { lockVersion: draft.lockVersion, values, remark: '复检', ...more }
  const entered: Seen = done(await plant.inspector.put(`/qc/value-base/${draft.qcValueBaseId}`, body))
  return stepped(plant.inspector, 'submit', entered)
}

const voided = async (record: Pick<Seen, 'qcValueBaseId'>) =>
  done(await step(plant.engineer, 'void', await fresh(record), { reason: '录错样品' }))

/** What charts, capability, yield and signals say: records of points and of open signals. */
async function told(one: Charted) {
  const get = async (call: string) => done(await plant.admin.get(`/qc/analysis/${call}?itemKey=${one.itemKey}`))
  const { points } = await get('spc')
  const { versions } = await get('capability')
  const { submitted, passed } = await get('yield')
  const { list } = done(await plant.admin.get(`/qc/signal?itemKey=${one.itemKey}&state=open&rule=1`))
  const filter = `templateId=${one.template.templateId}&counted=1`
  return {
    points: points.map(({ qcValueBaseId }: Seen) => qcValueBaseId),
    n: versions[0]?.n ?? 0,
    yield: [submitted, passed],
    counted: done(await plant.admin.get(`/qc/value-base?${filter}`)).count,
    signals: list.map(({ qcValueBaseId }: Seen) => qcValueBaseId),
  }
}

const started = async () => {
  const one = await chartOf(plant, { begin: now - 2 * HOUR_MS }, { lsl: '9.95', usl: '10.05' })
  done(await one.freeze({ rules: { rules: ['1'] } }))
  return one
}

test('when the first test is voided, its retest is the first result in charts, capability, yield and signals', async () => {
  const one = await started()
  const first = await one.record(6, { at: now - HOUR_MS, more: { remark: '超限' } }) // NG
  const second = await retested(one, first, 3.5) // within the specification, beyond 3 σ
  const [a, b] = [first.qcValueBaseId, second.qcValueBaseId]
  expect(await told(one)).toEqual({ points: [a], n: 1, yield: [1, 0], counted: 1, signals: [a] })
  await voided(first)
  expect(await told(one)).toEqual({ points: [b], n: 1, yield: [1, 1], counted: 1, signals: [b] })

  await one.correct((await fresh(second)) as never, 0.2)
  expect((await told(one)).signals).toEqual([])
  await one.correct((await fresh(second)) as never, -3.5)
  expect((await told(one)).signals).toEqual([b])
  await voided(second)
  expect(await told(one)).toEqual({ points: [], n: 0, yield: [0, 0], counted: 0, signals: [] })
})

test('so is a retest whose inspection is dated before that of the first test', async () => {
  const one = await started()
  const first = await one.record(6, { at: now - HOUR_MS / 2, more: { remark: '超限' } })
  const second = await retested(one, first, 0.5, { inspectedAt: new Date(now - HOUR_MS).toISOString() })
  expect((await told(one)).points).toEqual([first.qcValueBaseId])
  await voided(first)
  expect((await told(one)).points).toEqual([second.qcValueBaseId])
})

test('of a chain of retests the earliest that stands is the first result, in whatever order others are voided', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const one = await started()
    const first = await one.record(6, { at: now - HOUR_MS, more: { remark: '超限' } })
    const second = await retested(one, first, 5.5)
    const third = await retested(one, second, 3.2)
    const [a, b, c] = [first, second, third].map(({ qcValueBaseId }) => qcValueBaseId)
    expect((await told(one)).points).toEqual([a!])
    await voided([first, second][order[0]!]!)
    const standing = order[0] === 0 ? b! : a!
    const between = await told(one)
    expect([between.points, between.signals, between.yield]).toEqual([[standing], [standing], [1, 0]])
    await voided([first, second][order[1]!]!)
    expect(await told(one)).toEqual({ points: [c!], n: 1, yield: [1, 1], counted: 1, signals: [c!] })
    const last = done(await plant.admin.get(`/qc/analysis/spc?itemKey=${one.itemKey}&retest=last`))
    expect(last.points.map(({ qcValueBaseId }: Seen) => qcValueBaseId)).toEqual([c!])
  }
  expect(done(await plant.admin.get('/qc/audit/verify'))).toMatchObject({ isWhole: true, faultCount: 0 })
})

test('the run chart of a record draws the points of the control chart; its neighbours include retests (2.3)', async () => {
  const one = await started()
  const before = await one.record(0.5, { at: now - HOUR_MS })
  const first = await one.record(6, { at: now - HOUR_MS / 2, more: { remark: '超限' } })
  const second = await retested(one, first, 0.2)
  const third = await retested(one, second, 0.1)
  const after = await one.record(0.4, { at: now })
  const infoOf = async (id: number) =>
    done(await plant.admin.get(`/qc/value-item?qcValueBaseId=${id}&itemKey=${one.itemKey}`))
  const drawn = ({ history }: { history: Seen[] }) => history.map(({ qcValueBaseId }) => qcValueBaseId)
  const ids = [before, first, second, third, after].map(({ qcValueBaseId }) => qcValueBaseId)
  const [a, b, c, , e] = ids
  for (const [at, id] of ids.entries()) {
    const info = await infoOf(id)
    expect(drawn(info)).toEqual([a!, b!, e!])
    expect([info.previousRecord?.qcValueBaseId, info.nextRecord?.qcValueBaseId]).toEqual([ids[at - 1], ids[at + 1]])
  }
  expect((await told(one)).points).toEqual([a!, b!, e!])
  expect((await infoOf(c!)).mean).toBeCloseTo(Number(sigmasOff(0.2)), 10)
  await voided(first)
  expect(drawn(await infoOf(c!))).toEqual([a!, c!, e!])
  expect((await told(one)).points).toEqual([a!, c!, e!])
})
