import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { AllCharts } from '#shared/qc/analysis/all-charts'
import type { CapabilityAnswer, Spc } from '#shared/qc/analysis/schema'
import type { BigScreen } from '#shared/qc/wall'
import { startApp, type App } from '../../support/app'
import { isPostgres } from '../../support/store'
import { done, draftBy, qcPlant, stepped, type Plant } from '../../support/qc/plant'
import { chartOf, diameter, SIGMA, sigmasOff, type Charted } from '../../support/qc/charts'
import { randomOf } from '../../support/random'

/** Charts, verdicts, freezing and the preview at entry rest on the limits and rules in force, as signals do. */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 5 * 24 * HOUR_MS
const hour = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString()

let app: App
let plant: Plant
let other: number
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app)
  const coater = { productId: plant.productId, code: 'M2', name: '涂布机 2 号', nameEn: 'Coater 2', kind: 'machine' }
  other = done(await plant.admin.post('/qc/equipment', coater))
})
afterAll(() => app.close())

const chart = (item?: Parameters<typeof chartOf>[2]) => chartOf(plant, { begin }, item)
const asked = async (call: string, { itemKey }: Pick<Charted, 'itemKey'>, query = '') =>
  done(await plant.admin.get(`/qc/analysis/${call}?itemKey=${itemKey}&${query}`))
const spc = (one: Pick<Charted, 'itemKey'>, query = ''): Promise<Spc> => asked('spc', one, query)
const capability = async (one: Charted, query = '') =>
  ((await asked('capability', one, query)) as CapabilityAnswer).versions

/** What of a chart is broken in phases with frozen limits of all machines or of one, and what is stored of these. */
async function compared(one: Pick<Charted, 'itemKey'>, equipmentId: number | null) {
  const { hits, phases } = await spc(one, equipmentId === null ? '' : `equipmentId=${equipmentId}`)
  const sets: { limitSetId: number; equipmentId: number | null }[] = done(
    await plant.admin.get(`/qc/limit-set?itemKey=${one.itemKey}&pageSize=100`),
  ).list
  const own = new Set(sets.filter((set) => set.equipmentId === equipmentId).map(({ limitSetId }) => limitSetId))
  const isFrozen = (index: number) =>
    phases.some(
      (phase) => phase.isFrozen && own.has(phase.limitSetId!) && phase.firstIndex <= index && index <= phase.lastIndex,
    )
  const seen = hits
    .filter(({ index }) => isFrozen(index))
    .map(({ track, rule, side, qcValueBaseId }) => `${track} ${rule} ${side} ${qcValueBaseId}`)
  const { list } = done(await plant.admin.get(`/qc/signal?itemKey=${one.itemKey}&pageSize=500`))
  const stored = (
    list as {
      track: string
      rule: string
      side: string
      qcValueBaseId: number
      state: string
      equipmentId: number | null
    }[]
  )
    .filter((signal) => signal.equipmentId === equipmentId && signal.state !== 'withdrawn')
    .map(({ track, rule, side, qcValueBaseId }) => `${track} ${rule} ${side} ${qcValueBaseId}`)
  return { seen: seen.toSorted(), stored: stored.toSorted() }
}

