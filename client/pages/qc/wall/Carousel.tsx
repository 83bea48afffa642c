import { useEffect, useRef, useState } from 'react'
import type { BigScreen } from '#shared/qc/wall'
import { enoughFor } from '#shared/qc/analysis/kinds'
import { templateOf } from '#shared/qc/localized-name'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { ruleName, ruleWords } from '#shared/qc/analysis/rule-words'
import { useText } from '../../../ui/useText'
import { ControlChart } from './ControlChart'
import { Mark } from './Mark'
import { Panel } from './Panel'
import { useWallTime } from './live/wall-time'

type Chart = BigScreen['charts'][number]
type CarouselProps = { charts: readonly Chart[]; turnMs: number; now: number }

/** The control charts in turn, each with the meaning of its last broken rule. */
export function Carousel({ charts, turnMs, now }: CarouselProps) {
  const t = useText()
  const { turn, chart } = useCarousel(charts, turnMs)
  if (!chart) return <Panel area="carousel" title={t('qcWall.charts')} emptyText={t('qcWall.noCharts')} />
  return <Slide key={turn} chart={chart} page={charts.indexOf(chart) + 1} pages={charts.length} now={now} />
}

/** A broken rule with a closed signal is shown until this many points without any have come. */
const FORGOTTEN_AFTER = 10

type SlideProps = { chart: Chart; page: number; pages: number; now: number }

function Slide({ chart, page, pages, now }: SlideProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { moment } = useWallTime()
  const { item, hits, points, isTrial, phasePoints } = chart
  const { openSignals } = item
  const lastIndex = points.at(-1)?.index ?? 0
  const latest = hits.at(-1)
  const isRecent = (hit: Chart['hits'][number] | undefined) => hit && lastIndex - hit.index < FORGOTTEN_AFTER
  // The chart draws only the location: its hit takes precedence over one of the dispersion.
  const drawn = hits.findLast(({ track }) => track === 'location')
  const pointsSinceHit = lastIndex - (latest?.index ?? (points[0]?.index ?? 0) - 1)
  const hit = [drawn, latest].find(isRecent) ?? (openSignals > 0 ? (drawn ?? latest) : undefined)
  const words = hit
    ? ruleWords(t, hit, moment(hit.since, now), chart.chart)
    : isTrial
      ? t('qcWall.fewPoints', { count: phasePoints, enough: enoughFor(chart.chart) })
      : t('qcWall.calm', { count: pointsSinceHit })
  const tone = openSignals > 0 ? 'WARN' : hit ? 'INFO' : isTrial ? 'PENDING' : 'OK'
  return (
    <Panel
      area="carousel"
      title={
        <>
          {localized(item)} <span className="wall-muted">{localized(templateOf(item))}</span>
        </>
      }
      aside={
        <>
          {openSignals > 0 && (
            <span className="row wall-tone" data-tone="WARN">
              <Mark tone="WARN" size={20} /> {t('qcWall.signals', { count: openSignals })}
            </span>
          )}
          {t('qcWall.page', { page, pages })}
        </>
      }
    >
      <div className="stack gap-0 wall-slide">
        <ControlChart chart={chart} summary={`${localized(item)}: ${words}`} now={now} />
        <p className="row stretch wall-words" data-tone={tone}>
          <Mark tone={tone} size={28} />
          <span>
            {hit && <b>{ruleName(t, hit.rule)} </b>}
            {words}
          </span>
        </p>
      </div>
    </Panel>
  )
}

/**
 * The present chart. Items with open signals have every second turn; an item with a new signal is shown at once. `turn`
 * changes with each chart.
 */
function useCarousel(charts: readonly Chart[], turnMs: number) {
  const [turn, setTurn] = useState(0)
  const signalCounts = useRef(new Map<string, number>())
  const pinned = charts.filter(({ item }) => item.openSignals > 0)
  const others = charts.filter(({ item }) => item.openSignals === 0)

  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs)
    return () => clearInterval(timer)
  }, [turnMs, turn])

  useEffect(() => {
    const before = signalCounts.current
    signalCounts.current = new Map(charts.map(({ item }) => [item.itemKey, item.openSignals]))
    if (before.size === 0) return
    const open = charts.filter(({ item }) => item.openSignals > 0)
    const index = open.findIndex(({ item }) => item.openSignals > (before.get(item.itemKey) ?? 0))
    if (index === -1) return
    setTurn((last) => turnOf(index, last, open.length, charts.length - open.length))
  }, [charts])

  return { turn, chart: chartAt(turn, pinned, others) }
}

function chartAt(turn: number, pinned: readonly Chart[], others: readonly Chart[]): Chart | undefined {
  if (pinned.length === 0 || others.length === 0) {
    const all = [...pinned, ...others]
    return all[turn % Math.max(1, all.length)]
  }
  const half = Math.floor(turn / 2)
  return turn % 2 === 0 ? pinned[half % pinned.length] : others[half % others.length]
}

/** The first turn after `last` that shows the pinned item of this index. */
function turnOf(index: number, last: number, pinned: number, others: number): number {
  for (let turn = last + 1; ; turn += 1) {
    if (others === 0 ? turn % pinned === index : turn % 2 === 0 && (turn / 2) % pinned === index) return turn
  }
}
