import { DAY_MS } from '#shared/durations'
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarUpTo } from '#seed/qc/calendar'
import { plantedEvents } from '#seed/qc/events'
import { COARSE_READER } from '#seed/qc/templates/stacking'
import { FLATTERER } from '#seed/qc/templates/k-value'
import type { BoxAnswer, CapabilityAnswer, Distribution, Pareto, Spc, SpcHit } from '#shared/qc/analysis/schema'
import { ruleCost } from '#shared/spc/rules/cost'
import type { RuleId } from '#shared/spc/charts/track'
import type { App } from '../app'
import { done } from './plant'

/** Points that a window may begin earlier and end later than what was planted (qc-domain §10). */
const WIDER = 10

type Query = Record<string, string | number | readonly (string | number)[]>

/** Hits that chance gives among so many points, and three standard deviations of that. */
function mostByChance(points: number, rules: readonly RuleId[]) {
  const usual = (points * (ruleCost(rules)?.falseAlarmsPer1000 ?? 3)) / 1000
  return usual + 3 * Math.sqrt(usual)
}

/**
 * What was planted in the year, found through the public calls alone (qc-domain §9, §10): its rule breaks in the window,
 * and no more than chance gives in the window of equal length before. What no rule of a chart finds has its control beside
 * it instead: the other operators (E7, E15), suppliers (E17), the version before (E10), the record in the list
 * (E3, E18); E12 is a difference of two figures, E14 a time without an alarm.
 */
