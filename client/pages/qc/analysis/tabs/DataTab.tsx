import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { NO_NUMBER } from '#shared/format/number'
import type { Order } from '#shared/list/list-query'
import { recordPath } from '#shared/qc/paths'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import type { RuleId } from '#shared/spc/charts/track'
import { analysisApi } from '../../../../api/qc/analysis'
import { DataTable, type Column } from '../../../../ui/table/DataTable'
import { ruleName, ruleTest } from '../../../../ui/qc/rule-words'
import { useText, type T } from '../../../../ui/useText'
import { spcOptions, type AnalysisQuery } from '../analysis-query'
import { atOneMoment } from '../at-one-moment'
import { tracksOf } from '../control/tracks'
import { Answer } from './Answer'
import { useLineTime, type WriteTime } from '../line-clock'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'
import './tabs.css'

type PointOrder = 'index' | 'mean' | 'signals'
type PointQuery = { pageIndex: number; pageSize: number; orders: [PointOrder, Order[1]][] }

/** More than this no chart has at once. */
const MAX_ROWS = 20_000

/** The points of the chart as a table: whatever the chart shows can be read here. */
export default function DataTab({ query }: { query: AnalysisQuery }) {
  const drawn = useQuery(spcOptions(query))
  const isThinned = drawn.data !== undefined && drawn.data.drawn < drawn.data.total
  const whole = useQuery({
    queryKey: [ANALYSIS_KEY, 'points', query],
    queryFn: ({ client, signal }) =>
      atOneMoment(client, () => analysisApi.spc({ ...query, maxPoints: MAX_ROWS }, signal)),
    enabled: isThinned,
    retry: false,
  })
  const shown = isThinned ? whole : drawn
  return (
    <Answer of={shown}>
      {(spc) => <Points spc={spc} isLoading={shown.isFetching} reload={() => void shown.refetch()} />}
    </Answer>
  )
}

type PointsProps = { spc: Spc; isLoading: boolean; reload: () => void }

function Points({ spc, isLoading, reload }: PointsProps) {
  const t = useText()
  const [query, setQuery] = useState<PointQuery>({ pageIndex: 1, pageSize: 50, orders: [] })
  const time = useLineTime()
  const columns = useMemo(() => columnsOf(t, time, spc), [t, time, spc])
  const sorted = useMemo(() => sortedBy(spc, query.orders), [spc, query.orders])
  const from = (Math.min(query.pageIndex, Math.max(1, Math.ceil(sorted.length / query.pageSize))) - 1) * query.pageSize
  return (
    <DataTable
      label={t('qcAnalysis.data')}
      name="qcAnalysisPoint"
      columns={columns}
      page={{
        list: sorted.slice(from, from + query.pageSize),
        count: sorted.length,
        isLoading,
        isFirst: false,
        error: null,
        reload,
      }}
      query={query}
      onQuery={setQuery}
      rowId={({ index }) => index}
      rowLabel={({ index }) => String(index + 1)}
      emptyText={t('qcAnalysis.noValues')}
    />
  )
}

const PointLink = ({ point, text }: { point: SpcPoint; text: string }) => (
  <Link className="qa-whole" href={recordPath(point.qcValueBaseId)}>
    {text}
  </Link>
)

const ruleCount = ({ signals, rangeSignals }: SpcPoint) => signals.length + rangeSignals.length

/** As the head that was clicked says; points without a value come last. */
function sortedBy({ points }: Spc, [order]: PointQuery['orders']): readonly SpcPoint[] {
  if (!order) return points
  const [field, direction] = order
  const sign = direction === 'asc' ? 1 : -1
  const key = (point: SpcPoint) =>
    field === 'mean' ? (point.mean ?? sign * Infinity) : field === 'signals' ? ruleCount(point) : point.index
  return points.toSorted((a, b) => (key(a) === key(b) ? a.index - b.index : key(a) < key(b) ? -sign : sign))
}

function columnsOf(t: T, time: WriteTime, spc: Spc): Column<SpcPoint, PointQuery>[] {
  const [above, below] = tracksOf(spc, t)
  if (!above) return []
  const limits = (point: SpcPoint) => (
    <span className="qa-whole">{`${above.write(above.lcl(point))} – ${above.write(above.ucl(point))}`}</span>
  )
  return [
    {
      id: 'index',
      header: t('qcAnalysis.pointNo'),
      cell: ({ index }) => index + 1,
      align: 'end',
      sortable: true,
      canHide: false,
    },
    {
      id: 'at',
      header: t('qcRecord.inspectedAt'),
      cell: (point) => <PointLink point={point} text={time(point.at)} />,
      canHide: false,
    },
    {
      id: 'mean',
      header: above.title,
      cell: (point) => (point.mean === null ? t('qcAnalysis.gap') : above.write(above.value(point))),
      align: 'end',
      sortable: true,
    },
    ...(above.mirror
      ? [
          {
            id: 'lower',
            header: t('qcAnalysis.lowerSum'),
            cell: (point: SpcPoint) => above.write(above.mirror?.(point)),
            align: 'end' as const,
          },
        ]
      : []),
    { id: 'n', header: 'n', cell: ({ n }) => n, align: 'end' },
    { id: 'center', header: 'CL', cell: (point) => above.write(above.center(point)), align: 'end' },
    { id: 'limits', header: 'LCL – UCL', cell: limits, align: 'end' },
    ...(below
      ? [
          {
            id: 'spread',
            header: below.title,
            cell: (point: SpcPoint) => below.write(below.value(point)),
            align: 'end' as const,
          },
        ]
      : []),
    {
      id: 'signals',
      header: t('qcAnalysis.rulesBroken'),
      cell: (point) => rulesOf(t, point, below?.title),
      sortable: true,
    },
    {
      id: 'marks',
      header: t('qcAnalysis.marks'),
      cell: ({ marks }) => marks.map((mark) => t(`qcAnalysis.mark.${mark}`)).join(', ') || NO_NUMBER,
    },
  ]
}

function rulesOf(t: T, { signals, rangeSignals }: SpcPoint, below: string | undefined): string {
  const said = (rule: RuleId) => `${ruleName(t, rule)}: ${ruleTest(t, rule)}`
  const spread = rangeSignals.map((rule) => (below ? `${said(rule)} (${below})` : said(rule)))
  return [...new Set([...signals.map(said), ...spread])].join('; ') || NO_NUMBER
}
