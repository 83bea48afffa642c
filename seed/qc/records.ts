import { MINUTE_MS } from '#shared/durations'
import type { Judgement } from '#shared/qc/constants'
import type { ValueInput } from '#shared/qc/record/schema'
import { roundHalfEven } from '#shared/spc/decimal'
import { inspect } from '#shared/spc/sampling/inspection'
import type { Calendar } from './calendar'
import { foilOfDay, lotOfDay, type PlannedLot } from './lots'
import { gaugeKind, gauges } from './plant'
import { streamOf, type Random } from './random'
import { recentTroubles } from './recent'
import type { Circumstances, Count, Reading, TemplatePlan, VersionPlan } from './template-plan'
import { copperFoil } from './templates/copper-foil'

/** A value with its gauge's code instead of the id. */
export type PlannedValue = Omit<ValueInput, 'gaugeId'> & { gauge: string | null }

export type PlannedRecord = {
  /** The client uid, as from a device; the loader finds the record by it. */
  uid: string
  template: TemplatePlan
  versionNo: number
  circumstances: Circumstances
  inspectedAt: number
  createdAt: number
  lot: PlannedLot
  values: PlannedValue[]
  judgement: Judgement
  /** The record that it retests. */
  retestOf?: PlannedRecord
}

/** The prefix of client uids. */
export const UID = 'demo-year-'

/** The share of pieces without a value (E14), and the share of these that are missing. The others do not apply. */
const GAPS = 0.03
const MISSED = 0.15
const missingCodes = ['no-sample', 'damaged', 'gauge-out', 'line-stopped'] as const
/** The shares of NG records and of other records that are retested. */
const RETESTED_NG = 0.7
const RETESTED = 0.0145

/** All records of a template in the year, in order of time. */
export function recordsOf(seed: number, template: TemplatePlan, calendar: Calendar): PlannedRecord[] {
  const { startOf, lastDay, begin, end } = calendar
  const random = streamOf(seed, template.code)
  const chance = streamOf(seed, `${template.code} circumstances`)
  const read = template.model(random)
  const withTroubles = recentTroubles(seed, template.code)
  const records: PlannedRecord[] = []
  const retested = new Set<PlannedRecord>()
  for (let day = 1; day <= lastDay; day++) {
    const machineOrder = inTurn(template, chance)
    for (const [place, at] of template.slots(day).entries()) {
      const planned = startOf(day) + Math.round((at * 24 * 60 + chance.next() * 5 - 5) * MINUTE_MS)
      if (planned < begin || planned >= end) continue
      const shift = Math.floor(at * 3)
      const index = records.length
      const first = template.isRetested ? firstFor(records, retested, { day, shift }, chance) : undefined
      if (first) retested.add(first)
      const lot = first?.lot ?? lotOf(seed, template, day, calendar)
      const own = template.machineOf?.(index) ?? machineOrder[place % machineOrder.length]
      const when = { day, shift, index }
      const circumstances: Circumstances = {
        ...when,
        date: new Date(startOf(day)).toISOString().slice(0, 10),
        machine: first?.circumstances.machine ?? (own === undefined ? null : (template.machines[own] ?? null)),
        operator: template.operatorOf?.(when, chance) ?? template.operators[(day + shift) % template.operators.length]!,
        supplier: lot.supplier,
      }
      const version = versionOn(template, day)
      const values = valuesOf(version, withTroubles(day, read(circumstances)), chance)
      records.push({
        uid: `${UID}${template.code}-${String(index).padStart(4, '0')}`,
        template,
        versionNo: template.versions.indexOf(version) + 1,
        circumstances,
        inspectedAt: planned,
        createdAt: Math.min(planned + chance.whole(60, 240) * 1000, end - 1),
        lot,
        values,
        judgement: judged(version, values),
        ...(first && { retestOf: first }),
      })
    }
  }
  return records
}

/** The judgement of `values` by a version. */
export const judged = ({ items }: VersionPlan, values: readonly PlannedValue[]): Judgement =>
  inspect(
    items,
    values.map(({ raw = null, den = null, ...value }) => ({ ...value, raw, den })),
  ).judgement

export const versionOn = ({ versions }: TemplatePlan, day: number): VersionPlan =>
  versions.findLast(({ fromDay }) => fromDay <= day) ?? versions[0]!

function lotOf(seed: number, template: TemplatePlan, day: number, calendar: Calendar): PlannedLot {
  return template === copperFoil ? foilOfDay(seed, day, calendar) : lotOfDay(template.product, day, calendar)
}

/** The order of machines over a day's inspections, each equally often. */
function inTurn({ machines }: TemplatePlan, chance: Random): number[] {
  const places = machines.map((_, index) => index)
  if (places.length < 2) return places
  return [0, 1].flatMap(() => (chance.happens(0.5) ? places : places.toReversed()))
}

/** The record of an earlier shift for a retest now, if any. */
function firstFor(
  records: readonly PlannedRecord[],
  retested: ReadonlySet<PlannedRecord>,
  { day, shift }: Pick<Circumstances, 'day' | 'shift'>,
  chance: Random,
): PlannedRecord | undefined {
  const [ofNg, ofOther] = [chance.happens(RETESTED_NG), chance.happens(RETESTED)]
  const earlier = records
    .slice(-12)
    .filter(({ circumstances }) => circumstances.day < day || circumstances.shift < shift)
    .filter((record) => day - record.circumstances.day <= 1 && !record.retestOf && !retested.has(record))
  const ng = earlier.findLast(({ judgement }) => judgement === 'NG')
  return ng && ofNg ? ng : ofOther ? earlier.at(-1) : undefined
}

const gaugeOf = new Map(gauges.map(({ code }) => [gaugeKind(code), code]))

/** The entered values of `readings`: with the decimals of their items, some pieces without a value. */
export function valuesOf(
  { items }: VersionPlan,
  readings: Record<string, readonly Reading[] | Reading | Count>,
  chance: Random,
): PlannedValue[] {
  return items.flatMap((item): PlannedValue[] => {
    const itemReadings = readings[item.code]
    if (itemReadings === undefined) return []
    const base = { itemKey: item.itemKey, gauge: gaugeOf.get(item.gaugeKind) ?? null, confirmed: false }
    const present = (index: number, raw: string, den: string | null = null): PlannedValue => ({
      ...base,
      sampleNo: index + 1,
      state: 'present',
      raw,
      den,
      missingCode: null,
    })
    const written = (reading: Reading) =>
      typeof reading === 'string' ? reading : roundHalfEven(String(reading), item.decimals)
    if (isCount(itemReadings)) return [present(0, String(itemReadings.count), String(itemReadings.size))]
    if (typeof itemReadings !== 'object') return [present(0, written(itemReadings))]
    return itemReadings.map((reading, index) => {
      const [isGap, isMissed] = [chance.happens(GAPS), chance.happens(MISSED)]
      const code = chance.pick(missingCodes)
      if (!isGap) return present(index, written(reading))
      const gap = isMissed
        ? ({ state: 'missing', missingCode: code } as const)
        : ({ state: 'na', missingCode: code } as const)
      return { ...present(index, ''), ...gap, raw: null, gauge: null }
    })
  })
}

const isCount = (readings: readonly Reading[] | Reading | Count): readings is Count =>
  typeof readings === 'object' && 'count' in readings
