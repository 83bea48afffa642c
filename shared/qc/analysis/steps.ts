import { daysAfter } from '../day'

/** What a trend has a point for. A week begins on Monday. */
export const trendSteps = ['day', 'week', 'month'] as const
export type TrendStep = (typeof trendSteps)[number]

/** More points of a series nobody tells apart, and a chart of them is slow. */
export const MAX_TREND_POINTS = 300

/** The first day of the step that a day is in, `YYYY-MM-DD`. */
export function stepOf(day: string, by: TrendStep): string {
  if (by === 'month') return `${day.slice(0, 7)}-01`
  return by === 'day' ? day : daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The first day of the step after one that begins on `first`. */
export const stepAfter = (first: string, by: TrendStep): string =>
  by === 'day' ? daysAfter(first, 1) : stepOf(daysAfter(first, by === 'week' ? 7 : 31), by)

/** `by`, or the next longer step of which at most so many lie between two days. */
export function fittingStep(by: TrendStep, first: string, last: string, most: number): TrendStep {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  const isFitting = (step: TrendStep) => days <= most * (step === 'day' ? 1 : 7)
  return trendSteps.slice(trendSteps.indexOf(by)).find((step) => step === 'month' || isFitting(step)) ?? by
}
