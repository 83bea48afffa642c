import { Link } from 'wouter'
import { grouped, percent } from '#shared/format/number'
import { recordsPath } from '#shared/qc/paths'
import type { AnalysisItem, Yield } from '#shared/qc/analysis/schema'
import { MAX_TREND_POINTS } from '#shared/qc/analysis/steps'
import { useText, type T } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { YieldChart, type YieldDay } from '../plots/YieldChart'
import { Answer } from './Answer'
import { recordFilters } from './record-filters'
import { TableBelow } from '../../../../ui/table/SmallTable'
import { useCall, useItem } from './useCall'

/** The first-pass yield of each day. */
export default function YieldTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const item = useItem(query)
  const yields = useCall('yield', { ...query, maxPoints: MAX_TREND_POINTS })
  return (
    <Answer of={yields} emptyText={(data) => data.days.length === 0 && t('qcAnalysis.yield.none')}>
      {(data) => {
        const days = data.days.map((day): YieldDay => ({
          ...day,
          href: item && data.by === 'day' ? hrefOf(day.day, query, item) : undefined,
        }))
        return (
          <>
            <YieldChart title={t(`qcAnalysis.yield.title.${data.by}`)} summary={summaryOf(t, data)} days={days} />
            <TableBelow
              summary={t('qcAnalysis.asTable')}
              label={t(`qcAnalysis.yield.title.${data.by}`)}
              head={[
                t('qcRecord.businessDay'),
                t('qcAnalysis.yield.submitted'),
                t('qcAnalysis.yield.passed'),
                t('qcAnalysis.yield.failed'),
                t('qcAnalysis.yield.pending'),
                t('qcAnalysis.yield.ng'),
                t('qcAnalysis.yield.rate'),
              ]}
              rows={days.toReversed().map(({ day, href, submitted, passed, failed, undecided, ng, rate }) => ({
                key: day,
                head: href ? <Link href={href}>{day}</Link> : day,
                cells: [submitted, passed, failed, undecided, ng, percent(rate)],
              }))}
            />
          </>
        )
      }}
    </Answer>
  )
}

/** The list of the records of a day; a period may hold only a part of its first and its last day. */
const hrefOf = (day: string, query: AnalysisQuery, item: AnalysisItem) =>
  recordsPath({ ...recordFilters(query, item), businessDay: day, counted: '1' })

function summaryOf(t: T, { submitted, passed, undecided, rate, days }: Yield): string {
  const worst = days.reduce((least, day) => ((day.rate ?? 1) < (least.rate ?? 1) ? day : least), days[0]!)
  const all = t('qcAnalysis.yield.summary', {
    rate: percent(rate),
    passed: grouped(passed),
    submitted: grouped(submitted),
    more: undecidedText(t, undecided),
  })
  if ((worst.rate ?? 1) >= 1) return all
  const more = undecidedText(t, worst.undecided)
  return `${all} ${t('qcAnalysis.yield.worst', { day: worst.day, rate: percent(worst.rate), more })}`
}

/** Records that are not judged yet count neither as passed nor as failed. */
const undecidedText = (t: T, undecided: number) =>
  undecided > 0 ? t('qcAnalysis.yield.more', { words: t('firstPass.undecided', { count: grouped(undecided) }) }) : ''
