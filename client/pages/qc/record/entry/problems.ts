import { hindersSubmission, type SubmissionFault } from '#shared/qc/record/workflow'
import type { TemplateItem } from '#shared/qc/template/schema'
import { cellKey } from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'

/** What a problem is about: a value, or an item as a whole. */
export type Place = { item: TemplateItem; sampleNo: number | undefined }

/** Something that keeps a record from being submitted; without a place it is about the circumstances. */
export type Problem = { fault: SubmissionFault; text: string; place: Place | undefined }

/**
 * Where in a record something stands in the way of submitting it, in the order of the grid.
 * @param isTyped of values of people, who may enter no more digits than an item has
 */
export function placesOf(fault: SubmissionFault, { items, values, inspection }: Entry, isTyped: boolean): Place[] {
  // A reason was given for these.
  const said = new Set(values.filter(({ state }) => state === 'missing').map(cellKey))
  return items.flatMap((item, at): Place[] => {
    const { itemKey } = item
    const { samples, missing, error } = inspection.items[at]!
    if (fault === 'formula') return error ? [{ item, sampleNo: undefined }] : []
    return samples
      .filter((sample) => {
        if (fault === 'unusable') return hindersSubmission(sample.fault, isTyped)
        if (fault === 'implausible') return !sample.isPlausible
        const isOpen = missing > 0 && sample.raw === null && sample.judgement === 'PENDING'
        return fault === 'missing' && isOpen && !said.has(cellKey({ itemKey, sampleNo: sample.sampleNo }))
      })
      .map(({ sampleNo }) => ({ item, sampleNo }))
  })
}
