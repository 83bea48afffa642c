import { MINUTE_MS } from '#shared/durations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#shared/format/number'
import { formatTime } from '#shared/format/time'
import { trendHours, type ServerTrend } from '#shared/admin/monitor'
import { getServerTrend } from '../../../api/admin/monitor'
import { Chart, Key } from '../../../ui/chart/Chart'
import { Plot } from '../../../ui/chart/Plot'
import { ticksIn } from '../../../ui/chart/scale'
import { Select } from '../../../ui/input/Select'
import { TableBelow } from '../../../ui/table/SmallTable'
import { useText } from '../../../ui/useText'

type Point = ServerTrend[number]
type Figure = Exclude<keyof Point, 'at'>

/** One figure per chart, or two with the same unit. */
const charts = [
  ['cpu', ['cpuPercent', 'machine'], ['ownCpuPercent', 'own']],
  ['memory', ['rss', undefined]],
  ['loop', ['loopMaxMs', undefined]],
  ['requests', ['perMinute', 'all'], ['failedPerMinute', 'failed']],
] as const

/** Minutes between two points, by the number of shown hours. */
const spacings: Readonly<Record<number, number>> = { 1: 1, 6: 2, 24: 5 }
/** Minutes between two times on the axis: the first step with at most this many times. */
const axisSteps = [5, 10, 30, 60, 240]
const MOST_TIMES = 7

/** The state of the server in the last hours. */
export function Trends() {
  const t = useText()
  const [hours, setHours] = useState<(typeof trendHours)[number]>(6)
  const { data } = useQuery({
    queryKey: ['server-trend', hours],
    queryFn: ({ signal }) => getServerTrend(hours, signal),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    retry: false,
  })
  const time = (at: string) => formatTime(new Date(at), '{h}:{i}')
  return (
    <section className="monitor-trends card">
      <h2>{t('monitor.trends')}</h2>
      <p className="row wrap gap-12">
        <Select
          label={t('monitor.trends.hours')}
          value={String(hours)}
          options={trendHours.map((known) => ({
            value: String(known),
            label: t('monitor.trends.last', { hours: known }),
          }))}
          onSelect={(value) => setHours(trendHours.find((known) => String(known) === value) ?? hours)}
        />
        <span className="muted">{t('monitor.trends.note')}</span>
      </p>
      {data?.length === 0 && <p>{t('monitor.trends.none')}</p>}
      {data && data.length > 0 && (
        <>
          <div className="monitor-plots">
            {charts.map(([name, ...figures]) => (
              <TrendChart key={name} name={name} figures={figures} points={data} hours={hours} />
            ))}
          </div>
          <TableBelow
            summary={t('monitor.trends.asTable')}
            label={t('monitor.trends')}
            head={[
              t('monitor.trends.time'),
              ...charts.flatMap(([name, ...figures]) =>
                figures.map(([, key]) =>
                  key ? `${t(`monitor.trends.${name}`)}: ${t(`monitor.trends.${key}`)}` : t(`monitor.trends.${name}`),
                ),
              ),
            ]}
            rows={data.toReversed().map((point) => ({
              key: point.at,
              head: time(point.at),
              cells: charts.flatMap(([, ...figures]) => figures.map(([figure]) => point[figure])),
            }))}
          />
        </>
      )}
    </section>
  )
}

type TrendChartProps = {
  name: (typeof charts)[number][0]
  figures: readonly (readonly [Figure, 'machine' | 'own' | 'all' | 'failed' | undefined])[]
  points: ServerTrend
  hours: number
}

const classes = ['plot-first', 'plot-second'] as const

function TrendChart({ name, figures, points, hours }: TrendChartProps) {
  const t = useText()
  const [main] = figures[0]!
  const title = t(`monitor.trends.${name}`)
  const [first, last] = [points[0]!, points.at(-1)!]
  const most = points.reduce((high, point) => (point[main] > high[main] ? point : high), first)
  const highest = Math.max(...points.flatMap((point) => figures.map(([figure]) => point[figure])))
  const up = [0, highest * 1.1 || 1] as const
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)]
  const time = (at: number) => formatTime(new Date(at), '{h}:{i}')
  const everyMs = (axisSteps.find((minutes) => to - from <= minutes * MOST_TIMES * MINUTE_MS) ?? 240) * MINUTE_MS
  const times: number[] = []
  for (let at = Math.ceil(from / everyMs) * everyMs; at <= to; at += everyMs) times.push(at)
  return (
    <Chart
      name={`monitor-${name}`}
      title={title}
      summary={t('monitor.trends.summary', {
        last: grouped(last[main]),
        most: grouped(most[main]),
        time: time(Date.parse(most.at)),
      })}
      height={180}
      legend={
        figures.length > 1 &&
        figures.map(
          ([figure, key], index) =>
            key && (
              <Key key={figure} mark={classes[index]!}>
                {t(`monitor.trends.${key}`)}
              </Key>
            ),
        )
      }
      drawing={
        <Plot
          margin={{ top: 12, right: 16, bottom: 28, left: 52 }}
          x={{
            span: [from - MINUTE_MS, to + MINUTE_MS],
            ticks: times.map((at) => ({ value: at, text: time(at) })),
          }}
          left={{ span: up, ticks: ticksIn(up, 3) }}
          rows={points.map((point) => {
            const at = Date.parse(point.at)
            const values = Object.fromEntries(figures.map(([figure]) => [figure, point[figure]]))
            return {
              x: at,
              values,
              tip: [
                time(at),
                ...(figures.length > 1 ? [title] : []),
                ...figures.map(
                  ([figure, key]) => `${key ? t(`monitor.trends.${key}`) : title}: ${grouped(point[figure])}`,
                ),
              ].join('\n'),
            }
          })}
          step={(spacings[hours] ?? 1) * MINUTE_MS}
          series={figures.map(([key], index) => ({
            key,
            as: 'line',
            className: classes[index]!,
            hasDots: points.length === 1,
          }))}
        />
      }
    />
  )
}
