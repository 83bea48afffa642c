import { use } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import type { EnteredValue } from '../../../../stores/qc/entered'
import { pathOf } from '../../../../ui/chart/path'
import { linear } from '../../../../ui/chart/scale'
import { Icon } from '../../../../ui/Icon'
import { useCalled } from '../../../../ui/qc/localized-name'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { ruleName } from '../../../../ui/qc/rule-words'
import { useText, type T } from '../../../../ui/useText'
import { outlookOf, type Outlook as Look } from './next-point'
import { RecentPoints } from './recent'
import './outlook.css'

type OutlookProps = { item: TemplateItem; values: readonly EnteredValue[]; outcome: ItemOutcome }

/** The last points of an item with the one that is being entered, and which rule that would break. */
export default function Outlook({ item, values, outcome }: OutlookProps) {
  const t = useText()
  const called = useCalled()
  const recent = use(RecentPoints).get(item.itemKey)
  if (!recent) return null
  const look = outlookOf(recent, { item, values, outcome })
  const known = look.points.slice(0, -1).filter((value) => value !== null)
  if (known.length === 0) return null
  const { write } = valueFiguresOf(item)
  const says = t('qcSignal.recentSays', {
    count: known.length,
    low: write(Math.min(...known)),
    high: write(Math.max(...known)),
    value: write(look.points.at(-1)),
  })
  return (
    <div className="outlook" data-broken={look.broken.length > 0}>
      <SmallChart look={look} label={`${called(item)}: ${says}`} />
      <p role="status">
        {look.broken.length > 0 && (
          <>
            <Icon name="warning" />{' '}
            {t('qcSignal.wouldBreak', { rules: rulesOf(t, look, recent.limits?.chart === 'imr') })}
          </>
        )}
      </p>
    </div>
  )
}

const rulesOf = (t: T, { broken }: Look, isSingle: boolean) =>
  [
    ...new Set(
      broken.map(({ track, rule }) =>
        track === 'location' ? ruleName(t, rule) : t(isSingle ? 'qcSignal.jumpRule' : 'qcSignal.spreadRule'),
      ),
    ),
  ].join(', ')

/** In pixels. */
const SIZE = { width: 132, height: 44, margin: 5 }
/** What is entered may lie anywhere: it is drawn so far beyond all others at most, as a share of what those take. */
const BEYOND = 0.25

function SmallChart({ look: { points, limits, broken }, label }: { look: Look; label: string }) {
  const lines = limits ? [limits.lower, limits.centre, limits.upper].filter((height) => height !== null) : []
  const heights = [...points.slice(0, -1).filter((value) => value !== null), ...lines]
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const room = (high - low) * BEYOND
  const { width, height, margin } = SIZE
  const x = linear([0, Math.max(1, points.length - 1)], [margin, width - margin])
  const up = linear([low - room, high + room], [height - margin, margin])
  const y = (value: number) => up(Math.min(Math.max(value, low - room), high + room))
  const known = points.slice(0, -1).flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as const]))
  const next = points.at(-1) ?? null
  const index = points.length - 1
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      {limits &&
        (['lower', 'centre', 'upper'] as const).map((name) => {
          const at = limits[name]
          return (
            at !== null && <line key={name} className={`outlook-${name}`} x1="0" x2={width} y1={y(at)} y2={y(at)} />
          )
        })}
      <path className="outlook-line" d={pathOf(known)} />
      {next !== null &&
        (broken.length > 0 ? (
          <path className="outlook-broken" d="M0 -5L5 4H-5Z" transform={`translate(${x(index)} ${y(next)})`} />
        ) : (
          <circle cx={x(index)} cy={y(next)} r="3.5" />
        ))}
    </svg>
  )
}
