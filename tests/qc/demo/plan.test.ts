import { DAY_MS } from '#shared/durations'
import { describe, expect, test } from 'bun:test'
import { calendarUpTo } from '#seed/qc/calendar'
import { plantedEvents } from '#seed/qc/events'
import { dispositionsOf } from '#seed/qc/dispositions'
import { recordsOf, versionOn, type PlannedRecord } from '#seed/qc/records'
import { templatePlans } from '#seed/qc/templates/index'
import { SEED, yearOf } from '#seed/qc/year'
import { inspect } from '#shared/spc/sampling/inspection'
import { deviationOf, meanOf } from '#shared/spc/series/sum'

const TIMEOUT_MS = 120_000
/** The end of a Friday at work. */
const END = Date.UTC(2026, 10, 21)
const year = await yearOf({ end: END })
const dispositions = year.days.flatMap(({ shifts }) => shifts.flatMap((shift) => shift.dispositions))
const records = dispositions.map(({ record }) => record)

/** Of a template without measurements made again, in the order of time. */
const recordsBy = (code: string, isMeant: (record: PlannedRecord) => boolean = () => true) =>
  records
    .filter((record) => record.template.code === code && !record.retestOf && isMeant(record))
    .sort((a, b) => a.inspectedAt - b.inspectedAt)

const raws = ({ template, values }: PlannedRecord, item: string) =>
  values
    .filter(({ itemKey, state }) => itemKey === `${template.code}-${item}`.toLowerCase() && state === 'present')
    .map(({ raw, den }) => ({ value: Number(raw), size: Number(den), raw: raw! }))
const valuesBy = (code: string, item: string, isMeant?: (record: PlannedRecord) => boolean) =>
  recordsBy(code, isMeant).flatMap((record) => raws(record, item).map(({ value }) => value))

const between =
  (from: number, to: number) =>
  ({ circumstances: { day } }: PlannedRecord) =>
    day >= from && day <= to
/** The days of an event. */
function planted(id: string) {
  const { fromDay, toDay } = plantedEvents.find((event) => event.id === id)!
  return between(fromDay, toDay)
}
const mean = (values: number[]) => meanOf(values)!
const deviation = (values: number[]) => deviationOf(values)!
/** Standard deviation within subgroups. */
function within(code: string, item: string, isMeant?: (record: PlannedRecord) => boolean) {
  const squares = recordsBy(code, isMeant)
    .map((record) => raws(record, item).map(({ value }) => value))
    .filter(({ length }) => length > 1)
    .flatMap((group) => group.map((value) => ((value - mean(group)) ** 2 * group.length) / (group.length - 1)))
  return Math.sqrt(mean(squares))
}

