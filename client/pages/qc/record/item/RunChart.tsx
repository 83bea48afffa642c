import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { formatTime, MINUTE, shortTime } from '#shared/format/time'
import { isCount } from '#shared/qc/constants'
import type { ItemInfo } from '#shared/qc/record/schema'
import { roundFigure } from '#shared/spc/decimal'
import { recordItemPath } from '#shared/qc/paths'
import { pathOf } from '../../../../ui/chart/path'
import { shapePath } from '../../../../ui/qc/entry/shapes'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText } from '../../../../ui/useText'
import { RunData } from './RunData'
import { linesOf, MARGIN, scaleOf, type RunPoint } from './run-scale'
import { useRunControl } from './useRunControl'
import { badgeOf, ruleName } from '../../../../ui/qc/rule-words'
import { useWidth } from '../../../../ui/layout/useWidth'
import './run-chart.css'

const HEIGHT = 260

/**
 * The records around this one, in time: the mean of each with the limits of the specification. Arrow keys walk the
 * points, Enter opens the record; the same stands in a table below.
 */
export function RunChart({ info }: { info: ItemInfo }) {
  const t = useText()
  const [, navigate] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { record, item, history, mean: mine } = info
  const here = history.findIndex(({ qcValueBaseId }) => qcValueBaseId === record.qcValueBaseId)
  const [walked, setWalked] = useState<number>()
  const stop = walked !== undefined && walked < history.length ? walked : Math.max(0, here)
  const lines = linesOf(item)
  const control = useRunControl(info)
  const limits = [...control.values()].flatMap(({ lcl, ucl }) => [lcl, ucl]).filter((value) => value !== null)
  const scale = scaleOf(history, [...lines, ...limits.map((value) => ({ value }))], width, HEIGHT)
  const rulesOf = ({ qcValueBaseId }: RunPoint) => control.get(qcValueBaseId)?.rules ?? []
  const isRate = isCount(item.type)
  // a rate stands beside limits that were entered as rates
  const written = isRate ? (mean: number) => roundFigure(mean, Math.max(4, item.decimals)) : valueFiguresOf(item).write
  const means = history.flatMap(({ mean }) => (mean === null ? [] : [mean]))

  function onKeyDown(event: KeyboardEvent<SVGElement>) {
    const steps: Record<string, number> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: history.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined || !history[next]) return
    event.preventDefault()
    setWalked(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }

  function open(event: MouseEvent, point: RunPoint) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setWalked(undefined)
    navigate(recordItemPath(point.qcValueBaseId, item.itemKey), { replace: true })
  }

  const said = (point: RunPoint) => {
    const rules = rulesOf(point)
    const broken =
      rules.length > 0 && t('qcAnalysis.breaks', { rules: rules.map((rule) => ruleName(t, rule)).join(' ') })
    return [pointText(point), broken].filter(Boolean).join(' · ')
  }
  const pointText = (point: RunPoint) =>
    t('qcRecord.runPoint', {
      no: point.recordNo,
      time: formatTime(point.inspectedAt, MINUTE),
      mean: point.mean === null ? '-' : written(point.mean),
      judgement: t(`qc.judgement.${point.judgement}`),
    })

  return (
    <figure className="run card">
      <figcaption>
        <h2>{t('qcRecord.run')}</h2>
        <p className="run-summary">
          {means.length === 0
            ? t('qcRecord.runEmpty')
            : t('qcRecord.runSummary', {
                count: history.length,
                min: written(Math.min(...means)),
                max: written(Math.max(...means)),
                ng: history.filter(({ judgement }) => judgement === 'NG').length,
                mine: mine === null ? '-' : written(mine),
              })}
        </p>
        {limits.length > 0 && <p className="run-summary">{t('qcRecord.runControl')}</p>}
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
                    return [index - 0.5, index + 0.5].map((at) => [scale.x(at), scale.y(limit)] as const)
                  }),
                )}
              />
            ))}
            <path
              className="run-path"
              d={pathOf(history.map(({ mean }, index) => (mean === null ? null : [scale.x(index), scale.y(mean)])))}
            />
            {history.map((point, index) => {
              const at = `translate(${scale.x(index)} ${scale.y(point.mean ?? lines[0]?.value ?? 0)})`
              return (
                <g key={point.qcValueBaseId} transform={at}>
                  <a
                    href={recordItemPath(point.qcValueBaseId, item.itemKey)}
                    className="run-point"
                    data-verdict={point.judgement}
                    aria-label={said(point)}
                    aria-current={index === here ? 'true' : undefined}
                    tabIndex={index === stop ? 0 : -1}
                    onClick={(event) => open(event, point)}
                  >
                    <title>{said(point)}</title>
                    <circle className="run-target" r="12" />
                    {index === here && <circle className="run-ring" r="9" />}
                    {point.mean !== null && (
                      <path className="run-dot" d={shapePath[point.judgement]} transform="translate(-6 -6)" />
                    )}
                    {rulesOf(point).length > 0 && (
                      <>
                        <path className="run-broken" d="M0 -11L11 0L0 11L-11 0Z" />
                        <text className="run-rules" y="-14" textAnchor="middle" aria-hidden="true">
                          {badgeOf(rulesOf(point))}
                        </text>
                      </>
                    )}
                  </a>
                </g>
              )
            })}
            <text className="run-time" x={MARGIN.left} y={HEIGHT - 8}>
              {shortTime(history[0]?.inspectedAt, new Date())}
            </text>
            {history.length > 1 && (
              <text className="run-time" x={width - MARGIN.right} y={HEIGHT - 8} textAnchor="end">
                {shortTime(history.at(-1)?.inspectedAt, new Date())}
              </text>
            )}
          </svg>
        )}
      </div>
      {history.length > 0 && <RunData history={history} here={here} isRate={isRate} written={written} />}
    </figure>
  )
}
