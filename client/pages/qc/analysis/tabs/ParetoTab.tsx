import { grouped, percent } from '#shared/format/number'
import { paretoKinds, type ParetoKind } from '#shared/qc/analysis/kinds'
import { isCount } from '#shared/qc/constants'
import { recordsPath, signalsPath } from '#shared/qc/paths'
import type { AnalysisItem, Pareto } from '#shared/qc/analysis/schema'
import { PARETO_LINE } from '#shared/spc/charts/pareto'
import { Select } from '../../../../ui/input/Select'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText, type T } from '../../../../ui/useText'
import { Link } from 'wouter'
import { useChoice, type AnalysisQuery } from '../analysis-query'
import { ParetoChart, type ParetoBar } from '../plots/ParetoChart'
import { Answer } from './Answer'
import { recordFilters, signalFilters } from './record-filters'
import { SmallTable } from '../../../../ui/table/SmallTable'
import { useCall, useItem } from './useCall'

/** The chosen kind, and the answer about it with its bars. */
function usePareto(query: AnalysisQuery) {
  const item = useItem(query)
  const localized = useLocalizedName()
  const t = useText()
  const [kind, choose] = useChoice('kind', paretoKinds, item && isCount(item.type) ? 'defect' : 'item')
  const pareto = useCall('pareto', { ...query, kind })
  const barsOf = (data: Pareto) =>
    data.rows.map(({ code, label, labelEn, ...row }): ParetoBar => {
      const isRest = code === '*'
      return {
        ...row,
        code,
        name: isRest ? t('qcAnalysis.rest') : localized({ name: label, nameEn: labelEn }),
        href: isRest || !item ? undefined : hrefOf(data.kind, code, item, query),
      }
    })
  return { kind, choose, pareto, barsOf }
}

/** The most frequent defects, NG items or causes of signals. */
export default function ParetoTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const { kind, choose, pareto, barsOf } = usePareto(query)
  return (
    <>
      <p className="row wrap qa-choice">
        <Select
          label={t('qcAnalysis.paretoOf')}
          value={kind}
          options={paretoKinds.map((value) => ({ value, label: t(`qcAnalysis.pareto.${value}`) }))}
          onSelect={(value) => value && choose(value)}
        />
        <span className="note">{t('qcAnalysis.paretoNote')}</span>
      </p>
      <Answer of={pareto} emptyText={(data) => data.rows.length === 0 && t(`qcAnalysis.pareto.${data.kind}.none`)}>
        {(data) => {
          const bars = barsOf(data)
          const title = t(`qcAnalysis.pareto.${data.kind}`)
          return (
            <>
              <ParetoChart title={title} summary={summaryOf(t, bars, data.total)} bars={bars} />
              <section className="qa-section">
                <ParetoTable title={title} bars={bars} />
              </section>
            </>
          )
        }}
      </Answer>
    </>
  )
}

/** What the chart counts, its summary and its table, for paper; the chart is a picture. */
export function ParetoOnPaper({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const { pareto, barsOf } = usePareto(query)
  const { data } = pareto
  if (!data || data.rows.length === 0) return null
  const bars = barsOf(data).map((bar) => ({ ...bar, href: undefined }))
  const title = t(`qcAnalysis.pareto.${data.kind}`)
  return (
    <section className="qa-section">
      <h2>{title}</h2>
      <p>{summaryOf(t, bars, data.total)}</p>
      <ParetoTable title={title} bars={bars} />
    </section>
  )
}

function ParetoTable({ title, bars }: { title: string; bars: readonly ParetoBar[] }) {
  const t = useText()
  return (
    <SmallTable
      label={title}
      head={[title, t('qcAnalysis.frequency'), t('qcAnalysis.share'), t('qcAnalysis.cumulative')]}
      rows={bars.map((bar) => ({
        key: bar.code,
        head: bar.href ? <Link href={bar.href}>{bar.name}</Link> : bar.name,
        cells: [bar.count, percent(bar.percent / 100), percent(bar.cumulative / 100)],
      }))}
    />
  )
}

/** The list of the records or signals that a bar counts. */
function hrefOf(kind: ParetoKind, code: string, item: AnalysisItem, query: AnalysisQuery): string {
  const counted = 'all'
  if (kind === 'cause') {
    return signalsPath({ ...signalFilters(query, item), counted, state: 'closed', causeCode: code })
  }
  const records = { ...recordFilters(query, item), counted } as const
  return recordsPath(kind === 'item' ? { ...records, ngItem: code } : { ...records, defectItem: code })
}

function summaryOf(t: T, bars: readonly ParetoBar[], total: number): string {
  const first = bars[0]!
  const vital = bars.findIndex(({ cumulative }) => cumulative >= PARETO_LINE) + 1
  return t('qcAnalysis.pareto.summary', {
    total: grouped(total),
    name: first.name,
    percent: percent(first.percent / 100, 0),
    vital,
    kinds: bars.length,
  })
}
