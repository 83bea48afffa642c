import type { BigScreen } from '#shared/qc/wall'
import { templateOf } from '#shared/qc/localized-name'
import { useCalled } from '../../../ui/qc/localized-name'
import { ruleName, ruleWords } from '../../../ui/qc/rule-words'
import { useText } from '../../../ui/useText'
import { ControlChart } from './charts/ControlChart'
import { Mark } from './Mark'
import { Panel } from './Panel'
import { useCarousel } from './useCarousel'
import { useWallTime } from './live/wall-clock'

type CarouselProps = { charts: BigScreen['charts']; turnMs: number; now: number }

/** One control chart after the other, with what its last broken rule means in words. */
export function Carousel({ charts, turnMs, now }: CarouselProps) {
  const t = useText()
  const { turn, chart } = useCarousel(charts, turnMs)
  if (!chart) {
    return (
      <Panel place="carousel" title={t('qcWall.charts')}>
        <p className="wall-empty">{t('qcWall.noCharts')}</p>
      </Panel>
    )
  }
  return <Slide key={turn} chart={chart} place={charts.indexOf(chart)} count={charts.length} now={now} />
}

/** After so many points without, what was broken before is told no more, unless its signal is still open. */
const LONG_AGO = 10

type Hit = BigScreen['charts'][number]['hits'][number]

type SlideProps = { chart: BigScreen['charts'][number]; place: number; count: number; now: number }

function Slide({ chart, place, count, now }: SlideProps) {
  const t = useText()
  const called = useCalled()
  const { moment } = useWallTime()
  const { item, hits, points } = chart
  const open = item.openSignals
  const last = points.at(-1)?.index ?? 0
  const latest = hits.at(-1)
  const isFresh = ({ index }: Hit) => last - index < LONG_AGO
  // what is drawn can be seen; of what is not, the spread, the words must do
  const drawn = hits.findLast(({ track }) => track === 'location')
  const calm = last - (latest?.index ?? (points[0]?.index ?? 0) - 1)
  const broken = [drawn, latest].find((hit) => hit && isFresh(hit)) ?? (open > 0 ? (drawn ?? latest) : undefined)
  const words = broken
    ? ruleWords(t, broken, moment(broken.since, now), chart.chart)
    : t('qcWall.calm', { count: calm })
  const tone = open > 0 ? 'WARN' : broken ? 'INFO' : 'OK'
  return (
    <Panel
      place="carousel"
      title={
        <>
          {called(item)} <span>{called(templateOf(item))}</span>
        </>
      }
      aside={
        <>
          {open > 0 && (
            <span className="wall-open" data-tone="WARN">
              <Mark tone="WARN" size={20} /> {t('qcWall.signals', { count: open })}
            </span>
          )}
          {t('qcWall.page', { page: place + 1, pages: count })}
        </>
      }
    >
      <div className="wall-slide">
        <ControlChart chart={chart} summary={`${called(item)}: ${words}`} now={now} />
        <p className="wall-words" data-tone={tone}>
          <Mark tone={tone} size={28} />
          <span>
            {broken && <b>{ruleName(t, broken.rule)} </b>}
            {words}
          </span>
        </p>
      </div>
    </Panel>
  )
}
