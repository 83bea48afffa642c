import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { readSheet } from '#server/platform/sheets/read'
import { sheetTypes } from '#server/platform/sheets/cell'
import {
  Spc,
  type AnalysisItem,
  type BoxAnswer,
  type Capability,
  type CapabilityAnswer,
  type Distribution,
  type Pareto,
  type Workload,
  type Yield,
} from '#shared/qc/analysis/schema'
import { startApp, type App } from '../../support/app'
import { isPostgres } from '../../support/store'
import { done, draftBy, qcPlant, stepped, valuesOf, type Person, type Plant } from '../../support/qc/plant'
import { CENTRE, chartOf, diameter, SIGMA, type Charted } from '../../support/qc/charts'

/** What the calls of the analysis answer of small data whose answers are known (qc-domain §2.3, §2.9, §6). */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 5 * 24 * HOUR_MS
const hour = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString()

let app: App
let plant: Plant

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  plant = await qcPlant(app, { isScoped: true })
})
afterAll(() => app.close())

const chart = (item?: Parameters<typeof chartOf>[2]) => chartOf(plant, { begin }, item)
type Query = Record<string, string | number | readonly (string | number)[]>
const asked = (call: string, query: Query, by: Person = plant.admin) => {
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query)) for (const one of [given].flat()) search.append(name, String(one))
  return by.get(`/qc/analysis/${call}?${search}`)
}
const spc = async ({ itemKey }: Charted, query: Query = {}, by?: Person): Promise<Spc> =>
  done(await asked('spc', { itemKey, ...query }, by))
const capability = async ({ itemKey }: Charted, query: Query = {}): Promise<CapabilityAnswer> =>
  done(await asked('capability', { itemKey, ...query }))
const distribution = async ({ itemKey }: Charted, query: Query = {}): Promise<Distribution> =>
  done(await asked('distribution', { itemKey, ...query }))
const box = async ({ itemKey }: Charted, by: string, query: Query = {}): Promise<BoxAnswer> =>
  done(await asked('box', { itemKey, by, ...query }))

/** So many σ from the centre each point lies; a gap is null. */
const offs = ({ points }: Pick<Spc, 'points'>) =>
  points.map(({ mean }) => (mean === null ? null : Math.round(((mean - CENTRE) / SIGMA) * 100) / 100))
const marksOf = ({ points }: Spc) => points.map(({ marks }) => marks.join(' '))

