import { daysAfter } from '../day'

/** The length of time per point of a trend. A week begins on Monday. */
export const trendSteps = ['day', 'week', 'month'] as const
export type TrendStep = (typeof trendSteps)[number]

/** With more points a chart is slow, and its points cannot be told apart. */
export const MAX_TREND_POINTS = 300

/** The first day of the step that contains a day, `YYYY-MM-DD`. */
export function stepOf(day: string, by: TrendStep): string {
  if (by === 'month') return `${day.slice(0, 7)}-01`
  return by === 'day' ? day : daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The first day of the step after one that begins on `first`. */
export const stepAfter = (first: string, by: TrendStep): string =>
  by === 'day' ? daysAfter(first, 1) : stepOf(daysAfter(first, by === 'week' ? 7 : 31), by)

/** `by`, or the next longer step with at most `most` steps between two days. */
export function fittingStep(by: TrendStep, first: string, last: string, most: number): TrendStep {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  const isFitting = (step: TrendStep) => days <= most * (step === 'day' ? 1 : 7)
  return trendSteps.slice(trendSteps.indexOf(by)).find((step) => step === 'month' || isFitting(step)) ?? by
}
