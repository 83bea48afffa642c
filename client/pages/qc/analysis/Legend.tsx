import type { Spc } from '#shared/qc/analysis/schema'
import { useText } from '../../../ui/useText'

const upright = <line x1="12" x2="12" y1="0" y2="14" />

/** What the shapes of the chart stand for: only those that are in it. */
export function Legend({ spc }: { spc: Spc }) {
  const t = useText()
  const { points, chart, specifications, phases, shiftStarts } = spc
  const has = (mark: 'excluded' | 'corrected') => points.some(({ marks }) => marks.includes(mark))
  const isZoned = chart === 'imr' || chart.startsWith('xbar')
  const hasBounds = chart === 'imr' && specifications.some(({ lsl, usl }) => lsl !== null || usl !== null)
  const isSummed = chart === 'ewma' || chart === 'cusum'
  const entries = [
    { name: 'point', is: true, path: <path className="spc-dots" strokeWidth="6" d="M12 7h0" /> },
    {
      name: isSummed ? 'bounds' : 'broken',
      is: spc.hits.length > 0,
      path: <path className="spc-broken" d="M8 3h8v8h-8z" />,
    },
    { name: 'excluded', is: has('excluded'), path: <circle className="spc-hollow" cx="12" cy="7" r="4" /> },
    { name: 'corrected', is: has('corrected'), path: <path className="spc-corrected" d="M8 11h8l-4 -7z" /> },
    {
      name: 'limits',
      is: phases.some(({ isFrozen }) => isFrozen),
      path: <path className="spc-limit" d="M1 7h22" />,
    },
    {
      name: 'estimated',
      is: phases.some(({ isFrozen }) => !isFrozen),
      path: <path className="spc-limit spc-limit-estimated" d="M1 7h22" />,
    },
    { name: 'zones', is: isZoned, path: <path className="spc-zone-1 analysis-legend-zone" d="M1 2h22v10h-22z" /> },
    { name: 'specification', is: hasBounds, path: <path className="spc-specification" d="M1 7h22" /> },
    {
      name: 'phase',
      is: phases.length > 1,
      path: <g className="spc-boundary">{upright}</g>,
    },
    {
      name: 'version',
      is: specifications.length > 1,
      path: <g className="spc-boundary spc-boundary-version">{upright}</g>,
    },
    {
      name: 'start',
      is: shiftStarts.length > 0,
      path: (
        <g className="spc-boundary spc-boundary-start">
          <path d="M7 12h10l-5 -9z" />
        </g>
      ),
    },
  ] as const
  return (
    <ul className="analysis-legend">
      {entries
        .filter(({ is }) => is)
        .map(({ name, path }) => (
          <li key={name}>
            <svg viewBox="0 0 24 14" width="24" height="14" aria-hidden="true" focusable="false">
              {path}
            </svg>
            {t(`qcAnalysis.legend.${name}`)}
          </li>
        ))}
    </ul>
  )
}