describe('which values count (qc-domain §2.3)', () => {
  test('a draft that was never submitted is not there', async () => {
    const one = await chart()
    await one.records([1, 2])
    await draftBy(plant.inspector, one.template, { diameter: ['10.0500'] }, { inspectedAt: hour(3) })
    expect(offs(await spc(one))).toEqual([1, 2])
  })

  test('order is when it was inspected, not when it was entered', async () => {
    const one = await chart()
    await one.record(1, { at: begin + 9 * HOUR_MS })
    await one.record(2, { at: begin + 2 * HOUR_MS })
    expect(offs(await spc(one))).toEqual([2, 1])
  })

  test('a voided record vanishes: its neighbours stand side by side', async () => {
    const one = await chart()
    const [, middle] = await one.records([1, 2, 3])
    expect((await one.voided(middle!)).code).toBe(200)
    const { total, points } = await spc(one)
    expect([total, points.map(({ index }) => index)]).toEqual([2, [0, 1]])
    expect(points[1]!.range).toBeCloseTo(2 * SIGMA, 9)
  })

  test('every answer says as of which change it is: the same of the same records, a greater one after each', async () => {
    const one = await chart()
    const ofAll = async () => {
      const answers = [await spc(one), await capability(one), await distribution(one), await box(one, 'shift')]
      return [...new Set(answers.map(({ revision }) => revision))]
    }
    const seen = [await ofAll()]
    const [first] = await one.records([1, 2])
    seen.push(await ofAll(), await ofAll())
    expect((await one.voided(first!)).code).toBe(200)
    seen.push(await ofAll())
    expect(seen.map(({ length }) => length)).toEqual([1, 1, 1, 1])
    const [none, two, again, left] = seen.flat()
    expect([none! < two!, two === again, two! < left!]).toEqual([true, true, true])
  })

  test('a missing value is a gap: drawn as a break, counted as missing, no moving range beside it', async () => {
    const one = await chart()
    await one.record(1)
    const more = { inspectedAt: hour(2) }
    const missing = { diameter: [{ state: 'missing' as const, missingCode: 'damaged' }] }
    await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, one.template, missing, more))
    await one.record(2, { at: begin + 3 * HOUR_MS })
    await one.record(3, { at: begin + 4 * HOUR_MS })
    const told = await spc(one)
    expect(offs(told)).toEqual([1, null, 2, 3])
    expect([told.total, told.values, told.missing]).toEqual([4, 3, 1])
    expect(told.points.map(({ range }) => range !== null)).toEqual([false, false, false, true])
  })

  test('a record that says nothing of it is not on its axis: it may be asked of every eighth only', async () => {
    const look = { code: 'look', name: '外观', nameEn: 'Look', type: 'text' as const, severity: 'info' as const }
    const items = [{ ...diameter, required: 'never' as const }, look]
    const template = await plant.template({}, items)
    const itemKey = template.keys['diameter']!
    for (const [index, value] of ['10.0100', '', '10.0200', '10.0300'].entries()) {
      const entered = { look: ['x'], ...(value && { diameter: [value] }) }
      const draft = await draftBy(plant.inspector, template, entered, { inspectedAt: hour(index + 1) })
      await stepped(plant.inspector, 'submit', draft)
    }
    const told: Spc = done(await asked('spc', { itemKey }))
    expect(offs(told)).toEqual([1, 2, 3])
    expect([told.total, told.values, told.missing]).toEqual([3, 3, 0])
    expect(told.points.map(({ range }) => range !== null)).toEqual([false, true, true])
    const without = await plant.publish(template.templateId, [look])
    const draft = await draftBy(plant.inspector, without, { look: ['x'] }, { inspectedAt: hour(5) })
    await stepped(plant.inspector, 'submit', draft)
    expect((done(await asked('spc', { itemKey })) as Spc).total).toBe(3) // of another version, which has it not
  })

  test('a calculated value is a gap where a reason stands for a part of it, also of a calculated part', async () => {
    const part = { ...diameter, code: 'part', decimals: 0, lsl: '0', usl: '99', required: 'never' as const }
    const calculated = { ...part, type: 'calculated' as const, usl: '999' }
    const template = await plant.template({}, [
      part,
      { ...part, code: 'mode', spc: false },
      { ...calculated, code: 'double', formula: 'part * 2' },
      { ...calculated, code: 'quadruple', formula: 'double * 2' },
      { ...calculated, code: 'shown', formula: 'part * 3', visibleWhen: 'mode == 1' },
    ])
    const missing = { state: 'missing' as const, missingCode: 'damaged' }
    const rows = [
      ['10', '1'],
      ['11', '1'],
      [missing, '0'],
      ['15', '1'],
      ['', '1'],
      ['14', '1'],
    ] as const
    for (const [index, [value, mode]] of rows.entries()) {
      const entered = { mode: [mode], ...(value && { part: [value] }) }
      const draft = await draftBy(plant.inspector, template, entered, { inspectedAt: hour(index + 1) })
      await stepped(plant.inspector, 'submit', draft)
    }
    const drawn = async (code: string) => {
      const told: Spc = done(await asked('spc', { itemKey: template.keys[code]! }))
      return [told.missing, ...told.points.map(({ mean, range }) => [mean, range])]
    }
    const gap = [null, null]
    expect(await drawn('part')).toEqual([1, [10, null], [11, 1], gap, [15, null], [14, 1]])
    expect(await drawn('double')).toEqual([1, [20, null], [22, 2], gap, [30, null], [28, 2]])
    expect(await drawn('quadruple')).toEqual([1, [40, null], [44, 4], gap, [60, null], [56, 4]])
    expect(await drawn('shown')).toEqual([0, [30, null], [33, 3], [45, 12], [42, 3]]) // not asked for in mode 0
  })

  test('a corrected value stands as it is now, and says so; while it is open for that, it says that too', async () => {
    const one = await chart()
    const [first] = await one.records([1, 2])
    await one.correct(first!, 5)
    const [, last] = (await spc(one)).points
    const { lockVersion } = done(await plant.admin.get(`/qc/value-base/${last!.qcValueBaseId}`))
    await stepped(plant.inspector, 'withdraw', { qcValueBaseId: last!.qcValueBaseId, lockVersion })
    const told = await spc(one)
    expect([offs(told), marksOf(told)]).toEqual([
      [5, 2],
      ['corrected', 'open'],
    ])
  })

  test('an excluded point is drawn and tested, but limits are not made from it', async () => {
    const one = await chart()
    const made = await one.records([0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 40])
    const qcValueBaseId = made[8]!.qcValueBaseId
    done(await plant.engineer.post('/qc/exclusion', { itemKey: one.itemKey, qcValueBaseId, reason: '断刀' }))
    const told = await spc(one, { rules: '1' })
    expect(marksOf(told).at(-1)).toBe('excluded')
    expect(told.points.at(-1)!.signals).toEqual(['1'])
    expect(told.center).toBeCloseTo(CENTRE, 9)
    expect(told.phases[0]!.sigma).toBeCloseTo((SIGMA * Math.sqrt(Math.PI)) / 2, 9)
  })

  test('neither is σ within, and so Cp; performance is that of all values, and the answer says how many are left out', async () => {
    const one = await chart()
    const made = await one.records([0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 40])
    const [before] = (await capability(one)).versions
    expect([before!.sigmaWithin! > 5 * SIGMA, before!.excluded]).toEqual([true, 0])
    expect((await distribution(one)).sigmaWithin).toBeCloseTo(before!.sigmaWithin!, 12)
    const { qcValueBaseId } = made[8]!
    done(await plant.engineer.post('/qc/exclusion', { itemKey: one.itemKey, qcValueBaseId, reason: '断刀' }))
    const [after] = (await capability(one)).versions
    const sigma = (SIGMA * Math.sqrt(Math.PI)) / 2
    expect(after!.sigmaWithin).toBeCloseTo(sigma, 9)
    expect(after!.cp.value).toBeCloseTo(1 / (3 * sigma), 6)
    expect([after!.excluded, after!.n, after!.mean, after!.sigmaOverall, after!.pp, after!.ppk]).toEqual([
      1,
      9,
      before!.mean,
      before!.sigmaOverall,
      before!.pp,
      before!.ppk,
    ])
    expect((await distribution(one)).sigmaWithin).toBeCloseTo(sigma, 9)
    expect((await spc(one)).capability.cp).toBeCloseTo(1 / (3 * sigma), 6)
    expect([before!.conditions.isStable, after!.conditions.isStable]).toEqual([false, true]) // its cause is known
    const recent = await capability(one, { from: hour(2), to: hour(8) })
    expect(recent.versions[0]).toMatchObject({ excluded: 0, sigmaWithin: expect.closeTo(sigma, 9) })
  })

  // T11, by hand: 25 subgroups 100 ± 0, 0.0544, 0.1088 (s = 0.0544·√2.5 = 0.086014) and one of the same spread about 110.
  // σ = s / c4(101) = 0.086014 / 0.9975 = 0.08623. Mean of all (25·100 + 110)/26 = 100.384615: 0.007785 / (3·0.08623) = 0.03.
  // Without it the mean is 100: 0.3924 / 0.25869 = 1.52.
  test('Cp and Cpk leave an excluded point out of the mean as of σ; Pp and Ppk are of all (T11)', async () => {
    const one = await chart({ sampleSize: 5, lsl: '99.6076', usl: '100.3924', nominal: '100' })
    const about = (centre: number) =>
      [-0.1088, -0.0544, 0, 0.0544, 0.1088].map((off) => (centre + off - CENTRE) / SIGMA)
    const more = { remark: '断刀' }
    for (let group = 0; group < 25; group++) await one.record(about(100))
    const { qcValueBaseId } = await one.record(about(110), { more })
    const [before] = (await capability(one)).versions
    expect(before!.cpk.value).toBeCloseTo(0.03, 2)
    done(await plant.engineer.post('/qc/exclusion', { itemKey: one.itemKey, qcValueBaseId, reason: '断刀' }))
    const [after] = (await capability(one)).versions
    expect([after!.cpk.value!.toFixed(2), after!.cpk.value, after!.meanWithin]).toEqual([
      '1.52',
      expect.closeTo(after!.cp.value!, 9),
      expect.closeTo(100, 9),
    ])
    expect([after!.mean, after!.ppk, after!.pp]).toEqual([before!.mean, before!.ppk, before!.pp])
    const { verdict } = await spc(one)
    expect([verdict.cpk, verdict.shift]).toEqual([after!.cpk.value, expect.closeTo(0, 9)])
    expect((await distribution(one)).meanWithin).toBeCloseTo(100, 9)
  })

  test.each([[{}], [{ sigma: 'medianMr' }], [{ from: hour(2) }]])(
    'no moving range of σ within reaches across a phase: %j',
    async (query) => {
      const one = await chart()
      await one.records([0.5, -0.5, 0.5, 30.5, 29.5, 30.5])
      const [across] = (await capability(one, query)).versions
      done(await one.freeze({ validFrom: hour(3.5), chart: 'imr' }))
      const [within] = (await capability(one, query)).versions
      expect(within!.sigmaWithin).toBeCloseTo(SIGMA / ('sigma' in query ? 0.9538725524 : 2 / Math.sqrt(Math.PI)), 9)
      expect([within!.excluded, within!.sigmaOverall]).toEqual([0, across!.sigmaOverall])
      if (!('sigma' in query)) expect(across!.sigmaWithin).toBeGreaterThan(5 * SIGMA)
      if (!('sigma' in query)) expect((await distribution(one, query)).sigmaWithin).toBe(within!.sigmaWithin)
      const asOne = (await capability(one, { ...query, limitSetId: 0 })).versions[0]!
      expect(asOne.sigmaWithin).toBe(within!.sigmaWithin) // whatever it is drawn against
    },
  )

  /**
   * 40 subgroups of five, 0.062 apart, whose means go up and down by 0.0775 (twenty times) and 0.0545 (nineteen); limits
   * at ± 0.3. By hand: s of a subgroup is 0.062 · √2.5 = 0.09803, / c4(161) = 0.99844: 0.09818, so Cpk 0.3 / 3 / 0.09818
   * = 1.02. Of single values the means' moving ranges would make 1.70 (mean 0.0663 / 1.1284) and 1.23 (median 0.0775 /
   * 0.9539).
   */
  test('σ of means is never taken for that of single values, and single values have none within', async () => {
    const means = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 0 : index < 20 ? 7.75 : 5.45) - 3.3)
    const one = await chart({ sampleSize: 5, lsl: '9.7', usl: '10.3' })
    for (const mean of means) await one.record([-12.4, -6.2, 0, 6.2, 12.4].map((off) => mean + off))
    const asked: [query: Query, method: string, cpk?: number][] = [
      [{}, 'pooled'],
      [{ chart: 'imr', sigma: 'mr' }, 'pooled'],
      [{ chart: 'imr', sigma: 'medianMr' }, 'pooled'],
      [{ chart: 'xbar-r', sigma: 'mr' }, 'pooled'],
      [{ sigma: 'rbar' }, 'rbar', 0.94], // R 0.248 / 2.326: 0.1 / 0.1066
    ]
    for (const [query, method, cpk = 1.02] of asked) {
      const [version] = (await capability(one, query)).versions
      expect([version!.sigmaMethod, version!.cpk.value]).toEqual([method as never, expect.closeTo(cpk, 2)])
      const { verdict, capability: told } = await spc(one, query)
      expect([verdict.cpk, told.cpk]).toEqual([version!.cpk.value, version!.cpk.value])
    }
    expect((await capability(one)).versions[0]!.cpk.value).toBeCloseTo(0.1 / 0.09818, 3)
    // nor do means of subgroups have limits by it
    const [means5, usual] = [await spc(one, { chart: 'xbar-r', sigma: 'mr' }), await spc(one, { chart: 'xbar-r' })]
    expect([means5.sigmaMethod, means5.ucl]).toEqual(['rbar', usual.ucl])

    const single = await chart({ lsl: '9.97', usl: '10.03' })
    await single.records([0.5, -0.5, 0.5, -0.5, 0.5, -0.5])
    for (const sigma of ['rbar', 'sbar', 'pooled']) {
      const [version] = (await capability(single, { sigma })).versions
      // moving ranges of one σ: σ 1 / 1.1284, Cpk 3 / 3 · 1.1284
      expect([version!.sigmaMethod, version!.cpk.value]).toEqual(['mr', expect.closeTo(1.1284, 3)])
    }
  })

  test('of several tests the first counts, or the last where it is asked for', async () => {
    const one = await chart()
    const bad = await one.record(150, { more: { remark: '超限' } })
    const approved = await stepped(plant.approver, 'approve', bad, { disposition: 'retest' })
    const body = { inspectedAt: hour(2), lockVersion: approved.lockVersion }
    const again = done(await plant.inspector.post(`/qc/value-base/${approved.qcValueBaseId}/retest`, body))
    const values = valuesOf(one.template, { diameter: ['10.0100'] })
    const at = `/qc/value-base/${again.qcValueBaseId}`
    const filled = done(await plant.inspector.put(at, { lockVersion: again.lockVersion, values }))
    await stepped(plant.inspector, 'submit', filled)
    expect(offs(await spc(one))).toEqual([150])
    const last = await spc(one, { retest: 'last' })
    expect([offs(last), marksOf(last)]).toEqual([[1], ['retest']])
  })

  test('templates that chart from the approval on wait for it', async () => {
    const template = await plant.template({ chartFrom: 'approved', signLevels: 1 }, [diameter])
    const itemKey = template.keys['diameter']!
    const submitted = await stepped(
      plant.inspector,
      'submit',
      await draftBy(plant.inspector, template, { diameter: ['10.0100'] }),
    )
    const total = async () => (done(await asked('spc', { itemKey })) as Spc).total
    expect(await total()).toBe(0)
    await stepped(plant.approver, 'approve', submitted)
    expect(await total()).toBe(1)
  })
})

