import { formatTime } from '#shared/format/time'
import type { Correction } from '#shared/qc/record/schema'

/** A judgement changes with its value, and need not be told. */
const isShown = ({ field }: Correction) => field !== 'judgement'

/** The changes of one value, or of all of an item, that somebody made. */
export const valueCorrections = (corrections: readonly Correction[], itemKey: string, sampleNo?: number) =>
  corrections.filter(
    (one) => one.itemKey === itemKey && (sampleNo === undefined || one.sampleNo === sampleNo) && isShown(one),
  )

/** The changes of the circumstances of a record. */
export const headCorrections = (corrections: readonly Correction[]) =>
  corrections.filter((one) => one.itemKey === null && isShown(one))

/** What is written of a circumstance; others are kept by their number. */
export function circumstanceText(field: string, text: string): string {
  if (field === 'inspectedAt') return formatTime(text)
  return field.endsWith('Id') ? `#${text}` : text
}
