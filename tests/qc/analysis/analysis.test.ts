import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { sheetTypes } from '#server/platform/sheets/cell'
import {
  type AnalysisItem,
  type CapabilityAnswer,
  type Spc,
  type Workload,
  type Yield,
} from '#shared/qc/analysis/schema'
import { done, draftBy, stepped, valuesOf, type Person } from '../../support/qc/plant'
import { rowsIn } from '../../support/sheets'
import { CENTRE, diameter, SIGMA, type Charted } from '../../support/qc/charts'
import { analysedPlant, begin, hour, marksOf, offs, type Query } from '../../support/qc/analysis'

/** What the calls of the analysis count, refuse and export, of small data whose answers are known (qc-domain §2.3, §6). */
const { app, plant, asked, chart, spc, capability, distribution, box } = await analysedPlant()
afterAll(app.close)

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

  test.each(['mr', 'medianMr'])(
    'σ within of values with the same limits does not bridge the time of others: %s',
    async (sigma) => {
      const one = await chart()
      const { templateId } = one.template
      const own = { ...diameter, itemKey: one.itemKey }
      await one.records([0, 1])
      await plant.publish(templateId, [{ ...own, usl: '10.5' }])
      await one.records([5, 7])
      await plant.publish(templateId, [own])
      await one.record(10)
      const [again, between] = (await capability(one, { sigma })).versions
      expect([again!.versionNos, again!.n, between!.versionNos]).toEqual([[1, 3], 3, [2]])
      // the moving range of 1 is 1 σ, that of 2 is 2 σ; from 1 to 10 it would be 9
      const ranges = { mr: 1.128379167, medianMr: 0.953872553 }[sigma]! // d2 of two, median of their range
      expect(again!.sigmaWithin).toBeCloseTo(SIGMA / ranges, 8)
      expect(between!.sigmaWithin).toBeCloseTo((2 * SIGMA) / ranges, 8)
    },
  )

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
      const [header, ...rows] = (await rowsIn(bytes)).map(({ cells }) => cells)
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
    const [header, ...rows] = (await rowsIn(bytes)).map(({ cells }) => cells)
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

  test('has the unit that each value was recorded in, where versions of before mix two', async () => {
    const one = await chart()
    await plant.publish(one.template.templateId, [{ ...diameter, unit: 'µm', itemKey: one.itemKey }])
    await one.record(1, { more: { versionNo: 1 } })
    await one.record(2)
    const { bytes } = await exported({ itemKey: one.itemKey })
    const [header, ...rows] = (await rowsIn(bytes)).map(({ cells }) => cells)
    expect(rows.map((row) => ['Version', 'Unit'].map((title) => row[header!.indexOf(title)]))).toEqual([
      ['1', 'mm'],
      ['2', 'µm'],
    ])
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
      const [header, row] = (await rowsIn(bytes)).map(({ cells }) => cells)
      const cell = (title: string) => row![header!.indexOf(title)]
      expect([cell('Inspected at'), cell('UTC offset')]).toEqual([time, offset])
    }
  })

  test('names the record, the rules that were broken and the marks, in the language asked for', async () => {
    const one = await chart()
    done(await one.freeze())
    const stored = await one.records([0.5, -0.5, 8])
    const { bytes } = await exported({ itemKey: one.itemKey }, 'zh')
    const [header, ...rows] = (await rowsIn(bytes)).map(({ cells }) => cells)
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
    expect((await rowsIn(bytes)).length).toBe(3)
    const { audits, operations } = app.store.t
    const [entry] = await app.store.db.select().from(audits).orderBy(desc(audits.id)).limit(1)
    expect(entry).toMatchObject({ entity: 'record', action: 'export', actorId: plant.engineer.userId })
    expect(JSON.parse(entry!.new!)).toMatchObject({ itemKey: one.itemKey, from: Date.parse(hour(2)) })
    const [operation] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
    expect(operation).toMatchObject({ action: 'export', stem: 'qc-analysis', userId: plant.engineer.userId })
  })
})