describe('filters leave', () => {
  let one: Charted
  let versionTwo: number
  let lotId: number
  beforeAll(async () => {
    one = await chart()
    const { equipmentId } = plant
    lotId = done(await plant.admin.post('/qc/lot', { productId: plant.productId, lotNo: 'L-filter' }))
    await one.record(1, { at: Date.parse('2026-05-16T01:00:00Z') }) // 09:00 there, day shift
    await one.record(2, { at: Date.parse('2026-05-16T09:00:00Z'), equipmentId })
    await one.record(3, { at: Date.parse('2026-05-17T01:00:00Z'), by: plant.colleague })
    await one.record(4, { at: Date.parse('2026-05-17T20:00:00Z'), more: { lotId } })
    const back = await one.record(5, { at: Date.parse('2026-05-18T01:00:00Z') })
    await stepped(plant.approver, 'approve', back)
    const next = await plant.publish(one.template.templateId, [{ ...diameter, itemKey: one.itemKey, usl: '10.5' }])
    versionTwo = next.versionNo
    await one.record(6, { at: Date.parse('2026-05-19T01:00:00Z') })
  })
  const shiftOf = async (code: string) => {
    const { shifts } = app.store.t
    const rows = await app.store.db.select().from(shifts).where(eq(shifts.code, code))
    return rows[0]!.shiftId
  }

  const filters: [what: string, filter: () => Query | Promise<Query>, left: number[]][] = [
    ['all without one', () => ({}), [1, 2, 3, 4, 5, 6]],
    ['what was inspected from then on', () => ({ from: '2026-05-17T01:00:00Z' }), [3, 4, 5, 6]],
    ['what was inspected until then, that instant too', () => ({ to: '2026-05-17T01:00:00Z' }), [1, 2, 3]],
    ['what one machine made', () => ({ equipmentId: plant.equipmentId }), [2]],
    ['what one shift made', async () => ({ shiftId: await shiftOf('E') }), [2]],
    [
      'what several shifts made, in brackets',
      async () => ({ 'shiftId[]': [await shiftOf('E'), await shiftOf('N')] }),
      [2, 4],
    ],
    ['what several shifts made', async () => ({ shiftId: [await shiftOf('E'), await shiftOf('N')] }), [2, 4]],
    ['what somebody measured', () => ({ operatorId: plant.colleague.userId }), [3]],
    ['one lot', () => ({ lotId }), [4]],
    ['records in a state', () => ({ status: 'approved' }), [5]],
    ['records of one version', () => ({ versionNo: versionTwo }), [6]],
    ['nothing where there is no such machine', () => ({ equipmentId: 999_999 }), []],
    ['nothing of a version that never was', () => ({ versionNo: 99 }), []],
    ['what fits all of them', () => ({ from: '2026-05-17', operatorId: plant.inspector.userId, versionNo: 1 }), [4, 5]],
  ]
  test.each(filters)('%s', async (_, filter, left) => {
    expect(offs(await spc(one, await filter()))).toEqual(left)
  })

  test.each(filters)('yield and workload count the same records: %s (6)', async (_, filter, left) => {
    const query = { itemKey: one.itemKey, ...(await filter()) }
    const { submitted } = done(await asked('yield', query)) as Yield
    const { records } = done(await asked('workload', query)) as Workload
    expect([submitted, records]).toEqual([left.length, left.length])
  })

  test('the latest so many, and all again where that is not asked for', async () => {
    const two = await chart()
    await two.records([1, 2, 3, 4, 5, 6])
    const totals = [await spc(two, { last: 2 }), await spc(two), await spc(two, { last: 4 })].map(({ total }) => total)
    expect(totals).toEqual([2, 6, 4])
  })

  test('the same for every call', async () => {
    const query = { operatorId: plant.inspector.userId }
    expect((await distribution(one, query)).n).toBe(5)
    expect((await capability(one, query)).versions.map(({ n }) => n)).toEqual([1, 4])
    expect((await box(one, 'operator', query)).boxes.map(({ n }) => n)).toEqual([5])
  })

  test('another product line has no such characteristic', async () => {
    expect((await asked('spc', { itemKey: one.itemKey, product: 'nonesuch' })).code).toBe(404)
    expect((await asked('spc', { itemKey: one.itemKey, product: 'C21' })).code).toBe(200)
  })

  test('nobody but those whose records somebody sees (S28)', async () => {
    expect(offs(await spc(one, {}, plant.colleague))).toEqual([3])
    expect((await asked('yield', { itemKey: one.itemKey }, plant.colleague)).data.submitted).toBe(1)
    expect((await asked('box', { itemKey: one.itemKey, by: 'equipment' }, plant.colleague)).data.boxes).toEqual([])
  })

  test('open signals are told as the list of signals shows them, and so is whether the process is stable (S28)', async () => {
    const two = await chart()
    done(await two.freeze({}, plant.admin))
    await two.records([1, -1, 1, -1, 1, -1], { by: plant.colleague })
    await two.record(4)
    const withoutSignals = await app.signedIn('qc:analysis:list')
    const told = async (by: Pick<Person, 'get'>) => {
      const items: AnalysisItem[] = done(await by.get('/qc/analysis/item'))
      const { versions, item }: CapabilityAnswer = done(await by.get(`/qc/analysis/capability?itemKey=${two.itemKey}`))
      const { openSignals }: Spc = done(await by.get(`/qc/analysis/spc?itemKey=${two.itemKey}`))
      const listed = items.find(({ itemKey }) => itemKey === two.itemKey)!.openSignals
      return [listed, item.openSignals, openSignals, versions[0]?.conditions.isStable]
    }
    expect(await told(plant.admin)).toEqual([2, 2, 2, false])
    expect(await told(plant.inspector)).toEqual([2, 2, 2, false])
    expect(await told(plant.colleague)).toEqual([0, 0, 0, null])
    expect((await told(withoutSignals)).slice(0, 3)).toEqual([0, 0, 0])
  })

  test('versions with the same limits are judged together, others by themselves (T9)', async () => {
    const two = await chart()
    await two.records([1, -1, 2, -2])
    const { templateId } = two.template
    const renamed = { ...diameter, itemKey: two.itemKey, name: '外径' }
    await plant.publish(templateId, [renamed])
    const told = async () => (await capability(two)).versions.map(({ versionNos, n }) => [versionNos, n])
    expect(await told()).toEqual([[[1], 4]])
    await two.record(1)
    expect(await told()).toEqual([[[1, 2], 5]])
    expect((await spc(two)).verdict.capable).toMatchObject({ versionNo: 2, n: 5, isOneOfSeveral: false })
    await plant.publish(templateId, [{ ...renamed, usl: '10.5' }])
    await two.record(-1)
    expect(await told()).toEqual([
      [[3], 1],
      [[1, 2], 5],
    ])
    await plant.publish(templateId, [{ ...renamed, usl: '11.00' }])
    await two.record(0)
    expect(await told()).toEqual([
      [[1, 2, 4], 6],
      [[3], 1],
    ])
    expect((await capability(two, { versionNo: [2, 4] })).versions.map(({ versionNos, n }) => [versionNos, n])).toEqual(
      [[[2, 4], 2]],
    )
  })

  test('each version is judged by itself, the newest first, and the chart shows where its limits begin', async () => {
    const { versions } = await capability(one)
    expect(versions.map(({ versionNo, n, usl }) => [versionNo, n, usl])).toEqual([
      [2, 1, 10.5],
      [1, 5, 11],
    ])
    expect(
      (await spc(one)).specifications.map(({ versionNo, usl, firstIndex }) => [versionNo, usl, firstIndex]),
    ).toEqual([
      [1, 11, 0],
      [2, 10.5, 5],
    ])
  })
})

