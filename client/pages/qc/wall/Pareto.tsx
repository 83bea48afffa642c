import { percent } from '#shared/format/number'
import type { BigScreen } from '#shared/qc/wall'
import { localizedName } from '#shared/qc/localized-name'
import { useLocale, useText } from '../../../ui/useText'
import { PageNumber, Panel } from './Panel'
import { useTurns } from './useTurns'

/** The number of rows that fit; the cumulative share of the last one shows the rest. */
const MAX_ROWS = 5
/** Up to this number, rows are drawn larger and fill the space of five. */
const FEW = 2

type ParetoProps = { pareto: BigScreen['pareto']; turnMs: number }

/**
 * The most frequent defects of seven days, and the items with most NG records, each with its cumulative share; in turn
 * if there are both.
 */
export function Pareto({ pareto: { defects, items }, turnMs }: ParetoProps) {
  const t = useText()
  const locale = useLocale()
  const kinds = [
    ...(defects.length > 0 ? [{ name: 'defects', rows: defects } as const] : []),
    ...(items.length > 0 ? [{ name: 'items', rows: items } as const] : []),
  ]
  const turn = useTurns(turnMs) % Math.max(1, kinds.length)
  const { name, rows } = kinds[turn] ?? { name: 'items', rows: [] }
  const most = rows[0]?.count ?? 1
  return (
    <Panel
      area="pareto"
      title={t(`qcWall.pareto.${name}`)}
      aside={
        <>
          {rows.length > 0 && t('qcWall.cumulative')}
          <PageNumber page={turn} pages={kinds.length} />
        </>
      }
      emptyText={rows.length === 0 && t('qcWall.noDefects')}
    >
      <ol className="wall-pareto-list" data-few={rows.length <= FEW}>
        {rows.slice(0, MAX_ROWS).map(({ code, label, labelEn, count, cumulative }) => (
          <li key={code}>
            <span className="wall-clip">{localizedName(locale, { name: label, nameEn: labelEn })}</span>
            <span className="wall-pareto-bar">
              <i style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <b>{count}</b>
            <span className="wall-pareto-share wall-muted wall-small">{percent(cumulative / 100, 0)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