describe('limits in force that no shown point is tested against yet', () => {
  test('have a start, until a later point comes; not for a display by other limits', async () => {
    const one = await chart()
    const frozenFrom = async (query = '') => (await spc(one, query)).frozenFrom
    await one.records([0.5, -0.5, 0.5])
    expect(await frozenFrom()).toBeNull()
    done(await one.freeze({ status: 'trial', chart: 'imr', centre: undefined, sigma: undefined, validFrom: hour(10) }))
    expect(await frozenFrom()).toBeNull()
    const { limitSetId } = done(await one.freeze({ validFrom: hour(20) }))
    expect(await frozenFrom()).toBe(hour(20))
    expect(await frozenFrom('limitSetId=0')).toBeNull()
    expect(await frozenFrom(`limitSetId=${limitSetId}`)).toBeNull()
    expect(await frozenFrom(`equipmentId=${other}`)).toBe(hour(20))
    await one.record(0.5, { at: begin + 21 * HOUR_MS })
    expect(await frozenFrom()).toBeNull()
    expect(await frozenFrom(`to=${hour(10)}`)).toBe(hour(20))
  })

  test('have one too where all later points are of machines with limits of their own', async () => {
    const one = await chart()
    await one.records([0.5, -0.5, 0.5])
    done(await one.freeze({ equipmentId: other, validFrom: hour(10) }))
    await one.record(0.5, { at: begin + 21 * HOUR_MS, equipmentId: other })
    done(await one.freeze({ validFrom: hour(20) }))
    expect((await spc(one)).frozenFrom).toBe(hour(20))
    expect((await spc(one, `equipmentId=${other}`)).frozenFrom).toBeNull()
    expect((await spc(one, `from=${hour(20)}`)).frozenFrom).toBe(hour(20)) // points of that machine alone
  })

  test('are none where they do not fit the chart', async () => {
    const one = await chartOf(plant, { begin }, { sampleSize: 2 })
    await one.record([0.5, -0.5])
    done(await one.freeze({ chart: 'xbar-r' }))
    expect((await spc(one, 'chart=imr')).frozenFrom).toBeNull()
  })
})