export function findsPlanted(year: () => { app: App; end: number }, timeoutMs: number) {
  let engineer: Awaited<ReturnType<App['signedIn']>>
  const calendar = () => calendarUpTo(year().end)

  async function ask<Answer>(call: string, query: Query): Promise<Answer> {
    engineer ??= await year().app.signedIn('*:*:*')
    const search = new URLSearchParams()
    for (const [name, given] of Object.entries(query)) {
      for (const one of [given].flat()) search.append(name, String(one))
    }
    return done(await engineer.get(`/qc/analysis/${call}?${search}`)) as Answer
  }
  /** The whole year with limits from its own values, by which it is not the limits of the demo that are tested. */
  const spc = (itemKey: string, query: Query = {}) =>
    ask<Spc>('spc', { itemKey, limitSetId: 0, maxPoints: 20_000, ...query })

  const event = (id: string) => plantedEvents.find((one) => one.id === id)!
  const daysOf = (fromDay: number, toDay: number) => {
    const { startOf } = calendar()
    return { from: new Date(startOf(fromDay)).toISOString(), to: new Date(startOf(toDay) + DAY_MS - 1).toISOString() }
  }
  /** Points of an event: the first and the last of those days. */
  function windowOf({ points }: Spc, fromDay: number, toDay: number): [first: number, last: number] {
    const { from, to } = daysOf(fromDay, toDay)
    const inside = points.filter(({ at }) => at >= from && at <= to)
    return [inside[0]!.index, inside.at(-1)!.index]
  }
  const within = (
    hits: readonly SpcHit[],
    [first, last]: [number, number],
    rules: readonly RuleId[],
    track = 'location',
  ) => hits.filter((hit) => hit.index >= first && hit.index <= last && hit.track === track && rules.includes(hit.rule))

  /** Hits in the window, a little wider; and whether the window before that has no more than chance gives. */
  function found(chart: Spc, [first, last]: [number, number], rules: RuleId[], track = 'location') {
    const size = last - first + 1
    const end = first - Math.min(WIDER, first - size) // E16 begins with two days less before it
    expect(end).toBeGreaterThanOrEqual(size)
    return {
      hits: within(chart.hits, [first - WIDER, last + WIDER], rules, track).length,
      isQuietBefore: within(chart.hits, [end - size, end - 1], rules, track).length <= mostByChance(size, rules),
    }
  }
  /** Of what lasts until the end of the year: its days, and as many before, each by limits of their own. */
  async function sides(id: string, itemKey: string, query: Query & { rules: RuleId[] }) {
    const { fromDay, toDay } = event(id)
    const during = await spc(itemKey, { ...query, ...daysOf(fromDay, toDay) })
    const before = await spc(itemKey, { ...query, ...daysOf(2 * fromDay - toDay - 1, fromDay - 1) })
    const hitsOf = (chart: Spc) => within(chart.hits, [0, chart.total], query.rules)
    const isQuietBefore = hitsOf(before).length <= mostByChance(before.total, query.rules)
    return { during, before, hits: hitsOf(during), isQuietBefore }
  }
  const equipment = async (code: string) => {
    const { store } = year().app
    const { equipment: table } = store.t
    const rows = await store.db.select().from(table).where(eq(table.code, code))
    return rows[0]!.equipmentId
  }
  const user = async (username: string) => {
    const { store } = year().app
    const rows = await store.db.select().from(store.t.users).where(eq(store.t.users.usernameKey, username))
    return rows[0]!.userId
  }
  const boxes = (itemKey: string, query: Query) => ask<BoxAnswer>('box', { itemKey, ...query })
  /** Of a limit set for all machines, frozen from the values of some days. */
  async function frozen(itemKey: string, baseFrom: number, baseTo: number, rules: RuleId[]) {
    engineer ??= await year().app.signedIn('*:*:*')
    const { from, to } = daysOf(baseFrom, baseTo)
    const validFrom = daysOf(baseTo + 1, baseTo + 1).from
    const body = { itemKey, baseFrom: from, baseTo: to, validFrom, rules: { rules }, reason: 'of a good stretch' }
    const set = done(await engineer.post('/qc/limit-set', body)) as { limitSetId: number }
    return set.limitSetId
  }

  const finds = (id: string, what: string, look: () => Promise<void>) => test(`${id}: ${what}`, look, timeoutMs)

  finds('E1', 'the mean of machine M2 after a die change: EWMA and rule 2, hardly rule 1, box by machine', async () => {
    const { fromDay, toDay } = event('E1')
    const equipmentId = await equipment('M2')
    const shewhart = await spc('c21-coat-density', { equipmentId, rules: ['1', '2'] })
    const window = windowOf(shewhart, fromDay, toDay)
    const byRun = found(shewhart, window, ['2'])
    expect({ ...byRun, hits: byRun.hits > 0 }).toEqual({ hits: true, isQuietBefore: true })
    expect(within(shewhart.hits, window, ['1']).length).toBeLessThanOrEqual(2)
    const ewma = await spc('c21-coat-density', { equipmentId, chart: 'ewma' })
    const drifted = found(ewma, window, ['1'])
    expect({ ...drifted, hits: drifted.hits > 0 }).toEqual({ hits: true, isQuietBefore: true })
    const { boxes: machines } = await boxes('c21-coat-density', { by: 'equipment', ...daysOf(fromDay, toDay) })
    const mine = machines.find(({ key }) => key === String(equipmentId))!
    const other = machines.find(({ key }) => key !== String(equipmentId))!
    expect(mine.mean - other.mean).toBeGreaterThan(0.3 * other.deviation!)
  })

  finds('E2', 'the late knife change: rules 2 and 6 and NG, on limits frozen after a change', async () => {
    const { fromDay, toDay } = event('E2')
    const limitSetId = await frozen('c21-slit-burr', 180, 188, ['1', '2', '6'])
    const chart = await spc('c21-slit-burr', { limitSetId, rules: ['2', '6'] })
    const high = (rules: RuleId[], from: number, to: number) =>
      within(chart.hits, windowOf(chart, from, to), rules).filter(({ side }) => side === 'upper').length
    for (const rule of ['2', '6'] as const) expect(high([rule], fromDay, toDay)).toBeGreaterThan(5)
    // The days right before are the end of every knife's life; the control is how the knife before began, 20 days earlier.
    const [from, to] = [fromDay - 20, toDay - 20]
    const [first, last] = windowOf(chart, from, to)
    expect(high(['2', '6'], from, to)).toBeLessThanOrEqual(mostByChance((last - first + 1) / 2, ['2', '6']))
    const ng = async (from: number, to: number) =>
      (await boxes('c21-slit-burr', { by: 'version', ...daysOf(from, to) })).boxes.reduce((sum, one) => sum + one.ng, 0)
    expect(await ng(fromDay, toDay)).toBeGreaterThan(0)
    expect(await ng(from, to)).toBe(0)
  })

  finds('E3', 'the corrected value is marked, and the chart shows what is true', async () => {
    const { fromDay } = event('E3')
    const chart = await spc('c21-fill-mass', daysOf(fromDay, fromDay))
    expect(chart.points.filter(({ marks }) => marks.includes('corrected')).length).toBeGreaterThan(0)
    expect(chart.hits).toEqual([])
  })

  finds('E4', 'the worn bearing: the spread, while the mean is mostly quiet', async () => {
    const { fromDay, toDay } = event('E4')
    const chart = await spc('c21-cal-thickness', { rules: ['1'], chart: 'xbar-s' })
    const window = windowOf(chart, fromDay, toDay)
    const spread = found(chart, window, ['1'], 'dispersion')
    expect({ ...spread, hits: spread.hits >= 3 }).toEqual({ hits: true, isQuietBefore: true })
    const [first, last] = window
    expect(within(chart.hits, window, ['1']).length).toBeLessThan((last - first + 1) / 3)
  })

  finds('E5', 'three heads in one subgroup: rule 7 over months, compared by piece', async () => {
    const { fromDay, toDay } = event('E5')
    const { during, hits, isQuietBefore } = await sides('E5', 'p-seal-thickness', { rules: ['7'] })
    expect(hits.length).toBeGreaterThan(3 * mostByChance(during.total, ['7']))
    expect(new Set(hits.map(({ at }) => at.slice(0, 7))).size).toBeGreaterThan(3)
    expect(isQuietBefore).toBeTrue()
    const steps = async (from: number, to: number) => {
      const { boxes: heads } = await boxes('p-seal-thickness', { by: 'sample', ...daysOf(from, to) })
      const [a, b, c] = heads.toSorted((one, other) => Number(one.key) - Number(other.key))
      return [b!.mean - a!.mean, c!.mean - b!.mean].map((step) => step / a!.deviation!)
    }
    for (const step of await steps(fromDay, toDay)) expect(step).toBeWithin(0.8, 1.2)
    for (const step of await steps(1, fromDay - 1)) expect(step).toBeWithin(-0.2, 0.2)
  })

  finds('E6', 'two machines in turn: rules 4 and 8, and a box for each', async () => {
    const { fromDay, toDay } = event('E6')
    const { hits, isQuietBefore } = await sides('E6', 'k-weld-force', { rules: ['4', '8'] })
    for (const wanted of ['4', '8']) expect(hits.filter(({ rule }) => rule === wanted).length).toBeGreaterThan(5)
    expect(isQuietBefore).toBeTrue()
    // Three checks a day in turn put each machine into every shift: it is the box by machine that tells them apart.
    const apart = async (from: number, to: number) => {
      const { boxes: machines } = await boxes('k-weld-force', { by: 'equipment', ...daysOf(from, to) })
      const [low, high] = machines.map(({ mean }) => mean).toSorted((one, other) => one - other)
      return (high! - low!) / machines[0]!.deviation!
    }
    expect(await apart(fromDay, toDay)).toBeGreaterThan(1)
    expect(await apart(1, fromDay - 1)).toBeLessThan(0.2)
  })

  finds('E7', 'one reader to the tenth: the comb and the normality, of that one alone', async () => {
    const { boxes: readers } = await boxes('p-stack-offset', { by: 'operator' })
    expect(readers.length).toBeGreaterThan(2)
    const coarse = String(await user(COARSE_READER))
    for (const { key } of readers) {
      const { hints, normality } = await ask<Distribution>('distribution', {
        itemKey: 'p-stack-offset',
        operatorId: key,
        ...daysOf(151, 225), // of more values the test would notice the hundredths of the others too
      })
      const isCoarse = key === coarse
      expect([key, hints.comb !== null]).toEqual([key, isCoarse])
      expect([key, normality.p! < 0.005]).toEqual([key, isCoarse])
    }
  })

  finds('E8', 'pinholes: rule 1, and the leader of the Pareto chart is another', async () => {
    const { fromDay, toDay } = event('E8')
    const chart = await spc('p-vis-pinhole', { rules: ['1'] })
    const burst = found(chart, windowOf(chart, fromDay, toDay), ['1'])
    expect({ ...burst, hits: burst.hits > 0 }).toEqual({ hits: true, isQuietBefore: true })
    const leader = async (from: number, to: number) =>
      (await ask<Pareto>('pareto', { kind: 'defect', itemKey: 'p-vis-pinhole', ...daysOf(from, to) })).rows[0]!.code
    expect(await leader(fromDay, toDay)).toBe('p-vis-pinhole')
    expect(await leader(fromDay - 30, fromDay - 1)).not.toBe('p-vis-pinhole')
  })

  finds('E9', 'more variation than chance: p flags over 15 %, p′ under 2 %', async () => {
    const share = ({ verdict, total }: Spc) => verdict.hitPoints / total
    const { during, isQuietBefore } = await sides('E9', 'p-vis-defectives', { chart: 'p', rules: ['1'] })
    expect(share(during)).toBeGreaterThan(0.15)
    expect(during.offered).toBe('laney-p')
    expect(isQuietBefore).toBeTrue()
    const laney = await sides('E9', 'p-vis-defectives', { chart: 'laney-p', rules: ['1'] })
    expect(share(laney.during)).toBeLessThan(0.02)
  })

  finds('E10', 'narrower limits: a step in the chart, capability version by version', async () => {
    const { fromDay } = event('E10')
    const { specifications, points } = await spc('c21-coat-density')
    expect(specifications.map(({ versionNo, lsl, usl }) => [versionNo, lsl, usl])).toEqual([
      [1, 16.18, 16.82],
      [2, 16.26, 16.74],
    ])
    const { from } = daysOf(fromDay, fromDay)
    expect(points[specifications[1]!.firstIndex]!.at >= from).toBeTrue()
    expect(points[specifications[1]!.firstIndex - 1]!.at < from).toBeTrue()
    const { versions } = await ask<CapabilityAnswer>('capability', { itemKey: 'c21-coat-density' })
    expect(versions.map(({ versionNo }) => versionNo)).toEqual([2, 1])
    expect(versions[0]!.cp.value! / versions[1]!.cp.value!).toBeCloseTo(0.75, 1)
  })

  finds('E11', 'the improvement: rule 7 on the old limits, Cpk from about 1.0 to about 1.5', async () => {
    const { fromDay, toDay } = event('E11')
    const limitSetId = await frozen('c21-form-capacity', fromDay - 60, fromDay - 1, ['1', '7'])
    const chart = await spc('c21-form-capacity', { limitSetId, rules: ['7'] })
    const improved = found(chart, windowOf(chart, fromDay, toDay), ['7'])
    expect({ ...improved, hits: improved.hits > 0 }).toEqual({ hits: true, isQuietBefore: true })
    const cpk = async (from: number, to: number) =>
      (await ask<CapabilityAnswer>('capability', { itemKey: 'c21-form-capacity', ...daysOf(from, to) })).versions[0]!
        .cpk.value!
    expect(await cpk(1, fromDay - 1)).toBeWithin(0.9, 1.1)
    expect(await cpk(fromDay, toDay)).toBeWithin(1.4, 1.65)
  })

  finds('E12', 'a lognormal leak: normal and percentile Ppk are far apart, and the test says so', async () => {
    const { versions } = await ask<CapabilityAnswer>('capability', { itemKey: 'k-final-leak' })
    const { ppk, percentile } = versions[0]!
    expect(percentile.method).toBe('lognormal')
    expect(Math.abs(ppk.value! - percentile.ppk!)).toBeGreaterThan(0.2)
    const { normality } = await ask<Distribution>('distribution', { itemKey: 'k-final-leak' })
    expect(normality.p!).toBeLessThan(0.005)
    expect(normality.skewness!).toBeWithin(1, 2.4)
  })

  finds('E13', 'an oven that remembers: many runs, and an autocorrelation that explains them', async () => {
    const { during, before, hits, isQuietBefore } = await sides('E13', 'c21-coat-oven', { rules: ['2'] })
    expect(during.autocorrelation!).toBeWithin(0.6, 0.8)
    expect(hits.length).toBeGreaterThan(3 * mostByChance(during.total, ['2']))
    expect(before.autocorrelation!).toBeWithin(-0.15, 0.15)
    expect(isQuietBefore).toBeTrue()
  })

  finds(
    'E14',
    'a holiday, a day without checks, missing pieces: gaps and stepped limits, and no alarm for them',
    async () => {
      const { fromDay } = event('E14')
      const without = daysOf(fromDay, fromDay)
      expect((await spc('p-kv-k', without)).total).toBe(0)
      const chart = await spc('c21-coat-density', { rules: ['1', '2', '5'] })
      const lsize = new Set(chart.points.map(({ ucl }) => ucl?.toFixed(6)))
      expect(lsize.size).toBeGreaterThan(1)
      expect(chart.missing / (chart.values + chart.missing)).toBeWithin(0.02, 0.04)
      const times = chart.points.map(({ at }) => Date.parse(at))
      const gaps = times.flatMap((at, index) => (index > 0 && at - times[index - 1]! > 6 * DAY_MS ? [index] : []))
      expect(gaps).toHaveLength(1)
      expect(within(chart.hits, [gaps[0]!, gaps[0]! + 8], ['1', '2', '5'])).toEqual([])
    },
  )

  finds('E15', 'values just below the limit: a cliff, of that one operator alone', async () => {
    const { fromDay, toDay } = event('E15')
    const { boxes: readers } = await boxes('p-kv-k', { by: 'operator' })
    const flatterer = String(await user(FLATTERER))
    expect(readers.map(({ key }) => key)).toContain(flatterer)
    for (const { key } of readers) {
      const { hints } = await ask<Distribution>('distribution', {
        itemKey: 'p-kv-k',
        operatorId: key,
        ...daysOf(fromDay, toDay),
      })
      expect([key, hints.cliffs]).toEqual([key, key === flatterer ? ['upper'] : []])
    }
  })

  finds('E16', 'a slow drift: CUSUM first, and its start within five records', async () => {
    const { fromDay, toDay } = event('E16')
    const limitSetId = await frozen('c21-form-ir', 1, fromDay - 1, ['1'])
    const sums = await spc('c21-form-ir', { limitSetId, chart: 'cusum' })
    const window = windowOf(sums, fromDay, toDay)
    const [first] = window
    expect(found(sums, window, ['1']).isQuietBefore).toBeTrue()
    const alarm = sums.hits.find(({ index, side }) => index >= first && side === 'upper')!
    expect(alarm.index).toBeLessThanOrEqual(window[1])
    const start = sums.shiftStarts.find(
      ({ index, side }) => side === 'upper' && index <= alarm.index && index >= first - 5,
    )!
    expect(Math.abs(start.index - first)).toBeLessThanOrEqual(5)
    const beyond = within((await spc('c21-form-ir', { limitSetId, rules: ['1'] })).hits, [first, window[1]], ['1'])
    expect(beyond[0]?.index ?? Infinity).toBeGreaterThan(alarm.index)
  })

  finds('E17', 'foil of supplier B: thinner by 0.8 σ, seen side by side', async () => {
    const { stratum } = event('E17')
    const { boxes: suppliers } = await boxes('c21-iqc-cu-thickness', { by: 'supplier' })
    const one = suppliers.find(({ key }) => key === stratum!.is)!
    const others = suppliers.filter(({ key }) => key !== stratum!.is)
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) expect((other.mean - one.mean) / other.deviation!).toBeWithin(0.5, 1.1)
  })

  finds('E18', 'the voided record: not in the chart, but in the list', async () => {
    const { fromDay } = event('E18')
    const chart = await spc('k-weld-force', daysOf(fromDay, fromDay))
    const { from } = daysOf(fromDay, fromDay)
    const listed = done(
      await engineer.get(`/qc/value-base?status=voided&businessDay=${from.slice(0, 10)}&pageSize=100`),
    ) as { list: { qcValueBaseId: number; templateCode: string }[] }
    const voided = listed.list.filter(({ templateCode }) => templateCode === 'K-WELD')
    expect(voided).toHaveLength(1)
    expect(chart.points.map(({ qcValueBaseId }) => qcValueBaseId)).not.toContain(voided[0]!.qcValueBaseId)
    expect(chart.total).toBeGreaterThan(0)
  })
}