describe('percentiles', () => {
  const lefts = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 10 }, (__, at) => -(1.12 ** (row * 10 + at))),
  )
  test.each([
    ['empirical', 'values skewed to the left, which logarithms bend further', lefts],
    ['lognormal', 'values skewed to the right', lefts.map((row) => row.map((z) => -900 - z))],
  ] as const)('are %s of %s', async (method, _, rows) => {
    const one = await chart({ sampleSize: 10, lsl: '0', usl: '20' })
    for (const row of rows) await one.record(row)
    const [told] = (await capability(one)).versions
    expect([told!.n, told!.percentile.method]).toEqual([60, method])
  })
})

describe('the verdict is of the phase in force', () => {
  const verdictOf = async (one: Charted, query: Query = {}, by?: Person) => (await spc(one, query, by)).verdict

  test('what was broken there counts until its signal is closed; that it was is still told', async () => {
    const one = await chart()
    await one.records([0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 40])
    const validFrom = hour(8.5)
    done(await one.freeze({ validFrom, rules: { rules: ['1'] } }, plant.admin))
    await one.records([0.5, -0.5])
    expect(await verdictOf(one)).toMatchObject({ isInControl: true, hitPoints: 1, openPoints: 0 })
    await one.record(4)
    expect(await verdictOf(one)).toMatchObject({ isInControl: false, hitPoints: 2, openPoints: 1 })
    for (const { signalId, lockVersion } of await one.listed()) {
      const ack = done(await plant.admin.post(`/qc/signal/${signalId}/ack`, { lockVersion, comment: '' }))
      expect((await spc(one)).acknowledgedSignals).toBeGreaterThan(0)
      expect((await verdictOf(one)).isInControl).toBeFalse()
      const close = { lockVersion: ack.lockVersion, causeCode: 'tool', actionCode: 'replace', comment: '换刀' }
      done(await plant.admin.post(`/qc/signal/${signalId}/close`, close))
    }
    const told = await verdictOf(one)
    expect([told.isInControl, told.hitPoints, told.openPoints, told.latest!.index]).toEqual([true, 2, 0, 10])
  })

  test('a point whose cause is known, and is left out, does not stand against it', async () => {
    const one = await chart()
    const made = await one.records([0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 40])
    expect((await verdictOf(one, { rules: '1' })).isInControl).toBeFalse()
    const { qcValueBaseId } = made.at(-1)!
    done(await plant.engineer.post('/qc/exclusion', { itemKey: one.itemKey, qcValueBaseId, reason: '断刀' }))
    const all = (await spc(one, { rules: '1' })).hits.filter(({ track }) => track === 'location')
    expect(all.length).toBe(1)
    expect((await verdictOf(one, { rules: '1' })).openPoints).toBe(0)
  })

  test('nobody judges a process by the part of it that they see (S28)', async () => {
    const one = await chart()
    await one.records([0.5, -0.5, 0.5], { by: plant.colleague })
    expect(await spc(one, {}, plant.colleague)).toMatchObject({ isScoped: false, verdict: { unknown: null } })
    await one.record(-0.5)
    const told = await spc(one, {}, plant.colleague)
    expect([told.isScoped, told.verdict.isInControl, told.verdict.unknown]).toEqual([true, null, 'scoped'])
    expect(await spc(one)).toMatchObject({ isScoped: false, verdict: { isInControl: true } })
  })

  test('whether it is that of today', async () => {
    const one = await chart()
    await one.records([0.5, -0.5, 0.5])
    expect((await verdictOf(one)).isLatest).toBeTrue()
    expect((await verdictOf(one, { to: hour(2) })).isLatest).toBeFalse()
  })

  test('which does not tell when records outside of the data scope were inspected (S34)', async () => {
    const one = await chart()
    await one.records([0.5, -0.5], { by: plant.colleague })
    await one.record(0.5)
    const isLatest = async (to: number, by?: Person) => (await verdictOf(one, { to: hour(to) }, by)).isLatest
    expect(await Promise.all([1.5, 2.5, 3.5].map((to) => isLatest(to)))).toEqual([false, false, true])
    expect(await Promise.all([1.5, 2.5, 3.5].map((to) => isLatest(to, plant.colleague)))).toEqual([false, true, true])
  })
})