describe('a machine with limits of its own (qc-domain §2.8)', () => {
  /** Three machines by turns, 20 points each; two lie at 10.0, the third at 10.5, which is known and has limits of its own. */
  async function threeMachines() {
    const one = await chart()
    const third = plant.equipmentId
    for (let index = 0; index < 60; index++) {
      const z = index % 2 === 0 ? 0.5 : -0.5
      const machine = [undefined, other, third][index % 3]
      await one.record(machine === third ? 50 + z : z, machine === undefined ? {} : { equipmentId: machine })
    }
    return { one, third }
  }
  const query = (one: Charted) => `/qc/limit-set/estimate?itemKey=${one.itemKey}&from=${hour(0)}&to=${hour(70)}&rules=1`
  const base = { chart: undefined, centre: undefined, sigma: undefined, baseFrom: hour(0), baseTo: hour(70) }

  test('is no part of limits for all: without it they were 10.167, and points of a steady process broke them', async () => {
    const { one, third } = await threeMachines()
    // by hand: (40 × 10.0 + 20 × 10.5) / 60
    expect(done(await plant.engineer.get(query(one)))).toMatchObject({ points: 60, centre: expect.closeTo(10.1667, 4) })
    done(await one.freeze({ equipmentId: third, centre: 10.5 }))
    const preview = done(await plant.engineer.get(query(one)))
    expect(preview).toMatchObject({ points: 40, apart: 20, centre: expect.closeTo(10, 3), brokenPoints: 0 })
    const set = done(await one.freeze(base))
    expect([set.points, set.centre, set.sigma]).toEqual([40, preview.centre, preview.sigma])
  }, 120_000)

  test('is no part of limits for all with its earlier records either, as long as its own limits hold', async () => {
    const { one, third } = await threeMachines()
    done(await one.freeze({ equipmentId: third, centre: 10.5, validFrom: hour(30) }))
    expect(done(await plant.engineer.get(query(one)))).toMatchObject({ points: 40, centre: expect.closeTo(10, 3) })
  }, 120_000)

  test('is named as the reason where the other points are too few', async () => {
    const one = await chart()
    await one.records([0.5, -0.5, 0.5])
    await one.records([0.5, -0.5, 0.5, -0.5], { equipmentId: other })
    const few = /^Only 3 points: too few to estimate limits/
    const reason = /; 4 points of machines with limits of their own are left out$/
    const refused = async () => (await one.freeze(base)).errors?.['baseFrom']
    expect(done(await plant.engineer.get(query(one)))).toMatchObject({ points: 7, apart: 0 })
    done(await one.freeze({ equipmentId: other }))
    expect(await refused()).toMatch(few)
    expect(await refused()).toMatch(reason)
    expect((await plant.engineer.get(query(one))).msg).toMatch(reason)
    expect((await one.freeze({ ...base, equipmentId: plant.equipmentId })).errors?.['baseFrom']).not.toMatch(reason)
  })

  test('makes no signals of limits of all that are only on trial', async () => {
    const one = await chart()
    done(await one.freeze({ status: 'trial' }))
    await one.records([0.1, 6, -0.1], { equipmentId: other })
    done(await one.freeze({ equipmentId: plant.equipmentId, centre: 10.5 }))
    expect(await one.signals()).toEqual([])
  })

  test('is drawn in the chart of all, neither against its limits nor for them; what it breaks of its own counts', async () => {
    const { one, third } = await threeMachines()
    done(await one.freeze({ equipmentId: third, centre: 10.5 }))
    for (const trial of [true, false]) {
      done(await one.freeze(trial ? { status: 'trial', chart: 'imr', centre: undefined, sigma: undefined } : base))
      const { total, hits, center, points, verdict } = await spc(one)
      const apart = points.filter(({ marks }) => marks.includes('apart'))
      expect([total, hits, center!.toFixed(2), verdict.isInControl, verdict.openPoints]).toEqual([
        60,
        [],
        '10.00',
        true,
        0,
      ])
      expect([apart.length, apart.every(({ mean }) => Math.abs(mean! - 10.5) < 0.01)]).toEqual([20, true])
      expect((await capability(one))[0]!.conditions.isStable).toBe(true)
    }
    const out = await one.record(55, { equipmentId: third }) // five σ from its own centre
    const after = await spc(one)
    expect([after.verdict.isInControl, after.verdict.openPoints, after.hits]).toEqual([false, 1, []])
    const own = (await spc(one, `equipmentId=${third}`)).hits.filter(({ track }) => track === 'location')
    expect(own).toMatchObject([{ rule: '1', qcValueBaseId: out.qcValueBaseId }])
    for (const machine of [null, third]) {
      const { seen, stored } = await compared(one, machine)
      expect(seen).toEqual(stored)
    }
  }, 120_000)

  describe('while there are no limits of all machines', () => {
    /** Two machines by turns at 10.00 and 10.04, each steady and with limits of its own; its last points are its own. */
    async function twoMachines(sampleSize = 1) {
      const one = await chart({ sampleSize })
      const [first, second] = [plant.equipmentId, other]
      done(await one.freeze({ equipmentId: first }))
      done(await one.freeze({ equipmentId: second, centre: 10.04 }))
      for (let index = 0; index < 24; index++) {
        const [machine, centre] = index % 2 === 0 ? [first, 0] : [second, 4]
        const spread = Array.from({ length: sampleSize }, (_, place) => centre + ((index + place) % 4 < 2 ? 0.5 : -0.5))
        await one.record(spread, { equipmentId: machine })
      }
      return { one, second }
    }
    /** What the wall and the small charts say about it: out of control or not, and the rules broken. */
    async function shownOf({ itemKey }: Charted) {
      const wall: BigScreen = done(await plant.admin.get('/qc/bigscreen?product=c21'))
      const small: AllCharts = done(await plant.admin.get('/qc/analysis/charts?product=c21'))
      const slide = wall.charts.find(({ item }) => item.itemKey === itemKey)!
      const cell = wall.capability.find((each) => each.itemKey === itemKey)!
      const card = small.charts.find(({ item }) => item.itemKey === itemKey)!
      return {
        wall: [slide.chart, slide.hits, slide.points.map(({ center }) => center).findLast(Boolean), cell.isStable],
        card: [card.chart, card.broken, card.center.findLast(Boolean), card.isStable],
      }
    }

    test.each([
      ['single values', 1, 'imr'],
      ['subgroups', 3, 'xbar-r'],
    ] as const)(
      '%s of machines with limits of their own are drawn, and nothing is estimated from their mixture',
      async (_, sampleSize, kind) => {
        const { one } = await twoMachines(sampleSize)
        expect(await one.signals()).toEqual([])
        const { chart: drawn, total, hits, center, ucl, phases, points, verdict } = await spc(one)
        expect([drawn, total, hits, center, ucl, phases]).toEqual([kind, 24, [], null, null, []])
        expect(points.filter(({ mean, marks }) => mean !== null && marks.includes('apart'))).toHaveLength(24)
        expect(verdict).toMatchObject({ isInControl: null, unknown: 'few', openPoints: 0, phasePoints: 0 })
        expect((await capability(one))[0]!.conditions.isStable).toBe(true)
        expect(await shownOf(one)).toEqual({ wall: [kind, [], undefined, true], card: [kind, [], undefined, true] })
        // chosen for display, limits of all that is shown are estimated
        expect((await spc(one, 'limitSetId=0')).center).toBeCloseTo(10.02, 3)
      },
      60_000,
    )

    test('the others alone make the estimate, and what a machine breaks of its own counts', async () => {
      const { one, second } = await twoMachines()
      for (let index = 0; index < 30; index++) await one.record(8 + (index % 2 ? 0.5 : -0.5))
      const { hits, center, verdict } = await spc(one)
      expect([hits, center!.toFixed(2), verdict.isInControl, verdict.phasePoints]).toEqual([[], '10.08', true, 30])
      expect((await shownOf(one)).wall).toEqual(['imr', [], center, true])
      await one.record(9, { equipmentId: second }) // five σ from its own centre
      const after = await spc(one)
      expect([after.hits, after.center, after.verdict.isInControl, after.verdict.openPoints]).toEqual([
        [],
        center,
        false,
        1,
      ])
    }, 120_000)

    test('also before limits of all machines begin', async () => {
      const { one } = await twoMachines()
      const set = done(await one.freeze({ validFrom: hour(24.5) }))
      await one.records([0.5, -0.5])
      const { hits, phases, points, verdict } = await spc(one)
      expect([hits, phases.at(-1)!.limitSetId, verdict.isInControl]).toEqual([[], set.limitSetId, true])
      expect(points.filter(({ marks }) => marks.includes('apart'))).toHaveLength(24)
    }, 120_000)
  })

  test('is no neighbour of what is entered on another one', async () => {
    const one = await chart()
    const third = plant.equipmentId
    done(await one.freeze({ equipmentId: third, centre: 10.5 }))
    done(await one.freeze())
    await one.records([0.1, 0.2], { equipmentId: other })
    await one.record(50, { equipmentId: third })
    await one.record(0.3)
    const recent = async (more: string): Promise<number[]> => {
      const [item] = done(await plant.inspector.get(`/qc/analysis/recent?templateId=${one.template.templateId}${more}`))
      return item.points.map(({ value }: { value: number }) => value)
    }
    const steady = [0.1, 0.2, 0.3].map((z) => Number(sigmasOff(z)))
    expect(await recent('')).toEqual(steady)
    expect(await recent(`&equipmentId=${other}`)).toEqual(steady)
    expect(await recent(`&equipmentId=${third}`)).toEqual([10.5])
  })

  test('is compared with those of all before its own begin and after they end: by signals, chart and preview', async () => {
    const one = await chart()
    const third = plant.equipmentId
    const rules = { rules: ['1'] }
    const ofAll = done(await one.freeze({ rules }))
    const own = done(await one.freeze({ equipmentId: third, centre: 10.5, validFrom: hour(3.5), rules }))
    now = begin + 6.5 * HOUR_MS
    done(await plant.engineer.put(`/qc/limit-set/${own.limitSetId}`, { status: 'retired', reason: 'x' }))
    now = NOW
    await one.records([0.5, 4, 0.5, 50, 50.5, 50, 0.5, -4, 0.5], { equipmentId: third })

    expect((await one.signals()).filter((signal) => signal.startsWith('rule 1'))).toEqual([
      'rule 1 upper at 1 of 1: open',
      'rule 1 lower at 7 of 7: open',
    ])
    const { phases, hits, verdict } = await spc(one, `equipmentId=${third}`)
    expect(phases.map(({ firstIndex, limitSetId, isFrozen }) => [firstIndex, limitSetId, isFrozen])).toEqual([
      [0, ofAll.limitSetId, true],
      [3, own.limitSetId, true],
      [6, ofAll.limitSetId, true],
    ])
    expect(hits.filter(({ track }) => track === 'location').map(({ index }) => index)).toEqual([1, 7])
    expect(verdict.isInControl).toBe(false)

    const centreAt = async (hours: number) => {
      const at = `equipmentId=${third}&before=${hour(hours)}`
      const [item] = done(await plant.inspector.get(`/qc/analysis/recent?templateId=${one.template.templateId}&${at}`))
      return item.limits.centre
    }
    expect([await centreAt(3), await centreAt(6), await centreAt(9)]).toEqual([10, 10.5, 10])
  })
})

