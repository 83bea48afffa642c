import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Pareto, Yield } from '#shared/qc/analysis/schema'
import { startApp, type App } from '../../support/app'
import { done, draftBy, qcPlant, step, stepped, valuesOf, type Plant } from '../../support/qc/plant'
import { chartOf, diameter } from '../../support/qc/charts'
import { randomOf } from '../../support/random'

/** Yield and Pareto keep what they counted week by week; they always tell what counting anew would (qc-domain §7.7). */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 6 * 24 * HOUR_MS

let app: App
let plant: Plant

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  plant = await qcPlant(app)
})
afterAll(() => app.close())

type Asked = { templateId: number; from?: number; to?: number }

/** Counted record by record. */
async function countedAnew({ templateId, from = -Infinity, to = Infinity }: Asked) {
  const { valueBases, values } = app.store.t
  const bases = (await app.store.db.select().from(valueBases).where(eq(valueBases.templateId, templateId))).filter(
    ({ firstJudgement, status, inspectedAt }) =>
      firstJudgement && status !== 'voided' && inspectedAt >= from && inspectedAt <= to,
  )
  const ids = new Set(bases.map(({ qcValueBaseId }) => qcValueBaseId))
  const bad = (await app.store.db.select().from(values).where(eq(values.judgement, 'NG'))).filter(({ qcValueBaseId }) =>
    ids.has(qcValueBaseId),
  )
  const passed = bases.filter(({ firstJudgement }) => firstJudgement !== 'NG')
  const days = Map.groupBy(bases, ({ businessDay }) => businessDay)
  return {
    submitted: bases.length,
    passed: passed.length,
    days: [...days].map(([day, { length }]) => [day, length]).toSorted(),
    bad: new Set(bad.map(({ qcValueBaseId }) => qcValueBaseId)).size,
  }
}

async function told({ templateId, from, to }: Asked) {
  const time = [from && `&from=${at(from)}`, to && `&to=${at(to)}`].filter(Boolean).join('')
  const { submitted, passed, days }: Yield = done(
    await plant.admin.get(`/qc/analysis/yield?templateId=${templateId}${time}`),
  )
  const { total }: Pareto = done(await plant.admin.get(`/qc/analysis/pareto?templateId=${templateId}${time}`))
  return { submitted, passed, days: days.map((one) => [one.day, one.submitted]), bad: total }
}
const at = (ms: number) => new Date(ms).toISOString()

test.each([1, 2])('after changes in any order, of all time and of a part of it, seed %i', async (seed) => {
  const { below } = randomOf(seed)
  const charts = [await chartOf(plant, { begin }), await chartOf(plant, { begin })]
  const made = charts.map((): Awaited<ReturnType<(typeof charts)[number]['record']>>[] => [])
  const parts = [{}, { from: begin + 10 * HOUR_MS }, { from: begin + 20 * HOUR_MS, to: begin + 70 * HOUR_MS }]
  for (let round = 0; round < 25; round++) {
    const which = below(charts.length)
    const [chart, own] = [charts[which]!, made[which]!]
    const index = below(own.length)
    // so far off that one in two is beyond the specification
    const z = below(2) * 150
    const action = own.length < 3 ? 0 : below(3)
    if (action === 0) own.push(await chart.record(z, { at: begin + below(140) * HOUR_MS, more: { remark: 'x' } }))
    if (action === 1) own[index] = await chart.correct(own[index]!, z)
    if (action === 2) done(await chart.voided(own.splice(index, 1)[0]!))
    for (const { template } of charts) {
      const asked = { templateId: template.templateId, ...parts[below(parts.length)] }
      expect(await told(asked)).toEqual(await countedAnew(asked))
    }
  }
})

test('a record at the first or last moment of a period belongs to it', async () => {
  const one = await chartOf(plant, { begin })
  const [first, last] = [begin + HOUR_MS, begin + 3 * HOUR_MS]
  for (const inspectedAt of [first, first + HOUR_MS, last]) await one.record(0, { at: inspectedAt })
  const counted = async (from: number, to: number) =>
    (await told({ templateId: one.template.templateId, from, to })).submitted
  expect(await counted(first, last)).toBe(3)
  expect(await counted(first + 1, last)).toBe(2)
  expect(await counted(first, last - 1)).toBe(2)
})

test('a retest is no first pass: what is counted is the first test of the same parts, in the list as well', async () => {
  const one = await chartOf(plant, { begin })
  const bad = await one.record(150, { more: { remark: 'x' } })
  await one.record(0)
  const approved = await stepped(plant.approver, 'approve', bad, { disposition: 'retest' })
  const again = done(
    await plant.inspector.post(`/qc/value-base/${approved.qcValueBaseId}/retest`, {
      lockVersion: approved.lockVersion,
    }),
  )
  const body = { lockVersion: again.lockVersion, values: valuesOf(one.template, { diameter: ['10.0000'] }) }
  const filled = done(await plant.inspector.put(`/qc/value-base/${again.qcValueBaseId}`, body))
  await stepped(plant.inspector, 'submit', filled)
  const { templateId } = one.template
  const { submitted, passed }: Yield = done(await plant.admin.get(`/qc/analysis/yield?templateId=${templateId}`))
  expect([submitted, passed]).toEqual([2, 1])
  const listed = async (more: string) =>
    done(await plant.admin.get(`/qc/value-base?templateId=${templateId}${more}`)).count
  expect([await listed(''), await listed('&counted=1')]).toEqual([3, 2])
})

