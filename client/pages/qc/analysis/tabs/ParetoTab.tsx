import { grouped, percent } from '#shared/format/number'
import { paretoKinds, type ParetoKind } from '#shared/qc/analysis/kinds'
import { isCount } from '#shared/qc/constants'
import { recordsPath, signalsPath } from '#shared/qc/paths'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { PARETO_LINE } from '#shared/spc/charts/pareto'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Select } from '../../../../ui/input/Select'
import { useCalled } from '../../../../ui/qc/localized-name'
import { useText, type T } from '../../../../ui/useText'
import { Link } from 'wouter'
import type { AnalysisQuery } from '../analysis-query'
import { ParetoChart, type ParetoBar } from '../plots/ParetoChart'
import { Answer } from './Answer'
import { SmallTable } from './SmallTable'
import { useCall, useChoice, useItem } from './useCall'
import { recordsIn } from './records-in'

/** What there is most of: defects by kind, items that were not in order, causes that were found. */
export default function ParetoTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const item = useItem(query)
  const called = useCalled()
  const [kind, choose] = useChoice('kind', paretoKinds, item && isCount(item.type) ? 'defect' : 'item')
  const pareto = useCall('pareto', { ...query, kind })
  return (
    <>
      <p className="qa-choice">
        <Select
          label={t('qcAnalysis.paretoOf')}
          value={kind}
          options={paretoKinds.map((value) => ({ value, label: t(`qcAnalysis.pareto.${value}`) }))}
          onSelect={(value) => value && choose(value)}
        />
        <span className="qa-note">{t('qcAnalysis.paretoNote')}</span>
      </p>
      <Answer of={pareto}>
        {(data) => {
          const bars = data.rows.map(({ code, label, labelEn, ...row }): ParetoBar => {
            const isRest = code === '*'
            return {
              ...row,
              code,
              name: isRest ? t('qcAnalysis.rest') : called({ name: label, nameEn: labelEn }),
              href: isRest || !item ? undefined : hrefOf(data.kind, code, item, query),
            }
          })
          const title = t(`qcAnalysis.pareto.${data.kind}`)
          return bars.length === 0 ? (
            <div>
              <EmptyState text={t(`qcAnalysis.pareto.${data.kind}.none`)} />
            </div>
          ) : (
            <>
              <ParetoChart title={title} summary={summaryOf(t, bars, data.total)} bars={bars} />
              <section className="qa-section">
                <SmallTable
                  label={title}
                  head={[title, t('qcAnalysis.frequency'), t('qcAnalysis.share'), t('qcAnalysis.cumulative')]}
                  rows={bars.map(({ code, name, href, count, percent: of, cumulative }) => ({
                    key: code,
                    head: href ? <Link href={href}>{name}</Link> : name,
                    cells: [count, percent(of / 100), percent(cumulative / 100)],
                  }))}
                />
              </section>
            </>
          )
        }}
      </Answer>
    </>
  )
}

/** The list of what a bar counts. */
function hrefOf(kind: ParetoKind, code: string, item: AnalysisItem, query: AnalysisQuery): string {
  const { templateId } = item
  if (kind === 'cause') return signalsPath({ templateId, state: 'closed', causeCode: code })
  const records = recordsIn(query, item)
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