// What is computed of hundreds of values; how these are read is seen above, on both databases.
describe.skipIf(isPostgres)('where σ is 0 (T1)', () => {
  const counted = { code: 'bad', name: '不良', nameEn: 'Bad', decimals: 3, usl: '0.5', spc: true } as const
  async function countsOf(type: 'defectives' | 'defects', rows: readonly (readonly [raw: string, den: string])[]) {
    const template = await plant.template({}, [{ ...counted, type }])
    for (const [index, [raw, den]] of rows.entries()) {
      const more = { inspectedAt: hour(index + 1), remark: 'x' }
      const draft = await draftBy(plant.inspector, template, { bad: [{ raw, den }] }, more)
      await stepped(plant.inspector, 'submit', draft)
    }
    return done(await asked('spc', { itemKey: template.keys['bad']! })) as Spc
  }
  const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

  test('broken rules are out of control: 40 × 5.0/5.0/5.0, then 3 × 5.5/5.5/5.5', async () => {
    const one = await chart({ sampleSize: 3, lsl: '4', usl: '6', rules: [1, 2, 5] })
    const [five, more] = [(5 - CENTRE) / SIGMA, (5.5 - CENTRE) / SIGMA]
    for (const z of [...many(40, five), ...many(3, more)]) await one.record([z, z, z])
    const { chart: kind, phases, verdict, hits } = await spc(one)
    expect([kind, phases[0]!.reason, verdict.isInControl, verdict.openPoints, hits.length]).toEqual([
      'xbar-r',
      'sigma_zero',
      false,
      43, // the centre is (40·5 + 3·5.5)/43 = 5.035: no point lies on it
      75, // rule 1 at all 43, rule 2 from the 9th to the 40th
    ])
  })

  test('60 equal readings: no variation, and not too little data', async () => {
    const one = await chart()
    await one.records(many(60, 0))
    expect((await spc(one)).verdict).toMatchObject({ isInControl: null, unknown: 'sigmaZero', noneFound: null })
  })

  // By hand: ln 0.05 = −2.995732. Share: 1 − e^(−2.995732/6000) = 0.00049916, by the rule of three 3/6000 = 0.0005.
  test('60 lots of 100 without a defective: the upper 95 % bound of their share', async () => {
    const { verdict } = await countsOf('defectives', many(60, ['0', '100'] as const))
    const found = { of: 'defectives' as const, samples: 60, size: 6000, bound: expect.closeTo(0.00049916, 8) }
    expect(verdict).toMatchObject({ isInControl: null, unknown: 'noneFound', noneFound: found })
  })

  // 2.995732 / 60 = 0.0499289; of areas of 0.5, 30 units in all: 0.0998577.
  test.each([
    ['1', 60, 0.0499289],
    ['0.5', 30, 0.0998577],
  ])('60 samples of %s units without a defect: the upper 95 %% bound on a unit', async (den, size, bound) => {
    const { verdict } = await countsOf('defects', many(60, ['0', den] as const))
    const found = { of: 'defects' as const, samples: 60, size, bound: expect.closeTo(bound, 7) }
    expect(verdict).toMatchObject({ isInControl: null, unknown: 'noneFound', noneFound: found })
  })

  test('all pieces defective is no zero, and one defect is none either', async () => {
    expect((await countsOf('defectives', many(30, ['10', '10'] as const))).verdict).toMatchObject({
      unknown: 'sameCounts',
      noneFound: null,
    })
    const one = await countsOf('defects', [...many(30, ['0', '1'] as const), ['1', '1']])
    expect(one.verdict).toMatchObject({ isInControl: false, noneFound: null })
  })
})

describe('limits on trial are judged by the points that they come from (T7)', () => {
  test('500 points before a new phase do not make three points enough; excluded and missing ones do not count', async () => {
    const one = await chart()
    await one.records([
      1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1,
    ])
    const trialOf = async () => {
      const { verdict, total } = await spc(one)
      return [total, verdict.phasePoints, verdict.isTrial]
    }
    expect(await trialOf()).toEqual([30, 30, false])
    const phase = { itemKey: one.itemKey, validFrom: hour(30.5), reason: '换料', status: 'trial' }
    done(await plant.engineer.post('/qc/limit-set', phase))
    const [first] = await one.records([1, -1, 1])
    expect(await trialOf()).toEqual([33, 3, true])
    const exclusion = { itemKey: one.itemKey, qcValueBaseId: first!.qcValueBaseId, reason: '断刀' }
    done(await plant.engineer.post('/qc/exclusion', exclusion))
    expect(await trialOf()).toEqual([33, 2, true])
  })
})

