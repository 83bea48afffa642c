import type { Spc } from '#shared/qc/analysis/schema'
import { useText } from '../../../ui/useText'
import { hasRunRules } from './verdict-words'

const verticalLine = <line x1="12" x2="12" y1="0" y2="14" />
const square = <path className="spc-broken" d="M8 3h8v8h-8z" />

/** The meaning of the shapes of a chart, limited to the shapes that it has. */
export function Legend({ spc }: { spc: Spc }) {
  const t = useText()
  const { points, chart, specifications, phases, shiftStarts } = spc
  const has = (mark: 'excluded' | 'corrected') => points.some(({ marks }) => marks.includes(mark))
  const hasZones = chart === 'imr' || chart.startsWith('xbar')
  const hasSpecification = chart === 'imr' && specifications.some(({ lsl, usl }) => lsl !== null || usl !== null)
  const hasHits = spc.hits.length > 0
  const shapes = {
    point: <path className="spc-dots" strokeWidth="6" d="M12 7h0" />,
    broken: hasHits && hasRunRules(spc) && square,
    bounds: hasHits && !hasRunRules(spc) && square,
    excluded: has('excluded') && <circle className="spc-hollow" cx="12" cy="7" r="4" />,
    corrected: has('corrected') && <path className="spc-corrected" d="M8 11h8l-4 -7z" />,
    limits: phases.some(({ isFrozen }) => isFrozen) && <path className="spc-limit" d="M1 7h22" />,
    estimated: phases.some(({ isFrozen }) => !isFrozen) && (
      <path className="spc-limit spc-limit-estimated" d="M1 7h22" />
    ),
    zones: hasZones && <path className="spc-zone-1 analysis-legend-zone" d="M1 2h22v10h-22z" />,
    specification: hasSpecification && <path className="spc-specification" d="M1 7h22" />,
    phase: phases.length > 1 && <g className="spc-boundary">{verticalLine}</g>,
    version: specifications.length > 1 && <g className="spc-boundary spc-boundary-version">{verticalLine}</g>,
    start: shiftStarts.length > 0 && (
      <g className="spc-boundary spc-boundary-start">
        <path d="M7 12h10l-5 -9z" />
      </g>
    ),
  }
  const names = Object.keys(shapes) as (keyof typeof shapes)[] // an object literal has no other keys
  return (
    <ul className="row stretch wrap muted analysis-legend">
      {names.map(
        (name) =>
          shapes[name] && (
            <li key={name} className="row gap-6">
              <svg viewBox="0 0 24 14" width="24" height="14" aria-hidden="true" focusable="false">
                {shapes[name]}
              </svg>
              {t(`qcAnalysis.legend.${name}`)}
            </li>
          ),
      )}
    </ul>
  )
}
