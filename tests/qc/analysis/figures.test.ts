import { HOUR_MS } from '#shared/durations'
import { afterAll, describe, expect, test } from 'bun:test'
import {
  type BoxAnswer,
  type Capability,
  type CapabilityAnswer,
  type Distribution,
  type Pareto,
  Spc,
  type Yield,
} from '#shared/qc/analysis/schema'
import { isPostgres } from '../../support/store'
import { done, draftBy, stepped, type ItemInput, type Person } from '../../support/qc/plant'
import { CENTRE, diameter, SIGMA, type Charted } from '../../support/qc/charts'
import { analysedPlant, begin, hour, type Query } from '../../support/qc/analysis'

/** The figures of the analysis, of small data whose answers are known (qc-domain §2.9, §6). */
const { app, plant, asked, chart, spc, capability, distribution, box } = await analysedPlant()
afterAll(app.close)

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

const counted = { code: 'bad', name: '不良', nameEn: 'Bad', decimals: 3, usl: '0.5', spc: true } as const
/** Samples of one item, an hour apart. */
async function recordsOf(item: ItemInput, rows: readonly (readonly [raw: string, den: string])[]) {
  const template = await plant.template({}, [item])
  for (const [index, [raw, den]] of rows.entries()) {
    const more = { inspectedAt: hour(index + 1), remark: 'x' }
    const draft = await draftBy(plant.inspector, template, { bad: [{ raw, den }] }, more)
    await stepped(plant.inspector, 'submit', draft)
  }
  return { itemKey: template.keys['bad']! }
}
const countsOf = async (type: 'defectives' | 'defects', rows: Parameters<typeof recordsOf>[1]) =>
  done(await asked('spc', await recordsOf({ ...counted, type }, rows))) as Spc
const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

describe('an alternative to the usual chart of counts is offered for a reason (2.4)', () => {
  const offer = ({ chart: kind, offered, offerReason, verdict }: Spc) => ({
    kind,
    offered,
    offerReason,
    isInControl: verdict.isInControl,
    unknown: verdict.unknown,
  })
  // 40 or 42 of 2,000 are nearer to each other than chance would let them be.
  const large = Array.from({ length: 12 }, (_, index) => [String(40 + 2 * (index % 2)), '2000'] as const)

  test('large samples that differ by no more than chance keep their verdict', async () => {
    const told = { kind: 'p', offered: 'laney-p', offerReason: 'large_samples', isInControl: true, unknown: null }
    expect(offer(await countsOf('defectives', large))).toMatchObject(told)
  })

  test('samples that differ by more than chance have none by the usual limits, large or not', async () => {
    // σ of a share of 0.5 of 20 is 0.11; of 0.05 of 2,000 it is 0.005. Each differs from the next by two of these.
    const small = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? '8' : '12', '20'] as const)
    const told = { kind: 'p', offered: 'laney-p', offerReason: 'overdispersed', isInControl: null }
    expect(offer(await countsOf('defectives', small))).toMatchObject({ ...told, unknown: 'overdispersed' })
    const both = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? '90' : '110', '2000'] as const)
    expect(offer(await countsOf('defectives', both))).toMatchObject({ ...told, unknown: 'overdispersed' })
  })

  test('samples that neither differ nor are large are offered none', async () => {
    const told = await countsOf('defectives', [['11', '100'], ...many(3, ['10', '100'] as const)])
    expect(offer(told)).toMatchObject({ offered: null, offerReason: null, isInControl: true })
  })
})

// What is computed of hundreds of values; how these are read is seen above, on both databases.
describe.skipIf(isPostgres)('where σ is 0 (T1)', () => {
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

  test('what is NG after rounding is outside everywhere, and nothing else (3.1)', async () => {
    const item = { ...diameter, decimals: 2, lsl: '9.90', usl: '10.10', judgeMode: 'rounded' } as const
    const shares = { ...counted, usl: '0.05', decimals: 2, judgeMode: 'rounded', required: 'never' } as const
    const template = await plant.template({}, [item, { ...shares, type: 'defectives' }])
    const { code } = done(await plant.engineer.get(`/qc/template/${template.templateId}`))
    const { token } = done(
      await plant.admin.post('/qc/instrument', {
        name: '量仪',
        username: plant.inspector.roleKey,
        productId: plant.productId,
      }),
    )
    // Rounded: 9.89, 9.90, 9.90, 10.00, 10.10, 10.10, 10.11; a share of 21/400 to 0.05, of 11/200 to 0.06.
    const typed = ['9.8949', '9.8950', '9.8951', '10', '10.1049', '10.1050', '10.10500001']
    const readings = typed.map((diameter, index) => ({
      clientUid: `rounded-${String(index).padStart(16, '0')}`,
      templateCode: code,
      inspectedAt: hour(index + 1),
      values: {
        diameter: [diameter],
        bad: [index === 0 ? { value: 11, inspected: 200 } : { value: 21, inspected: 400 }],
      },
      remark: '超限',
    }))
    const told = done(await app.callerWith(token).post('/qc/measurement', readings)) as { judgement: string }[]
    expect(told.map(({ judgement }) => judgement)).toEqual(['NG', 'OK', 'OK', 'OK', 'OK', 'OK', 'NG'])
    const itemKey = template.keys['diameter']!
    const boxed = async (key: string) => {
      const { boxes } = done(await asked('box', { itemKey: key, by: 'version' })) as BoxAnswer
      return boxes.map(({ ng }) => ng)
    }
    expect([await boxed(itemKey), await boxed(template.keys['bad']!)]).toEqual([[2], [1]])
    const { histogram } = done(await asked('distribution', { itemKey })) as Distribution
    expect(histogram!.beyond.reduce((sum, count) => sum + count, 0)).toBe(2)
    const ppm = async () =>
      (done(await asked('capability', { itemKey })) as CapabilityAnswer).versions.map((version) => [
        version.versionNos,
        Math.round((version.ppmObserved.total! * version.n) / 1e6),
      ])
    expect(await ppm()).toEqual([[[1], 2]])
    // as measured, 10.102 is out of the same limits: the version stands by itself
    await plant.publish(template.templateId, [{ ...item, itemKey, judgeMode: 'absolute' }])
    const { inspectedAt: _before, ...reading } = readings[0]!
    const later = { ...reading, clientUid: `measured-${'0'.repeat(16)}` }
    done(await app.callerWith(token).post('/qc/measurement', [{ ...later, values: { diameter: ['10.102'] } }]))
    expect(await ppm()).toEqual([
      [[2], 1],
      [[1], 2],
    ])
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

  test('a share on the limit is within, also where its quotient is no double: 21 in 0.7 units', async () => {
    const defects = { ...counted, type: 'defects', usl: '30' } as const
    const { itemKey } = await recordsOf(defects, [
      ['21', '0.7'],
      ['21', '0.69'],
    ])
    const { boxes } = done(await asked('box', { itemKey, by: 'version' })) as BoxAnswer
    expect(boxes.map(({ n, ng }) => [n, ng])).toEqual([[2, 1]])
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