describe('little or odd data', () => {
  test.each(['spc', 'capability', 'distribution', 'box', 'pareto', 'yield'])(
    'a time that ends before it begins is refused by %s, not found empty',
    async (call) => {
      const { itemKey } = await chart()
      const answer = await asked(call, { itemKey, from: hour(3), to: hour(2) })
      expect(answer).toMatchObject({ code: 400, errors: { to: expect.any(String) } })
    },
  )

  test('no values: everything is empty, and nothing is made up', async () => {
    const one = await chart()
    const told = await spc(one)
    expect([told.total, told.points, told.center, told.verdict.isInControl, told.verdict.cpk]).toEqual([
      0,
      [],
      null,
      null,
      null,
    ])
    expect((await capability(one)).versions).toEqual([])
    const { n, histogram, normality, probability } = await distribution(one)
    expect([n, histogram, normality.p, probability]).toEqual([0, null, null, []])
    expect((await box(one, 'equipment')).boxes).toEqual([])
  })

  test('one value: a mean, and reasons in place of the rest', async () => {
    const one = await chart()
    await one.record(1)
    const [version] = (await capability(one)).versions
    expect([version!.n, version!.mean, version!.sigmaOverall, version!.cpk.value, version!.cpk.reason]).toEqual([
      1,
      10.01,
      null,
      null,
      'too_few',
    ])
    expect(version!.conditions.amount).toBe('indicative')
    expect((await distribution(one)).normality.reason).toBe('too_few')
  })

  test('the same value again and again: no spread, and the reason', async () => {
    const one = await chart()
    await one.records([0, 0, 0, 0, 0, 0, 0, 0, 0])
    const [version] = (await capability(one)).versions
    expect([version!.cpk.value, version!.cpk.reason, version!.ppk.reason]).toEqual([null, 'sigma_zero', 'sigma_zero'])
    const { normality, histogram } = await distribution(one)
    expect([normality.p, normality.reason]).toEqual([null, 'sigma_zero'])
    expect(histogram!.counts.reduce((sum, count) => sum + count, 0)).toBe(9)
    expect(histogram!.beyond.every((count) => count === 0)).toBe(true)
  })

  test('a bin tells how many of it lie beyond the specification, even where it reaches across a limit', async () => {
    const one = await chart()
    await one.records([0, 40, 99, 120, -120], { more: { remark: 'set up anew' } })
    const { histogram, lsl, usl } = await distribution(one)
    const { edges, counts, beyond } = histogram!
    expect(beyond.reduce((sum, count) => sum + count, 0)).toBe(2)
    for (const [bin, count] of counts.entries()) {
      const isWithin = edges[bin]! >= lsl! && edges[bin + 1]! <= usl!
      expect(isWithin ? beyond[bin] : beyond[bin]! <= count).toBe(isWithin ? 0 : true)
    }
  })

  test('values are beyond the specification of their own version: NG in the boxes, too (qc-domain §2.9)', async () => {
    const one = await chart()
    await one.records([0, 80, 120], { more: { remark: 'set up anew' } }) // of at most 100 σ
    await plant.publish(one.template.templateId, [{ ...diameter, itemKey: one.itemKey, usl: '10.5' }])
    await one.records([0, 80], { more: { remark: 'set up anew' } }) // of at most 50 σ
    const { histogram, usl } = await distribution(one)
    const beyond = histogram!.beyond.reduce((sum, count) => sum + count, 0)
    const ng = (await box(one, 'version')).boxes.map(({ label, ng }) => `${label}: ${ng}`)
    expect([usl, beyond, ng]).toEqual([10.5, 2, ['V1: 1', 'V2: 1']])
  })

  test('a limit is a cliff for the values judged by it', async () => {
    const one = await chart({ usl: '10.0400' })
    await one.records([...Array.from({ length: 10 }, () => 0), 1, 2, 3])
    const later = { ...diameter, itemKey: one.itemKey, usl: '10.0000' }
    expect((await distribution(one)).hints.cliffs).toEqual([])
    await plant.publish(one.template.templateId, [later])
    await one.records([-1])
    expect((await distribution(one)).hints.cliffs).toEqual([])
    await one.records(Array.from({ length: 10 }, () => 0))
    expect((await distribution(one)).hints.cliffs).toEqual(['upper'])
  })

  test.each<[string, Parameters<typeof chart>[0], number[], (string | null)[]]>([
    ['one value', {}, [0], ['too_few', 'too_few', 'too_few', 'too_few']],
    ['nothing but the target', {}, [0, 0, 0], ['sigma_zero', 'sigma_zero', 'sigma_zero', 'sigma_zero']],
    ['nothing but one value off the target', {}, [1, 1, 1], ['sigma_zero', 'sigma_zero', 'sigma_zero', null]],
    ['one limit', { lsl: null }, [1, -1, 2], ['no_limit', null, 'no_limit', null]],
    ['no target', { nominal: null }, [1, -1, 2], [null, null, null, 'no_limit']],
    ['limits and a target', {}, [1, -1, 2], [null, null, null, null]],
  ])('%s: an index that is not there says why', async (_, item, values, reasons) => {
    const one = await chart({ nominal: '10', ...item })
    await one.records(values)
    const [{ cp, cpu, cpl, cpk, pp, ppu, ppl, ppk, cpm }] = (await capability(one)).versions as [Capability]
    expect([cp, cpu, cpl, cpm].map(({ reason }) => reason)).toEqual(reasons as Capability['cp']['reason'][])
    for (const { value, reason } of [cp, cpu, cpl, cpk, pp, ppu, ppl, ppk, cpm]) {
      expect(value === null).toBe(reason !== null)
    }
  })

  test('one-sided: the index of the other side is not there', async () => {
    const one = await chart({ lsl: null })
    await one.records([1, -1, 1, -1, 1, -1])
    const [version] = (await capability(one)).versions
    expect([version!.lsl, version!.cp.value, version!.cpl.value, version!.pp.value, version!.ppl.value]).toEqual(
      Array.from({ length: 5 }, () => null),
    )
    expect(version!.cpk.value).toBe(version!.cpu.value)
    expect(version!.ppmObserved).toMatchObject({ below: null, above: 0 })
  })
})

