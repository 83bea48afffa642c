import { percent } from '#shared/format/number'
import type { BigScreen } from '#shared/qc/wall'
import { firstPassYield } from '#shared/spc/capability/yield'
import { useText } from '../../../ui/useText'
import { pathOf } from '../../../ui/chart/path'
import { linear } from '../../../ui/chart/scale'
import { Panel } from './Panel'
import { raisedOf } from './live/raised'
import { useWallTime } from './live/wall-time'

const [WIDTH, HEIGHT] = [500, 168]
const area = { left: 74, right: WIDTH - 40, top: 12, bottom: HEIGHT - 32 }
/** The height of a count above a bar. */
const COUNT_HEIGHT = 20
/** The hours between two times on the axis. */
const LABEL_HOURS = 6

/**
 * The last 24 hours: bars of NG records, on top of them in grey the undecided records, and the first-pass yield as a
 * line.
 */
export function Hourly({ hours }: Pick<BigScreen, 'hours'>) {
  const t = useText()
  const { time } = useWallTime()
  const rates = hours.map(({ submitted, passed }) => firstPassYield(submitted, passed))
  const [submitted, passed, ng] = [sumOf(hours, 'submitted'), sumOf(hours, 'passed'), sumOf(hours, 'ng')]
  const pending = sumOf(hours, 'pending')
  const least = Math.min(...rates.filter((rate) => rate !== null), 1)
  const floor = Math.max(0, Math.floor(least * 10 - 0.5) / 10)
  const step = (area.right - area.left) / hours.length
  const x = (index: number) => area.left + (index + 0.5) * step
  const rateAt = linear([floor, 1], [area.bottom, area.top])
  const most = Math.max(4, ...hours.map((hour) => hour.ng + hour.pending))
  const bar = linear([0, most], [0, area.bottom - area.top - 2 * COUNT_HEIGHT])
  const raised = raisedOf(hours.map(({ ng, pending }) => ng + pending > 0))
  const summary =
    submitted === 0
      ? t('qcWall.noHours')
      : [
          t('qcWall.hoursSummary', { count: submitted, rate: percent(firstPassYield(submitted, passed)), ng }),
          ...(pending > 0 ? [t('qcWall.pending', { count: pending })] : []),
        ].join(', ')
  return (
    <Panel area="hourly" title={t('qcWall.hourly')} aside={<Legend hasPending={pending > 0} />}>
      <svg className="wall-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {[rateAt(1), rateAt(floor)].map((level, index) => (
          <g key={index}>
            <line className="wall-grid-line" x1={area.left} x2={area.right} y1={level} y2={level} />
            <text x={area.left - 10} y={level + 7} textAnchor="end">
              {percent(index === 0 ? 1 : floor, 0)}
            </text>
          </g>
        ))}
        {hours.map((hour, index) => (
          <g key={hour.from}>
            {stacked.map((kind) => {
              const below = kind === 'pending' ? bar(hour.ng) : 0
              return (
                hour[kind] > 0 && (
                  <rect
                    key={kind}
                    className={`wall-bar-${kind}`}
                    x={x(index) - step * 0.36}
                    width={step * 0.72}
                    y={area.bottom - below - bar(hour[kind])}
                    height={bar(hour[kind])}
                  />
                )
              )
            })}
            {index % LABEL_HOURS === LABEL_HOURS - 1 && (
              <text x={x(index)} y={HEIGHT - 6} textAnchor="middle">
                {time(hour.from, 'minute')}
              </text>
            )}
          </g>
        ))}
        <path
          className="wall-line-main"
          d={pathOf(rates.map((rate, index) => (rate === null ? null : [x(index), rateAt(rate)])))}
        />
        {rates.map(
          (rate, index) =>
            rate !== null && <circle key={index} className="wall-dot" cx={x(index)} cy={rateAt(rate)} r="5" />,
        )}
        {hours.map((hour, index) => (
          <text
            key={hour.from}
            className="wall-bar-count"
            x={x(index)}
            y={area.bottom - bar(hour.ng + hour.pending) - 5 - (raised[index] ? COUNT_HEIGHT : 0)}
            textAnchor="middle"
          >
            {hour.ng > 0 && <tspan className="wall-bar-ng">{hour.ng}</tspan>}
            {hour.pending > 0 && (
              <tspan className="wall-bar-pending">{`${hour.ng > 0 ? '+' : ''}${hour.pending}`}</tspan>
            )}
          </text>
        ))}
      </svg>
    </Panel>
  )
}

function Legend({ hasPending }: { hasPending: boolean }) {
  const t = useText()
  return (
    <span className="row">
      <i className="wall-key-line" /> {t('qcWall.yield')} <i className="wall-key-bar" data-tone="NG" />{' '}
      {t('qc.judgement.NG')}
      {hasPending && (
        <>
          <i className="wall-key-bar" data-tone="PENDING" /> {t('qc.judgement.PENDING')}
        </>
      )}
    </span>
  )
}

/** The parts of a bar, from below. */
const stacked = ['ng', 'pending'] as const

type Hour = BigScreen['hours'][number]
const sumOf = (hours: readonly Hour[], field: 'submitted' | 'passed' | 'ng' | 'pending') =>
  hours.reduce((sum, hour) => sum + hour[field], 0)