test('the list finds the records that the Pareto chart counts: with retests, without drafts and voided ones', async () => {
  const one = await chartOf(plant, { begin })
  const bad = { more: { remark: 'x' } }
  const first = await one.record(150, bad)
  const again = done(await step(plant.inspector, 'retest', first))
  const body = {
    lockVersion: again.lockVersion,
    values: valuesOf(one.template, { diameter: ['12.0000'] }),
    remark: 'x',
  }
  const filled = done(await plant.inspector.put(`/qc/value-base/${again.qcValueBaseId}`, body))
  await stepped(plant.inspector, 'submit', filled)
  await stepped(plant.inspector, 'withdraw', await one.record(150, bad)) // was submitted
  done(await one.voided(await one.record(150, bad)))
  await draftBy(plant.inspector, one.template, { diameter: ['12.0000'] }, { inspectedAt: at(begin + 9 * HOUR_MS) })
  const { total, rows }: Pareto = done(await plant.admin.get(`/qc/analysis/pareto?itemKey=${one.itemKey}`))
  expect([total, rows[0]!.code]).toEqual([3, one.itemKey])
  const listed = async (filter: string) =>
    done(await plant.admin.get(`/qc/value-base?ngItem=${one.itemKey}${filter}`)).count
  expect([await listed(''), await listed('&counted=all')]).toEqual([5, 3])
})

test('the list finds the signals that a cause counts: of the chosen records, without voided ones', async () => {
  const one = await chartOf(plant, { begin })
  done(await one.freeze({ rules: { rules: ['1'] } }))
  const { templateId } = one.template
  const [machine, lotId] = [
    plant.equipmentId,
    done(await plant.admin.post('/qc/lot', { productId: plant.productId, lotNo: 'caused' })) as number,
  ]
  await one.record(5, { equipmentId: machine })
  await one.record(5, { more: { lotId } })
  await one.record(5, { by: plant.colleague })
  const voided = await one.record(5)
  await plant.publish(templateId, [{ ...diameter, itemKey: one.itemKey, usl: '10.5' }])
  const last = await one.record(5)
  for (const { signalId, lockVersion } of await one.listed()) {
    const ack = done(await plant.admin.post(`/qc/signal/${signalId}/ack`, { lockVersion, comment: '' }))
    const close = { lockVersion: ack.lockVersion, causeCode: 'tool', actionCode: 'replace', comment: '' }
    done(await plant.admin.post(`/qc/signal/${signalId}/close`, close))
  }
  done(await one.voided(voided))
  await stepped(plant.approver, 'approve', last)
  const signals = `/qc/signal?templateId=${templateId}&state=closed&causeCode=tool&counted=all`
  const counted = async (records = '', signal = records) => {
    const { total }: Pareto = done(
      await plant.admin.get(`/qc/analysis/pareto?itemKey=${one.itemKey}&kind=cause${records}`),
    )
    expect(done(await plant.admin.get(`${signals}${signal}`)).count).toBe(total)
    return total
  }
  const [second, third] = [at(begin + 2 * HOUR_MS), at(begin + 3 * HOUR_MS)]
  const { userId } = plant.colleague
  expect(await counted()).toBe(4)
  expect(await counted(`&from=${second}`)).toBe(3)
  expect(await counted(`&to=${third}`)).toBe(3)
  expect(await counted(`&from=${second}&to=${third}`)).toBe(2)
  expect(await counted(`&equipmentId=${machine}`)).toBe(1)
  expect(await counted(`&lotId=${lotId}`)).toBe(1)
  expect(await counted(`&operatorId=${userId}`)).toBe(1)
  expect(await counted('&versionNo=1')).toBe(3)
  expect(await counted('&status=approved', '&recordStatus=approved')).toBe(1)
})

test('the filters of version and status hold for yield, Pareto and list, also once a record has moved on (6)', async () => {
  const one = await chartOf(plant, { begin })
  const { templateId } = one.template
  const old = await one.record(150, { more: { remark: 'x' } })
  await plant.publish(templateId, [{ ...diameter, itemKey: one.itemKey, usl: '10.5' }])
  for (const _ of [1, 2]) await one.record(150, { more: { remark: 'x' } })
  const counted = async (filter: string) => {
    const asked = `templateId=${templateId}&${filter}`
    const { submitted }: Yield = done(await plant.admin.get(`/qc/analysis/yield?${asked}`))
    const { total }: Pareto = done(await plant.admin.get(`/qc/analysis/pareto?${asked}`))
    expect(done(await plant.admin.get(`/qc/value-base?${asked}`)).count).toBe(submitted)
    return [submitted, total]
  }
  expect(await counted('versionNo=1')).toEqual([1, 1])
  expect(await counted('versionNo=2')).toEqual([2, 2])
  expect(await counted('versionNo=1&versionNo=2')).toEqual([3, 3])
  expect(await counted('status=submitted')).toEqual([3, 3])
  expect(await counted('status=approved')).toEqual([0, 0])
  await stepped(plant.approver, 'approve', old, { disposition: 'scrap' })
  expect(await counted('status=submitted')).toEqual([2, 2])
  expect(await counted('status=approved')).toEqual([1, 1])
  expect(await counted('status=approved&status=submitted')).toEqual([3, 3])
})

test('a record at the very beginning of a week counts once', async () => {
  const week = Date.parse('2026-05-14T00:00:00Z') // a Thursday, as the first day of Unix time
  const chart = await chartOf(plant, { begin })
  for (const time of [week - HOUR_MS, week]) await chart.record(0, { at: time })
  const asked = { templateId: chart.template.templateId }
  expect(await told(asked)).toEqual(await countedAnew(asked))
  expect((await told(asked)).submitted).toBe(2)
})