describe('figures that are known', () => {
  test('indices of ±1σ in turn between 9 and 11', async () => {
    const one = await chart()
    await one.records([1, -1, 1, -1, 1, -1, 1, -1])
    const [version] = (await capability(one)).versions
    const overall = SIGMA * Math.sqrt(8 / 7)
    expect(version!.sigmaMethod).toBe('mr')
    expect(version!.sigmaWithin).toBeCloseTo((2 * SIGMA * Math.sqrt(Math.PI)) / 2, 9)
    expect(version!.sigmaOverall).toBeCloseTo(overall, 9)
    expect(version!.pp.value).toBeCloseTo(2 / (6 * overall), 6)
    expect(version!.ppk.value).toBeCloseTo(1 / (3 * overall), 6)
    expect(version!.pp.lower! < version!.pp.value! && version!.pp.upper! > version!.pp.value!).toBeTrue()
    expect(version!.conditions).toEqual({ isStable: true, amount: 'indicative', isNormal: expect.anything() })
    expect(version!.band).toBeNull() // of so few values no word is put to it
  })

  test('σ estimated another way is the same in the verdict and in the indices', async () => {
    const one = await chart()
    await one.records([1, -1, 3, -1, 1, -2, 1, -1])
    const query = { sigma: 'medianMr' }
    const { verdict } = await spc(one, query)
    const [version] = (await capability(one, query)).versions
    expect(verdict.cpk).toBe(version!.cpk.value)
    expect((await spc(one)).verdict.cpk).not.toBe(verdict.cpk)
  })

  test('and in the distribution, whose curve is that of the chosen σ (T15)', async () => {
    const one = await chart()
    await one.records([1, -1, 3, -1, 1, -2, 1, -1])
    const within = async (query: Query = {}) => [
      (await distribution(one, query)).sigmaWithin,
      (await capability(one, query)).versions[0]!.sigmaWithin,
    ]
    const [usual, byMedian] = [await within(), await within({ sigma: 'medianMr' })]
    expect([usual[0], byMedian[0]]).toEqual([usual[1]!, byMedian[1]!])
    expect(byMedian[0]).not.toBe(usual[0])
    expect((await asked('distribution', { itemKey: one.itemKey, sigma: 'none' })).errors).toHaveProperty('sigma')
  })

  test('boxes have a name in both languages, n, quartiles, and what is beyond the limits', async () => {
    const one = await chart({ usl: '10.035' })
    const { equipmentId } = plant
    await one.records([0, 1, 2, 3, 4], { equipmentId, more: { remark: '超限' } })
    await one.records([1, 2])
    const { boxes } = await box(one, 'equipment')
    expect(boxes).toMatchObject([{ key: String(equipmentId), label: '涂布机 1 号', labelEn: 'Coater 1', n: 5, ng: 1 }])
    const [first] = boxes
    expect([first!.q1, first!.median, first!.q3]).toEqual([10.01, 10.02, 10.03])
    expect((await box(one, 'shift')).boxes.reduce((sum, { n }) => sum + n, 0)).toBe(7)
    expect((await box(one, 'version')).boxes).toMatchObject([{ label: 'V1', n: 7 }])
  })

  test('of fewer than five values all are shown; pieces are told apart by their number', async () => {
    const one = await chart({ sampleSize: 3 })
    await one.record([1, 2, 3])
    await one.record([1, 2, 3])
    const { boxes } = await box(one, 'sample')
    expect(boxes.map(({ label, n, mean, outliers }) => [label, n, mean.toFixed(2), outliers.length])).toEqual([
      ['1', 2, '10.01', 2],
      ['2', 2, '10.02', 2],
      ['3', 2, '10.03', 2],
    ])
  })

  test('counts: a p chart by how many were looked at, no capability, the most defects first', async () => {
    const defectives = {
      code: 'bad',
      name: '不良',
      nameEn: 'Bad',
      type: 'defectives' as const,
      decimals: 3,
      usl: '0.5',
    }
    const holes = {
      code: 'holes',
      name: '针孔',
      nameEn: 'Holes',
      type: 'defects' as const,
      decimals: 2,
      usl: '9',
      spc: true,
    }
    const template = await plant.template({}, [{ ...defectives, spc: true }, holes])
    const records = [
      [2, 100, 3],
      [4, 200, 5],
      [60, 100, 0],
    ] as const
    for (const [index, [count, size, found]] of records.entries()) {
      const entered = { bad: [{ raw: String(count), den: String(size) }], holes: [{ raw: String(found), den: '1' }] }
      const draft = await draftBy(plant.inspector, template, entered, { inspectedAt: hour(index + 1), remark: '超限' })
      await stepped(plant.inspector, 'submit', draft)
    }
    const itemKey = template.keys['bad']!
    const told = done(await asked('spc', { itemKey })) as Spc
    expect([told.chart, told.points.map(({ mean }) => mean)]).toEqual(['p', [0.02, 0.02, 0.6]])
    expect(told.center).toBeCloseTo(66 / 400, 9)
    expect((done(await asked('capability', { itemKey })) as CapabilityAnswer).versions).toEqual([])
    const pareto = async (kind: string) => {
      const { rows, total } = done(await asked('pareto', { itemKey, kind })) as Pareto
      return [total, ...rows.map(({ code, count, cumulative }) => [code, count, Math.round(cumulative)])]
    }
    expect(await pareto('defect')).toEqual([8, [template.keys['holes']!, 8, 100]])
    expect(await pareto('item')).toEqual([1, [itemKey, 1, 100]])
    expect(await pareto('cause')).toEqual([0])
    // side by side they are shares of what was looked at
    const [all] = (done(await asked('box', { itemKey, by: 'version' })) as BoxAnswer).boxes
    expect([all!.outliers, all!.ng]).toEqual([[0.02, 0.02, 0.6], 1])
    // each bar leads to the records that it counts
    const proofs = async (filter: string) =>
      done(await plant.admin.get(`/qc/value-base?templateId=${template.templateId}&${filter}`)).count
    expect(await proofs(`ngItem=${itemKey}`)).toBe(1)
    expect(await proofs(`defectItem=${template.keys['holes']}`)).toBe(2)
    expect(await proofs(`ngItem=${template.keys['holes']}`)).toBe(0)
    const { submitted, passed, rate, days } = done(await asked('yield', { itemKey })) as Yield
    expect([submitted, passed, rate, days.length]).toEqual([3, 2, 2 / 3, 1])
  })

  test('defects on areas that differ: a u chart, whose points say how much was looked at', async () => {
    const holes = {
      code: 'holes',
      name: '针孔',
      nameEn: 'Holes',
      type: 'defects',
      decimals: 2,
      usl: '9',
      spc: true,
    } as const
    const template = await plant.template({}, [holes])
    for (const [index, den] of ['2.9', '3', '3.1'].entries()) {
      const draft = await draftBy(
        plant.inspector,
        template,
        { holes: [{ raw: '3', den }] },
        { inspectedAt: hour(index + 1) },
      )
      await stepped(plant.inspector, 'submit', draft)
    }
    const told = done(await asked('spc', { itemKey: template.keys['holes']! }))
    expect([told.chart, told.points.map(({ n }: { n: number }) => n)]).toEqual(['u', [2.9, 3, 3.1]])
    expect(Spc.safeParse(told).error?.issues).toBeUndefined()
  })

  test('the yield counts what was in order when it was first submitted, and what is not now, by the day', async () => {
    const one = await chart()
    const night = Date.parse('2026-05-16T22:00:00Z') // 06:00 of the 17th there: the night shift of the 16th
    const bad = await one.record(150, { at: night, more: { remark: '超限' } })
    await one.correct(bad, 0)
    await one.record(0, { at: night })
    const good = await one.record(0, { at: night + 4 * HOUR_MS, more: { remark: '超限' } })
    await one.correct(good, 150)
    const { days } = done(await asked('yield', { itemKey: one.itemKey })) as Yield
    expect(days).toEqual([
      { day: '2026-05-16', submitted: 2, passed: 1, failed: 1, undecided: 0, ng: 0, pending: 0, rate: 0.5 },
      { day: '2026-05-17', submitted: 1, passed: 1, failed: 0, undecided: 0, ng: 1, pending: 0, rate: 1 },
    ])
  })
})

test('passed, failed and undecided make up a day: a pending record has not failed until it is judged', async () => {
  const one = await chart({ sampleSize: 2, usl: '10.5' })
  const told = async () => {
    const { days, by, ...all } = done(await asked('yield', { itemKey: one.itemKey })) as Yield
    expect({ by, count: days.length }).toEqual({ by: 'day', count: 1 })
    const { submitted, passed, failed, undecided, ng, pending, rate } = days[0]!
    expect({ submitted, passed, failed, undecided, rate }).toEqual(all)
    return [submitted, passed, undecided, failed, ng, pending]
  }
  for (let good = 0; good < 3; good++) await one.record([0, 0])
  const lacking = { diameter: ['10.0000', { state: 'missing' as const, missingCode: 'damaged' }] }
  const more = { inspectedAt: hour(5), remark: '待补测' }
  const pending = await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, one.template, lacking, more))
  expect(await told()).toEqual([4, 3, 1, 0, 0, 1])
  await one.correct(pending, [0, 0]) // what was not whole at the first submission is no first pass
  expect(await told()).toEqual([4, 3, 0, 1, 0, 0])
  await one.record([99, 0], { at: begin + 6 * HOUR_MS, more })
  expect(await told()).toEqual([5, 3, 0, 2, 1, 0])
})