describe('the year on paper', () => {
  test.each([
    ['C21-IQC-CU', 156, 2028],
    ['C21-COAT', 1200, 9600],
    ['C21-CAL', 900, 5400],
    ['C21-SLIT', 600, 2400],
    ['C21-FILL', 1200, 6000],
    ['C21-FORM', 300, 7200],
    ['P-STACK', 600, 2400],
    ['P-SEAL', 900, 6300],
    ['P-KV', 1200, 1200],
    ['P-VIS', 300, 1500],
    ['K-WELD', 900, 3600],
    ['K-FINAL', 2280, 4560],
    ['C21-LOOK-OLD', 0, 0],
  ])('%s has %i records of %i values', (code, wanted, values) => {
    const own = records.filter(({ template }) => template.code === code)
    const calculated = own.flatMap(({ template }) =>
      template.versions[0]!.items.filter(({ formula }) => formula !== ''),
    )
    expect(own).toHaveLength(wanted)
    expect(own.flatMap((record) => record.values).length + calculated.length).toBe(values)
  })

  test.each([
    ['within a shift', Date.UTC(2026, 10, 20, 3, 7)],
    ['on a Sunday', Date.UTC(2026, 10, 22, 19, 59, 59, 999)],
  ])(
    'ends %s, and has all of it',
    async (_, end) => {
      const { calendar, days } = await yearOf({ end })
      const own = days.flatMap(({ shifts }) => shifts.flatMap((shift) => shift.dispositions))
      expect(own).toHaveLength(10_536)
      expect(own.flatMap(({ entered }) => entered)).toHaveLength(dispositions.flatMap(({ entered }) => entered).length)
      const inspected = own.map(({ record }) => record.inspectedAt)
      const times = own.flatMap(({ record, steps }) => [record.createdAt, ...steps.map(({ at }) => at)])
      expect(Math.min(...inspected)).toBeGreaterThanOrEqual(calendar.begin)
      expect(Math.max(...times)).toBeLessThan(end)
      expect(end - Math.max(...inspected)).toBeLessThan(DAY_MS / 4)
    },
    TIMEOUT_MS,
  )

  test('has 620 lots, 12 inspectors, all shifts, and nobody works on Sundays or in the holiday', () => {
    expect(year.days.flatMap(({ lots }) => lots)).toHaveLength(620)
    expect(new Set(records.map(({ circumstances }) => circumstances.operator)).size).toBe(12)
    expect(new Set(records.map(({ circumstances }) => circumstances.shift))).toEqual(new Set([0, 1, 2]))
    const { startOf } = calendarUpTo(END)
    const days = year.days.map(({ day }) => startOf(day))
    expect(days.filter((day) => new Date(day).getUTCDay() === 0)).toEqual([])
    const gaps = days.slice(1).map((day, index) => (day - days[index]!) / DAY_MS)
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(8)
    expect(gaps.filter((gap) => gap > 2)).toHaveLength(1)
  })

  test(
    'follows from its seed alone, each template by itself',
    async () => {
      expect(JSON.stringify((await yearOf({ end: END })).days)).toBe(JSON.stringify(year.days))
      const template = templatePlans.find(({ code }) => code === 'P-KV')!
      const { calendar } = year
      const alone = (seed: number) =>
        JSON.stringify(dispositionsOf(seed, recordsOf(seed, template, calendar), calendar))
      const own = dispositions.filter(({ record }) => record.template === template)
      own.sort((a, b) => a.record.inspectedAt - b.record.inspectedAt)
      expect(alone(SEED)).toBe(JSON.stringify(own))
      expect(alone(SEED + 1)).not.toBe(alone(SEED))
    },
    TIMEOUT_MS,
  )

  test.each(['c21', 'pouch', 'pack'])('the last two months of %s have a Pareto of several items', (product) => {
    const recent = dispositions.filter(
      ({ record }) => record.template.product === product && record.inspectedAt >= END - 60 * DAY_MS,
    )
    const counts = new Map<string, number>()
    for (const { record } of recent) {
      const { items } = versionOn(record.template, record.circumstances.day)
      const given = record.values.map(({ raw = null, den = null, ...value }) => ({ ...value, raw, den }))
      for (const { itemKey, judgement } of inspect(items, given).items) {
        if (judgement === 'NG') counts.set(itemKey, (counts.get(itemKey) ?? 0) + 1)
      }
    }
    const bars = [...counts.values()].toSorted((a, b) => b - a)
    expect(bars.length).toBeGreaterThanOrEqual(3)
    expect(bars[0]).toBeGreaterThanOrEqual(5)
    // most records are good all the same
    expect(recent.filter(({ record }) => record.judgement === 'NG').length / recent.length).toBeLessThan(0.06)
  })

  test('plants all events where there is something to plant them in', () => {
    expect(plantedEvents.map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, index) => `E${index + 1}`))
    for (const { template, item, fromDay, toDay } of plantedEvents) {
      const plan = templatePlans.find(({ code }) => code === template)!
      const codes = plan.versions.flatMap(({ items }) => items.map(({ code }) => code))
      if (item !== null) expect(codes).toContain(item)
      expect([fromDay >= 1, toDay <= 300, fromDay <= toDay]).toEqual([true, true, true])
    }
  })
})

/** Share of defective cells of a day. */
const share = (record: PlannedRecord) => raws(record, 'defectives').map(({ value, size }) => value / size)[0]!
const pinholes = (from: number, to: number) =>
  mean(
    recordsBy('P-VIS', between(from, to)).flatMap((record) =>
      raws(record, 'pinhole').map(({ value, size }) => value / size),
    ),
  )
