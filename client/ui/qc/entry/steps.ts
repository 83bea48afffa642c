import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome, SampleOutcome } from '#shared/spc/sampling/inspection'
import { cellKey, isEntered, type EnteredValue } from '../../../stores/qc/entered'
import type { Entry } from './entry'

/** One screen: a sample of an item, or a note. */
export type Step = {
  /** Its `cellKey`. */
  key: string
  item: TemplateItem
  outcome: ItemOutcome
  sampleNo: number
  sample: SampleOutcome | undefined
  value: EnteredValue | undefined
}

/** The fault of a step's value in words; undefined if there is none. */
export type FaultTextOf = (step: Step) => string | undefined

/** A visible item, with its screens; calculated items have none. */
export type Group = { item: TemplateItem; outcome: ItemOutcome; steps: Step[]; isDone: boolean }

/** The visible items of a record, in order. Conditions show and hide items during entry. */
export function groupsOf({ items, values, inspection }: Pick<Entry, 'items' | 'values' | 'inspection'>): Group[] {
  const byKey = new Map(values.map((value) => [cellKey(value), value]))
  return items.flatMap((item, index) => {
    const outcome = inspection.items[index]
    if (!outcome?.isVisible) return []
    const samples = item.type === 'calculated' ? 0 : item.type === 'note' ? 1 : item.sampleSize
    const steps = Array.from({ length: samples }, (_, at): Step => {
      const sampleNo = at + 1
      const key = cellKey({ itemKey: item.itemKey, sampleNo })
      return { key, item, outcome, sampleNo, sample: outcome.samples[at], value: byKey.get(key) }
    })
    return [{ item, outcome, steps, isDone: steps.every(isStepDone) }]
  })
}

export const isStepDone = ({ item, value }: Step) => item.type === 'note' || (value !== undefined && isEntered(value))

/** An incomplete count is not yet wrong. */
export const faultOf = ({ sample, value }: Step) =>
  sample?.fault === 'count' && (value?.raw === '') !== (value?.den === '') ? undefined : sample?.fault
