import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { formatTime, MINUTE, shortPattern } from '#shared/format/time'
import { isCount } from '#shared/qc/constants'
import type { ItemInfo } from '#shared/qc/record/schema'
import { recordItemPath } from '#shared/qc/paths'
import { pathOf } from '../../../../ui/chart/path'
import { shapePath } from '../../../../ui/qc/entry/shapes'
import { rateText, valueFiguresOf } from '../../../../ui/qc/figures'
import { useText } from '../../../../ui/useText'
import { linesOf, MARGIN, RunData, scaleOf, type RunPoint } from './run-data'
import { useRunControl } from './useRunControl'
import { badgeOf } from '../../../../ui/chart/marks'
import { ruleName } from '#shared/qc/analysis/rule-words'
import { useWidth } from '../../../../ui/layout/useWidth'
import './run-chart.css'

const HEIGHT = 260

/**
 * The records around this one in order of time: the mean of each, with the specification limits. Arrow keys move
 * between points, Enter opens the record. A table below has the same figures.
 */
export function RunChart({ info }: { info: ItemInfo }) {
  const t = useText()
  const [, navigate] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { record, item, history, mean: ownMean } = info
  const ownIndex = history.findIndex(({ qcValueBaseId }) => qcValueBaseId === record.qcValueBaseId)
  const [focused, setFocused] = useState<number>()
  const tabStop = focused !== undefined && focused < history.length ? focused : Math.max(0, ownIndex)
  const lines = linesOf(item)
  const control = useRunControl(info)
  const limits = [...control.values()].flatMap(({ lcl, ucl }) => [lcl, ucl]).filter((value) => value !== null)
  const scale = scaleOf(history, [...lines, ...limits.map((value) => ({ value }))], width, HEIGHT)
  const rulesOf = ({ qcValueBaseId }: RunPoint) => control.get(qcValueBaseId)?.rules ?? []
  const isRate = isCount(item.type)
  const write = isRate ? (mean: number) => rateText(mean, item.decimals) : valueFiguresOf(item).write
  const means = history.flatMap(({ mean }) => (mean === null ? [] : [mean]))

  /** Both ends have the date, unless all is of today. */
  function endTime(point: RunPoint | undefined) {
    const [first] = history
    return first && formatTime(point?.inspectedAt, shortPattern(new Date(first.inspectedAt), new Date()))
  }

  function onKeyDown(event: KeyboardEvent<SVGElement>) {
    const targets: Record<string, number> = {
      ArrowLeft: tabStop - 1,
      ArrowRight: tabStop + 1,
      Home: 0,
      End: history.length - 1,
    }
    const next = targets[event.key]
    if (next === undefined || !history[next]) return
    event.preventDefault()
    setFocused(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }

  function open(event: MouseEvent, point: RunPoint) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setFocused(undefined)
    navigate(recordItemPath(point.qcValueBaseId, item.itemKey), { replace: true })
  }

  function pointText(point: RunPoint) {
    const text = t('qcRecord.runPoint', {
      no: point.recordNo,
      time: formatTime(point.inspectedAt, MINUTE),
      mean: point.mean === null ? '-' : write(point.mean),
      judgement: t(`qc.judgement.${point.judgement}`),
    })
    const rules = rulesOf(point).map((rule) => ruleName(t, rule))
    return rules.length === 0 ? text : `${text} · ${t('qcAnalysis.breaks', { rules: rules.join(' ') })}`
  }

  return (
    <figure className="run card">
      <figcaption>
        <h2>{t('qcRecord.run')}</h2>
        <p className="muted">
          {means.length === 0
            ? t('qcRecord.runEmpty')
            : t('qcRecord.runSummary', {
                count: history.length,
                min: write(Math.min(...means)),
                max: write(Math.max(...means)),
                ng: history.filter(({ judgement }) => judgement === 'NG').length,
                mine: ownMean === null ? '-' : write(ownMean),
              })}
        </p>
        {limits.length > 0 && <p className="muted">{t('qcRecord.runControl')}</p>}
      </figcaption>
      <div ref={box} className="run-box">
        {width > 0 && means.length > 0 && (
          <svg width={width} height={HEIGHT} role="group" aria-label={t('qcRecord.run')} onKeyDown={onKeyDown}>
            {lines.map(({ kind, value, text }) => (
              <g key={`${kind} ${text}`} className={`run-line run-line-${kind}`}>
                <line x1={MARGIN.left} x2={width - MARGIN.right} y1={scale.y(value)} y2={scale.y(value)} />
                <text x={width - MARGIN.right + 6} y={scale.y(value) + 4}>
                  {text}
                </text>
              </g>
            ))}
            {(['lcl', 'ucl'] as const).map((side) => (
              <path
                key={side}
                className="run-control"
                d={pathOf(
                  history.flatMap(({ qcValueBaseId }, index) => {
                    const limit = control.get(qcValueBaseId)?.[side] ?? null
                    if (limit === null) return [null]
                    return [index - 0.5, index + 0.5].map((edge) => [scale.x(edge), scale.y(limit)] as const)
                  }),
                )}
              />
            ))}
            <path
              className="run-path"
              d={pathOf(history.map(({ mean }, index) => (mean === null ? null : [scale.x(index), scale.y(mean)])))}
            />
            {history.map((point, index) => {
              const position = `translate(${scale.x(index)} ${scale.y(point.mean ?? lines[0]?.value ?? 0)})`
              return (
                <g key={point.qcValueBaseId} transform={position}>
                  <a
                    href={recordItemPath(point.qcValueBaseId, item.itemKey)}
                    className="run-point"
                    data-verdict={point.judgement}
                    aria-label={pointText(point)}
                    aria-current={index === ownIndex ? 'true' : undefined}
                    tabIndex={index === tabStop ? 0 : -1}
                    onClick={(event) => open(event, point)}
                  >
                    <title>{pointText(point)}</title>
                    <circle className="run-target" r="12" />
                    {index === ownIndex && <circle className="run-ring" r="9" />}
                    {point.mean !== null && (
                      <path className="run-dot" d={shapePath[point.judgement]} transform="translate(-6 -6)" />
                    )}
                    {rulesOf(point).length > 0 && <path className="run-broken" d="M0 -11L11 0L0 11L-11 0Z" />}
                  </a>
                  {rulesOf(point).length > 0 && (
                    <text className="run-rules" y="-14" textAnchor="middle" aria-hidden="true">
                      {badgeOf(rulesOf(point))}
                    </text>
                  )}
                </g>
              )
            })}
            <text className="run-time" x={MARGIN.left} y={HEIGHT - 8}>
              {endTime(history[0])}
            </text>
            {history.length > 1 && (
              <text className="run-time" x={width - MARGIN.right} y={HEIGHT - 8} textAnchor="end">
                {endTime(history.at(-1))}
              </text>
            )}
          </svg>
        )}
      </div>
      {history.length > 0 && <RunData history={history} ownIndex={ownIndex} isRate={isRate} write={write} />}
    </figure>
  )
}