// Computed of limits and values; how these are read is seen above, on both databases.
describe.skipIf(isPostgres)(
  'each phase is tested by the rules of its own limits, whatever is chosen for display',
  () => {
    test('what a chart shows broken is what is stored as signals', async () => {
      const one = await chart()
      const run = [0.2, 0.4, 0.1, 0.6, 0.3, 0.5, 0.2, 0.4, 0.3, 0.2] // on one side: rule 2
      done(await one.freeze({ rules: { rules: ['1'] } }))
      await one.records([...run, 3.5])
      done(await one.freeze({ validFrom: hour(11.5), rules: { rules: ['1', '2'], figures: { '2': 7 } } }))
      await one.records([...run.slice(0, 7), -0.3, 2.1, 2.2])
      const { seen, stored } = await compared(one, null)
      expect([seen.length, seen]).toEqual([2, stored])
      const { hits, phases } = await spc(one)
      expect(hits.map(({ rule, index }) => `${rule} at ${index}`)).toEqual(['1 at 10', '2 at 17'])
      expect(phases.map(({ rules }) => rules)).toEqual([['1'], ['1', '2']])
      expect((await spc(one, 'rules=5')).phases.map(({ rules }) => rules)).toEqual([['5'], ['5']])
    })

    test('chosen rules are tested with the figures of the limits, which draw the lines too (qc-domain §2.7)', async () => {
      const one = await chart()
      done(await one.freeze({ rules: { rules: ['1', '2', '5'], figures: { '1': 2.5, '2': 7 } } }))
      await one.records([0.1, 2.6, -0.5, 0.2, 0.4, 0.1, 0.6, 0.3, 0.5, 0.2, -2.7])
      const drawn = async (query = '') => {
        const { lcl, ucl, hits } = await spc(one, query)
        return [
          lcl,
          ucl,
          hits.filter(({ track }) => track === 'location').map(({ rule, index }) => `${rule} at ${index}`),
        ]
      }
      const inForce = [expect.closeTo(9.975, 9), expect.closeTo(10.025, 9), ['1 at 1', '2 at 9', '1 at 10']]
      expect(await drawn()).toEqual(inForce)
      expect(await drawn('rules=1&rules=2&rules=5')).toEqual(inForce)
      expect(await drawn('rules=2')).toEqual([...inForce.slice(0, 2), ['2 at 9']])
    })

    test.each([
      ['single values', {}, 'imr'],
      ['ranges', { sampleSize: 4 }, 'xbar-r'],
      ['deviations, where ranges are usual', { sampleSize: 4 }, 'xbar-s'],
      ['means as single values', { sampleSize: 4 }, 'imr'],
    ] as const)(
      '%s: also where limits are of another chart than the usual one, and change on the way',
      async (_, item, kind) => {
        const one = await chart(item)
        const { normal } = randomOf(48)
        const width = kind === 'imr' && 'sampleSize' in item ? 3.2 : 1.6
        const several = async (count: number, shift: number, equipmentId?: number) => {
          for (let at = 0; at < count; at++) {
            const values = Array.from(
              { length: 'sampleSize' in item ? item.sampleSize : 1 },
              () => shift + width * normal(),
            )
            await one.record(values, equipmentId === undefined ? {} : { equipmentId })
          }
        }
        const rules = ['1', '2', '3', '4', '5', '6', '7', '8']
        done(await one.freeze({ chart: kind, rules: { rules } }))
        await several(15, 0)
        await several(4, 3, plant.equipmentId)
        done(
          await one.freeze({
            chart: kind,
            equipmentId: plant.equipmentId,
            centre: 10.03,
            rules: { rules },
            validFrom: hour(15.5),
          }),
        )
        await several(6, 1)
        await several(4, 3, plant.equipmentId)
        await several(4, 1, other)
        done(await one.freeze({ chart: kind, validFrom: hour(27.5), centre: 10.01, rules: { rules: ['1', '5'] } }))
        await several(3, 2.5, plant.equipmentId)
        await several(6, 2.5)
        const all = await compared(one, null)
        expect(all.seen.length).toBeGreaterThan(2)
        expect(all.seen).toEqual(all.stored)
        const machine = await compared(one, plant.equipmentId)
        expect(machine.seen).toEqual(machine.stored)
      },
      60_000,
    )

    test('a phase is drawn and tested by the chart of its own limits, whatever the latest are (qc-domain §2.8)', async () => {
      const one = await chart({ sampleSize: 2 })
      done(await one.freeze({ chart: 'imr', rules: { rules: ['1'] } }))
      for (const z of [0, 2.6, 0, 6.5, 0.1]) await one.record([z, z]) // 2.6 is beyond 3 σ / √2
      done(await one.freeze({ chart: 'xbar-r', validFrom: hour(5.5), rules: { rules: ['1'] } }))
      for (const z of [0, 2.6, 0]) await one.record([z, z])
      const { chart: latest, points, phases, undrawn, hits } = await spc(one)
      expect([latest, phases.map((phase) => phase.chart), undrawn]).toEqual(['xbar-r', ['imr', 'xbar-r'], []])
      expect(phases.every(({ isFrozen }) => isFrozen)).toBe(true)
      const widths = points.map(({ center, ucl }) => ((ucl! - center!) / SIGMA).toFixed(2))
      expect(widths).toEqual([...Array.from({ length: 5 }, () => '3.00'), ...Array.from({ length: 3 }, () => '2.12')])
      const ranges = points.map(({ range }) => (range === null ? null : Number((range / SIGMA).toFixed(2))))
      expect(ranges).toEqual([null, 2.6, 2.6, 6.5, 6.4, 0, 0, 0]) // moving ranges, then ranges
      const means = hits.filter(({ track }) => track === 'location')
      expect(means.map(({ index }) => index)).toEqual([3, 6])
      const { seen, stored } = await compared(one, null)
      expect(seen).toEqual(stored)
      const asked = await spc(one, 'chart=xbar-r')
      expect([asked.phases.map(({ isFrozen }) => isFrozen), asked.undrawn]).toEqual([[false, true], ['imr']])
    })

    test.each([
      ['out of control', [0.5, -0.4, 3.4, -0.6, 0.4, -0.5, 0.5, -0.5], false],
      ['in control, though other rules and a sum of all are broken', [0.5, 0.8, 1.1, 1.4, 1.7, 1.95, 1.96, 1.97], true],
    ])('the verdict on a process %s is the same however it is drawn', async (_, values, isInControl) => {
      const one = await chart()
      done(await one.freeze({ rules: { rules: ['1'] } }))
      await one.records(values)
      const { verdict } = await spc(one)
      expect([verdict.isInControl, verdict.inForce.chart]).toEqual([isInControl, 'imr'])
      const isStable = (await capability(one))[0]!.conditions.isStable
      expect(isStable).toBe(isInControl)
      const displays = ['rules=3', 'rules=8', 'chart=cusum&h=1&k=0.25', 'chart=ewma', 'sigma=medianMr', 'limitSetId=0']
      const broken: number[] = []
      for (const display of displays) {
        const shown = await spc(one, display)
        broken.push(shown.hits.length)
        const { isInControl, unknown, isTrial, openPoints, inForce, capable } = shown.verdict
        expect({ display, isInControl, unknown, isTrial, openPoints, inForce }).toEqual({
          display,
          isInControl: verdict.isInControl,
          unknown: verdict.unknown,
          isTrial: verdict.isTrial,
          openPoints: verdict.openPoints,
          inForce: verdict.inForce,
        })
        expect([
          display,
          capable!.conditions.isStable,
          (await capability(one, display))[0]!.conditions.isStable,
        ]).toEqual([display, isStable, isStable])
      }
      expect(new Set(broken).size).toBeGreaterThan(1) // the displays do differ
    })
  },
)

