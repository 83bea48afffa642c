import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { grouped, NO_NUMBER } from '#shared/format/number'
import type { Order } from '#shared/list/list-query'
import { recordPath } from '#shared/qc/paths'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import type { RuleId } from '#shared/spc/charts/track'
import { analysisApi } from '../../../../api/qc/analysis'
import { DataTable, type Column } from '../../../../ui/table/DataTable'
import { ruleName, ruleTest } from '#shared/qc/analysis/rule-words'
import { useText, type T } from '../../../../ui/useText'
import { spcOptions, type AnalysisQuery } from '../analysis-query'
import { readConsistently } from '../read-consistently'
import { tracksOf } from '../control/tracks'
import { Answer } from './Answer'
import { useLineTime, type WriteTime } from '../line-clock'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'
import './tabs.css'

type PointOrder = 'index' | 'mean' | 'signals'
type PointQuery = { pageIndex: number; pageSize: number; orders: [PointOrder, Order[1]][] }

/** The maximum number of points per request. */
const MAX_ROWS = 20_000

/** The chart with all of its points: a drawn one may have fewer. */
export function useAllPoints(query: AnalysisQuery, enabled = true) {
  const drawn = useQuery({ ...spcOptions(query), enabled })
  const isThinned = drawn.data !== undefined && drawn.data.drawn < drawn.data.total
  const whole = useQuery({
    queryKey: [ANALYSIS_KEY, 'points', query],
    queryFn: ({ client, signal }) =>
      readConsistently(client, () => analysisApi.spc({ ...query, maxPoints: MAX_ROWS }, signal)),
    enabled: enabled && isThinned,
    retry: false,
  })
  return isThinned ? whole : drawn
}

/** All points of the chart as a table, with everything that the chart shows. */
export default function DataTab({ query }: { query: AnalysisQuery }) {
  const answer = useAllPoints(query)
  return (
    <Answer of={answer}>
      {(spc) => <Points spc={spc} isLoading={answer.isFetching} reload={() => void answer.refetch()} />}
    </Answer>
  )
}

/** The maximum number of points on paper. */
const PRINTED_POINTS = 500

/** The points for paper, in the order of the chart: of many, the last ones. */
export function PointsOnPaper({ spc }: { spc: Spc }) {
  const t = useText()
  const time = useLineTime()
  const columns = columnsOf(t, time, spc)
  const points = spc.points.slice(-PRINTED_POINTS)
  return (
    <section>
      <h2>{t('qcAnalysis.data')}</h2>
      {points.length < spc.points.length && (
        <p>{t('qcAnalysis.lastPrinted', { printed: grouped(points.length), total: grouped(spc.points.length) })}</p>
      )}
      <table className="print-table" aria-label={t('qcAnalysis.data')}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.index}>
              {columns.map(({ id, cell }) => (
                <td key={id}>{id === 'at' ? time(point.at) : cell(point)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
      hasViews={false}
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

const ruleCount = ({ signals, rangeSignals }: SpcPoint) => signals.length + rangeSignals.length

/** The points in the order of the query; points without a value come last. */
function sortedBy({ points }: Spc, [order]: PointQuery['orders']): readonly SpcPoint[] {
  if (!order) return points
  const [field, direction] = order
  const sign = direction === 'asc' ? 1 : -1
  const key = (point: SpcPoint) =>
    field === 'mean' ? (point.mean ?? sign * Infinity) : field === 'signals' ? ruleCount(point) : point.index
  return points.toSorted((a, b) => (key(a) === key(b) ? a.index - b.index : key(a) < key(b) ? -sign : sign))
}

type PointColumn = Column<SpcPoint, PointQuery>

/** The head and the cells of a column of figures. */
const figures = (header: string, cell: PointColumn['cell']) => ({ header, cell, align: 'end' as const })

function columnsOf(t: T, time: WriteTime, spc: Spc): PointColumn[] {
  const [above, below] = tracksOf(spc, t)
  if (!above) return []
  const { mirror, write } = above
  return [
    { id: 'index', ...figures(t('qcAnalysis.pointNo'), ({ index }) => index + 1), sortable: true, canHide: false },
    {
      id: 'at',
      header: t('qcRecord.inspectedAt'),
      cell: (point) => (
        <Link className="qa-whole" href={recordPath(point.qcValueBaseId)}>
          {time(point.at)}
        </Link>
      ),
      canHide: false,
    },
    {
      id: 'mean',
      ...figures(above.title, ({ mean }) => (mean === null ? t('qcAnalysis.gap') : write(mean))),
      sortable: true,
    },
    ...(mirror ? [{ id: 'lower', ...figures(t('qcAnalysis.lowerSum'), (point) => write(mirror(point))) }] : []),
    { id: 'n', ...figures('n', ({ n }) => n) },
    { id: 'center', ...figures('CL', (point) => write(above.center(point))) },
    {
      id: 'limits',
      ...figures('LCL – UCL', (point) => (
        <span className="qa-whole">{`${write(above.lcl(point))} – ${write(above.ucl(point))}`}</span>
      )),
    },
    ...(below ? [{ id: 'spread', ...figures(below.title, (point) => below.write(below.value(point))) }] : []),
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
  const ruleText = (rule: RuleId) => `${ruleName(t, rule)}: ${ruleTest(t, rule)}`
  const rangeRules = rangeSignals.map((rule) => (below ? `${ruleText(rule)} (${below})` : ruleText(rule)))
  return [...new Set([...signals.map(ruleText), ...rangeRules])].join('; ') || NO_NUMBER
}
