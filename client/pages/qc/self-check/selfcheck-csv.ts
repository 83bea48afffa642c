import type { SelfcheckCase } from '#shared/qc/self-check'
import type { T } from '../../../ui/useText'
import { figureText, kindName, titleOf, toleranceText } from './case-words'

/** Without it, spreadsheet programs in China read a file as GBK. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The cases as CSV (RFC 4180), one figure per line. All texts are the product's own: none begins like a formula. */
export function csvOf(t: T, cases: readonly SelfcheckCase[]): Blob {
  const header = (['case', 'kind', 'source', 'check', 'expected', 'computed', 'tolerance', 'result'] as const).map(
    (name) => t(`qcSelfcheck.${name}`),
  )
  const lines = cases.flatMap(({ id, title, kind, source, checks }) =>
    checks.map((check) => [
      `${id}: ${titleOf(t, { id, title })}`,
      kindName(t, kind),
      source,
      check.name,
      figureText(check.expected),
      figureText(check.computed),
      toleranceText(t, check),
      t(check.isHeld ? 'qcSelfcheck.isHeld' : 'qcSelfcheck.isMissed'),
    ]),
  )
  const text = [header, ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
  return new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv;charset=utf-8' })
}

const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
