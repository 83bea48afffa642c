import type { Problem } from './problems'

/** Goes to what keeps a record from being submitted. */
export function focusProblem(page: HTMLElement, { fault, place }: Problem): void {
  if (!place) {
    const field = fault === 'lot' ? '[role=combobox]' : '[data-remark]'
    page.querySelector<HTMLElement>(`.record-circumstances ${field}`)?.focus()
    return
  }
  const { item, sampleNo = 1 } = place
  const row = page.querySelector<HTMLElement>(`[data-item='${CSS.escape(item.itemKey)}']`)
  const cell = row?.querySelectorAll('.entry-cells > *')[sampleNo - 1]
  const target = cell?.matches('[data-cell]') ? cell : cell?.querySelector('[data-cell]')
  if (target instanceof HTMLElement) target.focus()
  else row?.scrollIntoView({ block: 'center' }) // nobody enters what is calculated
}
