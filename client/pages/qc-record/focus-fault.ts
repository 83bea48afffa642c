import type { SubmissionFault } from '#shared/qc/workflow'
import type { Inspection } from '#shared/spc/inspection'

/** Goes to the first thing that keeps a record from being submitted. */
export function focusFault(page: HTMLElement, fault: SubmissionFault | undefined, { items }: Inspection): void {
  const itemKey = items.find(({ samples, missing, error }) => {
    if (fault === 'missing') return missing > 0
    if (fault === 'formula') return error !== undefined
    if (fault === 'implausible') return samples.some(({ isPlausible }) => !isPlausible)
    return fault === 'unusable' && samples.some((sample) => sample.fault !== undefined && sample.fault !== 'decimals')
  })?.itemKey
  const row = page.querySelector<HTMLElement>(`[data-item='${CSS.escape(itemKey ?? '')}']`)
  const within = row ?? page.querySelector<HTMLElement>('.record-circumstances')
  if (!within) return
  const cells = [...within.querySelectorAll<HTMLElement>(wanted[fault ?? 'missing'])]
  const empty = cells.find((cell) => !(cell instanceof HTMLInputElement) || cell.value === '')
  const target = (fault === 'missing' ? empty : cells[0]) ?? within.querySelector<HTMLElement>('input, button')
  target?.focus()
}

const wanted: Record<SubmissionFault, string> = {
  lot: '[role=combobox]',
  unusable: '[aria-invalid=true]',
  missing: '[data-cell]',
  formula: '[data-cell]',
  implausible: '.entry-question button',
  ngRemark: '[data-remark]',
}
