import { useMemo } from 'react'
import { localizedName } from '#shared/qc/localized-name'
import {
  hindersSubmission,
  submissionFaultKey,
  submissionFaultsOf,
  type SubmissionFault,
} from '#shared/qc/record/workflow'
import type { TemplateItem } from '#shared/qc/template/schema'
import { cellKey, type Content } from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { useLocale, useText } from '../../../../ui/useText'
import { cellOfSample } from '../grid/cell-keys'
import { sampleLabel } from '../value-text'

/** A value, or an item as a whole. */
type Place = { item: TemplateItem; sampleNo: number | undefined }

/** A reason why a record cannot be submitted. Without a place it concerns the circumstances. */
export type Problem = { fault: SubmissionFault; text: string; place: Place | undefined }

type Submission = {
  entry: Entry
  content: Pick<Content, 'lotId' | 'remark'>
  isLotRequired: boolean
  /** True for typed values. Values of instruments and sheets may have more digits than are shown. */
  isTyped: boolean
  /** True once the operator has tried to submit the record. */
  isTried: boolean
  /** Faults from the server, by field or `cellKey`. */
  faults: Readonly<Record<string, string>>
}

/**
 * `problems` prevent a submission, each with its first place. `shownProblems` and `fieldFaults` (by field or `cellKey`)
 * are for the screen: they include missing values once the operator has tried to submit.
 */
export function useProblems({ entry, content, isLotRequired, isTyped, isTried, faults }: Submission) {
  const t = useText()
  const locale = useLocale()
  const { inspection } = entry
  const openFaults = submissionFaultsOf({ ...content, inspection, isLotRequired, isTyped })

  const problems = openFaults.map((fault): Problem => {
    const [place] = placesOf(fault, entry, isTyped)
    const text = t(submissionFaultKey(fault))
    if (!place) return { fault, place, text }
    const { item, sampleNo } = place
    const name = localizedName(locale, item)
    const label = sampleNo === undefined ? name : sampleLabel(t, name, item, sampleNo)
    return { fault, place, text: t('qcRecord.submitAt', { what: text, place: label }) }
  })

  const isMissing = (fault: SubmissionFault) => isTried && openFaults.includes(fault)
  const isLotMissing = isMissing('lot')
  const isRemarkMissing = isMissing('ngRemark')
  const missingValues = isMissing('missing') ? placesOf('missing', entry, isTyped) : []
  const missingKeys = missingValues
    .map(({ item: { itemKey }, sampleNo = 0 }) => cellKey({ itemKey, sampleNo }))
    .join('\n')
  // Memoized by content: another object would make the rows render again.
  const fieldFaults = useMemo(
    () => ({
      ...(isLotMissing && { lotId: t(submissionFaultKey('lot')) }),
      ...(isRemarkMissing && { remark: t(submissionFaultKey('ngRemark')) }),
      ...(missingKeys && Object.fromEntries(missingKeys.split('\n').map((key) => [key, t('qcRecord.valueNeeded')]))),
      ...faults,
    }),
    [isLotMissing, isRemarkMissing, missingKeys, faults, t],
  )
  return { problems, shownProblems: isTried ? problems : [], fieldFaults }
}

/** The places of a fault, in the order of the grid. */
function placesOf(fault: SubmissionFault, { items, values, inspection }: Entry, isTyped: boolean): Place[] {
  const explained = new Set(values.filter(({ state }) => state === 'missing').map(cellKey))
  return items.flatMap((item, index): Place[] => {
    const { itemKey } = item
    const { samples, missing, error } = inspection.items[index]!
    if (fault === 'formula') return error ? [{ item, sampleNo: undefined }] : []
    return samples
      .filter((sample) => {
        if (fault === 'unusable') return hindersSubmission(sample.fault, isTyped)
        if (fault === 'implausible') return !sample.isPlausible
        const isOpen = missing > 0 && sample.raw === null && sample.judgement === 'PENDING'
        return fault === 'missing' && isOpen && !explained.has(cellKey({ itemKey, sampleNo: sample.sampleNo }))
      })
      .map(({ sampleNo }) => ({ item, sampleNo }))
  })
}

/** Focuses the field of a problem. */
export function focusProblem(page: HTMLElement, { fault, place }: Problem): void {
  if (!place) {
    const field = fault === 'lot' ? '[role=combobox]' : '[data-remark]'
    page.querySelector<HTMLElement>(`.record-circumstances ${field}`)?.focus()
    return
  }
  const { item, sampleNo = 1 } = place
  const row = page.querySelector<HTMLElement>(`[data-item='${CSS.escape(item.itemKey)}']`)
  const cell = cellOfSample(row, sampleNo)
  if (cell) cell.focus()
  else row?.scrollIntoView({ block: 'center' }) // a calculated value is not entered
}
