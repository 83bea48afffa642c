import { calendarUpTo, type Calendar } from './calendar'
import { dispositionsOf, type Disposition, type PlannedStep } from './dispositions'
import { keyOfLot, type PlannedLot } from './lots'
import { recordsOf } from './records'
import { releasesOf, type Release } from './releases'
import { templatePlans } from './templates'

/** The seed of the demo's year. */
export const SEED = 20261121

export type YearOptions = {
  /** The end of the year, in Unix milliseconds. */
  end: number
  seed?: number
  /** Only this many of the last working days. */
  days?: number
}

/** One shift of one working day: the entries, then the steps, each in order of time. */
type Shift = { dispositions: Disposition[]; steps: PlannedStep[] }
export type WorkingDay = { day: number; start: number; releases: Release[]; lots: PlannedLot[]; shifts: Shift[] }
export type Year = { calendar: Calendar; days: WorkingDay[] }

/**
 * The plan of the year: equal for the same seed and end, at any time.
 * @param pause is awaited at intervals
 */
export async function yearOf(
  { end, seed = SEED, days = Infinity }: YearOptions,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Year> {
  const calendar = calendarUpTo(end)
  const all: Disposition[] = []
  for (const template of templatePlans) {
    all.push(...dispositionsOf(seed, recordsOf(seed, template, calendar), calendar))
    await pause()
  }
  const firstDay = Math.max(1, calendar.lastDay - days + 1)
  const dispositions = all.filter(({ record }) => record.circumstances.day >= firstDay)
  const numbers = Array.from({ length: calendar.lastDay - firstDay + 1 }, (_, index) => firstDay + index)
  const entered = Map.groupBy(dispositions, ({ record }) => placeOf(record.circumstances))
  const steps = dispositions.flatMap((disposition) => disposition.steps)
  const done = Map.groupBy(steps, placeOf)
  const newLots = Map.groupBy(lotsOf(dispositions), ({ day }) => Math.max(day, firstDay))
  const releases = Map.groupBy(releasesOf(calendar), ({ day }) => Math.max(day, firstDay))
  return {
    calendar,
    days: numbers.map((day) => ({
      day,
      start: calendar.startOf(day),
      releases: releases.get(day) ?? [],
      lots: newLots.get(day) ?? [],
      shifts: [0, 1, 2].map((shift) => ({
        dispositions: (entered.get(placeOf({ day, shift })) ?? []).toSorted(
          (a, b) => a.record.createdAt - b.record.createdAt,
        ),
        steps: (done.get(placeOf({ day, shift })) ?? []).toSorted((a, b) => a.at - b.at),
      })),
    })),
  }
}

const placeOf = ({ day, shift }: { day: number; shift: number }) => `${day}/${shift}`

/** The distinct lots of the records. */
const lotsOf = (dispositions: readonly Disposition[]): PlannedLot[] => [
  ...new Map(dispositions.map(({ record: { lot } }) => [keyOfLot(lot), lot])).values(),
]