describe('what makes no sense is refused at its field', () => {
  test.each<[call: string, query: Query, field: string]>([
    ['spc', { from: 'yesterday' }, 'from'],
    ['spc', { to: '2026-02-30' }, 'to'],
    ['spc', { equipmentId: 'x' }, 'equipmentId'],
    ['spc', { shiftId: -1 }, 'shiftId'],
    ['spc', { status: 'gone' }, 'status'],
    ['spc', { versionNo: 0 }, 'versionNo'],
    ['spc', { retest: 'best' }, 'retest'],
    ['spc', { chart: 'pie' }, 'chart'],
    ['spc', { sigma: 'guessed' }, 'sigma'],
    ['spc', { rules: ['1', '9'] }, 'rules'],
    ['spc', { lambda: 0 }, 'lambda'],
    ['spc', { limitSetId: -1 }, 'limitSetId'],
    ['spc', { h: 99 }, 'h'],
    ['spc', { maxPoints: 1e9 }, 'maxPoints'],
    ['capability', { sigma: 'x' }, 'sigma'],
    ['box', { by: 'mood' }, 'by'],
    ['pareto', { kind: 'all' }, 'kind'],
    ['yield', { templateId: 'x' }, 'templateId'],
    ['export', { format: 'pdf' }, 'format'],
    ['export', { tz: 'Nowhere/Else' }, 'tz'],
  ])('%s %j', async (call, query, field) => {
    const { code, errors } = await asked(call, { itemKey: 'x', ...query })
    expect([code, Object.keys(errors ?? {}).map((name) => name.split('.')[0])]).toEqual([400, [field]])
  })

  test('a characteristic that is not there is not found', async () => {
    const codes = await Promise.all(
      ['spc', 'capability', 'distribution', 'box', 'export'].map(
        async (call) => (await asked(call, { itemKey: 'nonesuch' })).code,
      ),
    )
    expect(new Set(codes)).toEqual(new Set([404]))
  })

  test('limits that are not there, or are those of another characteristic, are not found: none are drawn in their place', async () => {
    const [one, other] = [await chart(), await chart()]
    await one.records([0.1, -0.2])
    const { limitSetId } = done(await other.freeze())
    const own = done(await one.freeze()).limitSetId
    for (const call of ['spc', 'export']) {
      const codeOf = async (id: number) => (await asked(call, { itemKey: one.itemKey, limitSetId: id })).code
      expect([await codeOf(limitSetId), await codeOf(2_000_000_000)]).toEqual([404, 404])
    }
    for (const id of [own, 0]) expect((await spc(one, { limitSetId: id })).points).toHaveLength(2)
  })

  test('without the right nothing is told (S28)', async () => {
    const nobody = await app.signedIn('qc:record:list')
    for (const call of ['item', 'spc', 'capability', 'distribution', 'box', 'pareto', 'yield', 'export']) {
      expect((await asked(call, { itemKey: 'x' }, nobody)).code).toBe(403)
    }
    const looker = await app.signedIn('qc:analysis:list')
    expect((await asked('export', { itemKey: 'x' }, looker)).code).toBe(403)
  })
})

describe('an export', () => {
  async function exported(query: Query, language = 'en') {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await app.app.request(`/api/v1/qc/analysis/export?${search}`, {
      headers: { authorization: `Bearer ${plant.engineer.token}`, 'accept-language': language },
    })
    expect(response.status).toBe(200)
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  test.each(['csv', 'xlsx'] as const)(
    'as %s has a row for each value of each point; numbers stay numbers, formulas are text (S67)',
    async (format) => {
      const one = await chart({ sampleSize: 2, name: '=1+1', nameEn: '=HYPERLINK("x")' })
      await one.record([1, 3])
      await one.record([2, 2])
      const { response, bytes } = await exported({ itemKey: one.itemKey, format, tz: 'Asia/Shanghai', rules: '1' })
      expect(response.headers.get('content-type')).toStartWith(sheetTypes[format])
      const [header, ...rows] = (await readSheet(bytes)).map(({ cells }) => cells)
      const column = (title: string) => rows.map((row) => row[header!.indexOf(title)] ?? '')
      expect([column('Point'), column('Sample'), column('Value')]).toEqual([
        ['1', '1', '2', '2'],
        ['1', '2', '1', '2'],
        ['10.01', '10.03', '10.02', '10.02'],
      ])
      expect(column('Plotted value').map(Number)).toEqual([10.02, 10.02, 10.02, 10.02])
      expect([column('LSL')[0], column('USL')[0], column('Unit')[0], column('Version')[0]]).toEqual([
        '9',
        '11',
        'mm',
        '1',
      ])
      // 2026-05-15T13:00Z by the clock that was asked for
      expect([column('Inspected at')[0], column('UTC offset')[0]]).toEqual(['2026-05-15 21:00:00', '+08:00'])
      expect(column('Item name')[0]).toBe('=HYPERLINK("x")')
      if (format === 'csv') expect(Buffer.from(bytes).toString()).toContain(`"'=HYPERLINK(""x"")"`)
    },
  )

  test('names the index that the capability is judged by, beside the limits it is of', async () => {
    const one = await chart({ usl: '10.05', lsl: '9.95' })
    await one.records([1, -1, 1, -1, 2, -2])
    await plant.publish(one.template.templateId, [{ ...diameter, itemKey: one.itemKey, usl: '10.2', lsl: '9.95' }])
    await one.records([1, -1, 0])
    const { versions } = await capability(one)
    const { bytes } = await exported({ itemKey: one.itemKey })
    const [header, ...rows] = (await readSheet(bytes)).map(({ cells }) => cells)
    const told = rows.map((row) =>
      ['Version', 'Deciding index', 'Index value'].map((title) => row[header!.indexOf(title)]),
    )
    const names = { cpk: 'Cpk', ppk: 'Ppk', percentilePpk: 'percentile Ppk' }
    const rowOf = (no: number) => {
      const { index, value } = versions.find(({ versionNo }) => versionNo === no)!.deciding!
      return [String(no), names[index], String(value)]
    }
    expect(told).toEqual([...Array(6).fill(rowOf(1)), ...Array(3).fill(rowOf(2))])
    expect(rowOf(1)[2]).not.toBe(rowOf(2)[2])
  })

  test('writes times by the clock of the line where none is asked for, as that of records does, wherever the server stands', async () => {
    const one = await chart()
    const stored = await one.record(1)
    const { valueBases } = app.store.t
    const own = eq(valueBases.qcValueBaseId, stored.qcValueBaseId)
    for (const [tzMin, time, offset] of [
      [480, '2026-05-15 21:00:00', '+08:00'],
      [-210, '2026-05-15 09:30:00', '-03:30'],
    ] as const) {
      await app.store.tx((db) => db.update(valueBases).set({ tzMin }).where(own))
      const { bytes } = await exported({ itemKey: one.itemKey })
      const [header, row] = (await readSheet(bytes)).map(({ cells }) => cells)
      const cell = (title: string) => row![header!.indexOf(title)]
      expect([cell('Inspected at'), cell('UTC offset')]).toEqual([time, offset])
    }
  })

  test('names the record, the rules that were broken and the marks, in the language asked for', async () => {
    const one = await chart()
    done(await one.freeze())
    const stored = await one.records([0.5, -0.5, 8])
    const { bytes } = await exported({ itemKey: one.itemKey }, 'zh')
    const [header, ...rows] = (await readSheet(bytes)).map(({ cells }) => cells)
    const last = (title: string) => rows.at(-1)![header!.indexOf(title)]
    expect([last('记录编号'), last('违反的准则'), last('检验员')]).toEqual([
      stored[2]!.recordNo,
      'Nelson 1',
      plant.inspector.roleKey,
    ])
  })

  test('has the filters of the chart, and stands in both trails before it is sent (S66, S69)', async () => {
    const one = await chart()
    await one.records([1, 2, 3])
    const { bytes } = await exported({ itemKey: one.itemKey, from: hour(2), tz: 'UTC' })
    expect((await readSheet(bytes)).length).toBe(3)
    const { audits, operations } = app.store.t
    const [entry] = await app.store.db.select().from(audits).orderBy(desc(audits.id)).limit(1)
    expect(entry).toMatchObject({ entity: 'record', action: 'export', actorId: plant.engineer.userId })
    expect(JSON.parse(entry!.new!)).toMatchObject({ itemKey: one.itemKey, from: Date.parse(hour(2)) })
    const [operation] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
    expect(operation).toMatchObject({ action: 'export', stem: 'qc-analysis', userId: plant.engineer.userId })
  })
})