const byMachine = (machine: string) => (record: PlannedRecord) => record.circumstances.machine === machine
const byOperator = (operator: string) => (record: PlannedRecord) => record.circumstances.operator === operator
/** How often the mean goes the other way than the time before. */
function turns(code: string, item: string, isMeant: (record: PlannedRecord) => boolean) {
  const means = recordsBy(code, isMeant).map((record) => mean(raws(record, item).map(({ value }) => value)))
  const steps = means.slice(1).map((value, index) => Math.sign(value - means[index]!))
  return mean(steps.slice(1).map((step, index) => (step === -steps[index]! ? 1 : 0)))
}
function correlation(values: number[]) {
  const centre = mean(values)
  const gaps = values.map((value) => value - centre)
  return mean(gaps.slice(1).map((gap, index) => gap * gaps[index]!)) / mean(gaps.map((gap) => gap ** 2))
}
function skewness(values: number[]) {
  const [centre, spread] = [mean(values), deviation(values)]
  return mean(values.map((value) => ((value - centre) / spread) ** 3))
}

describe('the planted events are there, as plain figures show', () => {
  test.each<[string, () => number, number, number]>([
    [
      'E1: coater M2 lies higher after the change of its die, in deviations of a mean',
      () => {
        const of = (from: number, to: number) =>
          mean(valuesBy('C21-COAT', 'density', (one) => byMachine('M2')(one) && between(from, to)(one)))
        return ((of(92, 103) - of(1, 91)) / within('C21-COAT', 'density')) * Math.sqrt(5)
      },
      0.5,
      1.5,
    ],
    ['E2: burrs when the knife is new', () => mean(valuesBy('C21-SLIT', 'burr', between(200, 203))), 4.8, 5.4],
    ['E2: burrs when it is changed too late', () => mean(valuesBy('C21-SLIT', 'burr', between(224, 227))), 7.1, 8],
    ['E2: burrs when it was changed', () => mean(valuesBy('C21-SLIT', 'burr', between(228, 230))), 4.8, 5.4],
    [
      'E4: the spread of thickness while the bearing is worn',
      () => within('C21-CAL', 'thickness', between(170, 175)) / within('C21-CAL', 'thickness', between(1, 169)),
      2,
      3,
    ],
    [
      'E5: from head A to head C, in deviations',
      () => {
        const head = (sampleNo: number) =>
          mean(
            recordsBy('P-SEAL', planted('E5')).flatMap(({ values }) =>
              values
                .filter((one) => one.itemKey === 'p-seal-thickness' && one.sampleNo === sampleNo && one.raw)
                .map(({ raw }) => Number(raw)),
            ),
          )
        return (head(3) - head(1)) / 2
      },
      1.8,
      2.2,
    ],
    [
      'E6: from welder W2 to W1, in deviations',
      () =>
        (mean(valuesBy('K-WELD', 'force', (one) => planted('E6')(one) && byMachine('W1')(one))) -
          mean(valuesBy('K-WELD', 'force', (one) => planted('E6')(one) && byMachine('W2')(one)))) /
        within('K-WELD', 'force'),
      1.6,
      2,
    ],
    ['E6: the pull force goes up and down in turn', () => turns('K-WELD', 'force', planted('E6')), 0.9, 1],
    ['E8: pinholes on two days', () => pinholes(133, 134), 0.05, 0.1],
    ['E8: pinholes before', () => pinholes(1, 132), 0.001, 0.006],
    [
      'E9: days beyond three binomial deviations',
      () => {
        const days = recordsBy('P-VIS', planted('E9'))
        const counts = days.flatMap((record) => raws(record, 'defectives'))
        const all = counts.reduce((sum, { value }) => sum + value, 0) / counts.reduce((sum, { size }) => sum + size, 0)
        const isBeyond = days.map((day, index) =>
          Math.abs(share(day) - all) > 3 * Math.sqrt((all * (1 - all)) / counts[index]!.size) ? 1 : 0,
        )
        return mean(isBeyond)
      },
      0.15,
      0.25,
    ],
    [
      'E11: the spread of capacity after the improvement',
      () => within('C21-FORM', 'capacity', between(240, 300)) / within('C21-FORM', 'capacity', between(1, 239)),
      0.58,
      0.72,
    ],
    ['E12: the skewness of the leak rate', () => skewness(valuesBy('K-FINAL', 'leak')), 1.3, 1.9],
    ['E13: the oven remembers', () => correlation(valuesBy('C21-COAT', 'oven', planted('E13'))), 0.62, 0.78],
    [
      'E15: of what one operator reads from day 200 on, just below the limit',
      () =>
        mean(
          valuesBy('P-KV', 'k', (one) => byOperator('zhaogang')(one) && between(200, 301)(one)).map((value) =>
            value > 0.0745 && value <= 0.077 ? 1 : 0,
          ),
        ),
      0.04,
      0.15,
    ],
    [
      'E16: how far the resistance has drifted at the end, in deviations',
      () =>
        (mean(valuesBy('C21-FORM', 'ir', between(106, 110))) - mean(valuesBy('C21-FORM', 'ir', between(40, 59)))) /
        within('C21-FORM', 'ir'),
      1.2,
      1.8,
    ],
    [
      'E17: foil of supplier B is thinner, in deviations',
      () => {
        const of = (letter: string) =>
          mean(valuesBy('C21-IQC-CU', 'thickness', (one) => one.circumstances.supplier.startsWith(letter)))
        return (of('A') - of('B')) / within('C21-IQC-CU', 'thickness')
      },
      0.5,
      1.1,
    ],
  ])('%s', (_, measure, low, high) => {
    expect(measure()).toBeWithin(low, high)
  })

  test('E7: operator Wang reads tenths only, others hundredths', () => {
    const read = (isMeant: (record: PlannedRecord) => boolean) =>
      recordsBy('P-STACK', isMeant).flatMap((record) => raws(record, 'offset').map(({ raw }) => raw))
    expect(read(byOperator('wanglei')).filter((raw) => !/^-?\d\.\d$/.test(raw))).toEqual([])
    const others = read((record) => !byOperator('wanglei')(record))
    expect(others.filter((raw) => raw.endsWith('0')).length / others.length).toBeLessThan(0.2)
  })

  test('E14: one day has no K value, and three pieces of a hundred are not there', () => {
    const days = new Set(recordsBy('P-KV').map(({ circumstances }) => circumstances.day))
    expect(Array.from({ length: 300 }, (_, index) => index + 1).filter((day) => !days.has(day))).toEqual([126])
    const pieces = records.flatMap(({ values }) => {
      const several = new Set(values.filter(({ sampleNo }) => sampleNo > 1).map(({ itemKey }) => itemKey))
      return values.filter(({ itemKey }) => several.has(itemKey))
    })
    expect(mean(pieces.map(({ state }) => (state === 'present' ? 0 : 1)))).toBeWithin(0.025, 0.035)
    expect(pieces.every(({ state, missingCode }) => (state !== 'present') === (missingCode !== null))).toBe(true)
  })

  test('E15: nothing above the limit is read by that operator from then on, and something by the other', () => {
    const above = (operator: string) =>
      valuesBy('P-KV', 'k', (one) => byOperator(operator)(one) && between(200, 301)(one)).filter(
        (value) => value > 0.077,
      )
    expect(above('zhaogang')).toEqual([])
    expect(above('sunlihua').length).toBeGreaterThan(5)
  })
})

describe('processes without an event are capable', () => {
  test.each([
    ['C21-IQC-CU', 'tensile', 1],
    ['C21-IQC-CU', 'density', 1],
    ['C21-COAT', 'density', 1],
    ['C21-COAT', 'density', 2],
    ['C21-COAT', 'speed', 1],
    ['C21-FILL', 'mass', 1],
    ['C21-FORM', 'ocv', 1],
    ['P-STACK', 'offset', 1],
    ['P-SEAL', 'peel', 1],
    ['K-WELD', 'resistance', 1],
    ['K-FINAL', 'insulation', 1],
    ['K-FINAL', 'weight', 1],
  ])('%s %s, version %i', (code, item, versionNo) => {
    const values = valuesBy(code, item, (record) => record.versionNo === versionNo)
    const { versions } = templatePlans.find((template) => template.code === code)!
    const { lsl, usl } = versions[versionNo - 1]!.items.find((one) => one.code === item)!
    const [centre, spread] = [mean(values), deviation(values)]
    const sides = [usl === null ? Infinity : Number(usl) - centre, lsl === null ? Infinity : centre - Number(lsl)]
    expect(Math.min(...sides) / 3 / spread).toBeWithin(1.2, 1.9)
  })
})
