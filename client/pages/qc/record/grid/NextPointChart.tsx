import { use } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import type { EnteredValue } from '../../../../stores/qc/entered'
import { pathOf } from '../../../../ui/chart/path'
import { linear } from '../../../../ui/chart/scale'
import { Icon } from '../../../../ui/icons/Icon'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { ruleName } from '#shared/qc/analysis/rule-words'
import { useText } from '../../../../ui/useText'
import { previewNextPoint, type NextPointPreview } from './next-point'
import { RecentPoints } from './recent'
import './next-point.css'

type NextPointChartProps = { item: TemplateItem; values: readonly EnteredValue[]; outcome: ItemOutcome }

/** The recent points of an item with the entered one, and the rules that it would break. */
export default function NextPointChart({ item, values, outcome }: NextPointChartProps) {
  const t = useText()
  const localized = useLocalizedName()
  const recent = use(RecentPoints).get(item.itemKey)
  if (!recent) return null
  const preview = previewNextPoint(recent, { item, values, outcome })
  const past = preview.points.slice(0, -1).filter((value) => value !== null)
  if (past.length === 0) return null
  const { write } = valueFiguresOf(item)
  const summary = t('qcSignal.recentSays', {
    count: past.length,
    low: write(Math.min(...past)),
    high: write(Math.max(...past)),
    value: write(preview.points.at(-1)),
  })
  const spreadRule = t(recent.limits?.chart === 'imr' ? 'qcSignal.jumpRule' : 'qcSignal.spreadRule')
  const rules = preview.broken.map(({ track, rule }) => (track === 'location' ? ruleName(t, rule) : spreadRule))
  return (
    <div className="outlook" data-broken={rules.length > 0}>
      <SmallChart preview={preview} label={`${localized(item)}: ${summary}`} />
      <p role="status">
        {rules.length > 0 && (
          <>
            <Icon name="warning" /> {t('qcSignal.wouldBreak', { rules: [...new Set(rules)].join(', ') })}
          </>
        )}
      </p>
    </div>
  )
}

/** In pixels. */
const SIZE = { width: 132, height: 44, margin: 5 }
/** The new point is drawn at most this far beyond all others, as a share of their range. */
const BEYOND = 0.25

function SmallChart({ preview: { points, limits, broken }, label }: { preview: NextPointPreview; label: string }) {
  const past = points.slice(0, -1)
  const heights = [...past, limits?.lower, limits?.centre, limits?.upper].filter(
    (height) => height !== null && height !== undefined,
  )
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const room = (high - low) * BEYOND
  const { width, height, margin } = SIZE
  const x = linear([0, Math.max(1, past.length)], [margin, width - margin])
  const up = linear([low - room, high + room], [height - margin, margin])
  const y = (value: number) => up(Math.min(Math.max(value, low - room), high + room))
  const next = points.at(-1) ?? null
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      {limits &&
        (['lower', 'centre', 'upper'] as const).map((name) => {
          const limit = limits[name]
          if (limit === null) return null
          return <line key={name} className={`outlook-${name}`} x1="0" x2={width} y1={y(limit)} y2={y(limit)} />
        })}
      <path
        className="outlook-line"
        d={pathOf(past.flatMap((value, index) => (value === null ? [] : [[x(index), y(value)] as const])))}
      />
      {next !== null &&
        (broken.length > 0 ? (
          <path className="outlook-broken" d="M0 -5L5 4H-5Z" transform={`translate(${x(past.length)} ${y(next)})`} />
        ) : (
          <circle cx={x(past.length)} cy={y(next)} r="3.5" />
        ))}
    </svg>
  )
}