describe('defects on areas', () => {
  const flaws = {
    ...diameter,
    code: 'flaws',
    type: 'defects',
    decimals: 2,
    lsl: undefined,
    usl: '99',
    plausHigh: undefined,
  } as const
  async function counted() {
    const template = await plant.template({}, [flaws])
    const itemKey = template.keys['flaws']!
    let hours = 0
    const record = async (count: number, area = '0.5') => {
      const entered = { flaws: [{ raw: String(count), den: area }] }
      const draft = await draftBy(plant.inspector, template, entered, { inspectedAt: hour(++hours) })
      return stepped(plant.inspector, 'submit', draft)
    }
    const freeze = (change: object) =>
      plant.engineer.post('/qc/limit-set', {
        itemKey,
        validFrom: hour(0),
        reason: 'x',
        rules: { rules: ['1'] },
        ...change,
      })
    const signals = async () =>
      (
        done(await plant.admin.get(`/qc/signal?itemKey=${itemKey}&pageSize=100`)).list as {
          chart: string
          state: string
        }[]
      ).map((signal) => `${signal.chart} ${signal.state}`)
    return { itemKey, record, freeze, signals }
  }

  /**
   * 40 areas of 0.5 with 172 defects, five of them with 7. By hand: c̄ 172 / 40 = 4.3, UCL 4.3 + 3 √4.3 = 10.5; ū 172 / 20 =
   * 8.6, UCL 8.6 + 3 √(8.6 / 0.5) = 21.0. The five lie at 7 / 0.5 = 14: beyond 4.3 + 3 √(4.3 / 0.5) = 13.1 only.
   */
  const defects = Array.from({ length: 40 }, (_, index) =>
    index % 8 === 7 ? 7 : index % 13 === 1 && index < 30 ? 3 : 4,
  )

  test('limits of numbers are none of rates, and none where areas differ', async () => {
    expect(defects.reduce((sum, one) => sum + one, 0)).toBe(172)
    const one = await counted()
    for (const count of defects) await one.record(count)
    const set = done(await one.freeze({ chart: 'c', baseFrom: hour(0), baseTo: hour(60) }))
    expect([set.chart, set.centre]).toEqual(['c', 4.3])
    const inForce = await spc(one)
    expect([inForce.chart, inForce.ucl!.toFixed(1), inForce.phases[0]!.isFrozen, inForce.hits]).toEqual([
      'c',
      '10.5',
      true,
      [],
    ])

    const rates = await spc(one, 'chart=u&rules=1')
    expect([rates.center, rates.ucl!.toFixed(1), rates.phases[0]!.isFrozen, rates.hits]).toEqual([
      8.6,
      '21.0',
      false,
      [],
    ])

    await one.record(12)
    expect(await one.signals()).toEqual(['c open'])
    await one.record(5, '0.6')
    await one.record(12)
    expect(await one.signals()).toEqual(['c open']) // of before; nothing more is held against limits that do not fit
    const differing = await spc(one, 'rules=1')
    expect([differing.chart, differing.chartReason, differing.phases.map(({ limitSetId }) => limitSetId)]).toEqual([
      'u',
      'defects_in_areas_that_differ',
      [null],
    ])

    for (const change of [
      { baseFrom: hour(0), baseTo: hour(60) },
      { centre: 4.3, sigma: 2.07 },
    ]) {
      const refused = await one.freeze({ chart: 'c', ...change })
      expect(refused).toMatchObject({ code: 400, errors: { chart: expect.stringContaining('areas differ') } })
    }
    const asked = `/qc/limit-set/estimate?itemKey=${one.itemKey}&from=${hour(0)}&to=${hour(60)}&chart=c`
    expect(await plant.engineer.get(asked)).toMatchObject({ code: 400, errors: { chart: expect.any(String) } })
    done(await one.freeze({ chart: 'u', baseFrom: hour(0), baseTo: hour(40.5) }))
    expect((await one.signals()).toSorted()).toEqual(['c withdrawn', 'u open', 'u open']) // 24 is beyond 21.0
    const { seen, stored } = await compared(one, null)
    expect([seen.length, seen]).toEqual([2, stored])
  }, 120_000)
})
