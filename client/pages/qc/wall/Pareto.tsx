import { percent } from '#shared/format/number'
import type { BigScreen } from '#shared/qc/wall'
import { calledIn } from '#shared/qc/localized-name'
import { useLocale, useText } from '../../../ui/useText'
import { PageDots } from './PageDots'
import { Panel } from './Panel'
import { useTurns } from './useTurns'

/** As many as have room; what they leave is told by the share below. */
const ROOM = 5
/** So many are drawn larger, and fill the place of five. */
const FEW = 2

/**
 * What failed most in seven days, with the share of all that it and those above it make: defects, and records by the items
 * that were not in order, in turn where there are both.
 */
export function Pareto({ of: { defects, items }, turnMs }: { of: BigScreen['pareto']; turnMs: number }) {
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
      place="pareto"
      title={t(`qcWall.pareto.${name}`)}
      aside={
        <>
          {rows.length > 0 && t('qcWall.cumulative')}
          {kinds.length > 1 && <PageDots page={turn} pages={kinds.length} />}
        </>
      }
    >
      {rows.length === 0 && <p className="wall-empty">{t('qcWall.noDefects')}</p>}
      <ol className="wall-pareto-list" data-few={rows.length <= FEW}>
        {rows.slice(0, ROOM).map(({ code, label, labelEn, count, cumulative }) => (
          <li key={code}>
            <span className="wall-pareto-name">{calledIn(locale, { name: label, nameEn: labelEn })}</span>
            <span className="wall-pareto-bar">
              <i style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <b>{count}</b>
            <span className="wall-pareto-share">{percent(cumulative / 100, 0)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
