import type { SelfcheckCase } from '#shared/qc/self-check'
import { grouped } from '#shared/format/number'
import { TableScroller } from '../../../ui/table/TableScroller'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { CaseTable } from './CaseTable'
import { kindName } from './case-words'

/** The verdict of each method first; its cases and their figures are told when they are asked for. */
export function Methods({ cases, isOpen }: { cases: readonly SelfcheckCase[]; isOpen: boolean }) {
  const t = useText()
  const kinds = Map.groupBy(cases, ({ kind }) => kind)
  return (
    <ul className="selfcheck-methods">
      {[...kinds]
        .toSorted(([a], [b]) => kindName(t, a).localeCompare(kindName(t, b)))
        .map(([kind, of]) => {
          const missed = of.filter(({ isHeld }) => !isHeld).length
          const figures = of.reduce((sum, { checks }) => sum + checks.reduce((all, check) => all + check.figures, 0), 0)
          return (
            <li key={kind}>
              <details open={isOpen || missed > 0}>
                <summary>
                  <b>{kindName(t, kind)}</b>
                  <Tag tone={missed === 0 ? 'ok' : 'ng'}>
                    {t(missed === 0 ? 'qcSelfcheck.isHeld' : 'qcSelfcheck.isMissed')}
                  </Tag>
                  <span className="selfcheck-count">
                    {t('qcSelfcheck.amount', { cases: of.length, figures: grouped(figures) })}
                  </span>
                </summary>
                <TableScroller label={kindName(t, kind)}>
                  <CaseTable label={kindName(t, kind)} cases={of} />
                </TableScroller>
              </details>
            </li>
          )
        })}
    </ul>
  )
}
