import { useQueries } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useSnapshot } from 'valtio'
import { grouped } from '#shared/format/number'
import type { Grouping } from '#shared/qc/analysis/kinds'
import { templateOf } from '#shared/qc/localized-name'
import { statusFilterKey } from '#shared/qc/record/workflow'
import type { Spc } from '#shared/qc/analysis/schema'
import { readAnalysis } from '../../../api/qc/analysis'
import { session } from '../../../stores/session'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useProducts } from '../../../ui/qc/products'
import { useText } from '../../../ui/useText'
import { PrintBrand } from '../../../ui/qc/print/PrintBrand'
import { PrintFacts } from '../../../ui/qc/print/PrintFacts'
import { PrintFrame } from '../../../ui/qc/print/PrintFrame'
import { type AnalysisQuery } from './analysis-query'
import { useAnnotations } from './annotations/useAnnotations'
import { CapabilityIndices } from './tabs/CapabilityIndices'
import { CompareOnPaper } from './tabs/CompareTab'
import { PointsOnPaper, useAllPoints } from './tabs/DataTab'
import { inUnit, specificationText } from './tabs/figures'
import { ParetoOnPaper } from './tabs/ParetoTab'
import { useCapability } from './tabs/useCapability'
import { verdictWords } from './verdict-words'
import { useLimits } from './limits/useLimitSets'
import { LineClock, useLineTime } from './line-clock'
import { chartNotes, conditionNotes } from './caveats'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'
import './print-analysis.css'

type PrintAnalysisProps = {
  spc: Spc
  query: AnalysisQuery
  /** The address of the picture of the open tab; empty if it has no chart. */
  picture: string
  /** The open tab; null for the control chart. */
  tab: string | null
  /** The part of the chart that is drawn, in words; undefined if all of it is. */
  drawn: string | undefined
  onClose: () => void
}

/** An analysis on paper: its filters, the verdict, the chart and the indices. */
export default function PrintAnalysis({ spc, query, picture, tab, drawn, onClose }: PrintAnalysisProps) {
  const t = useText()
  const time = useLineTime()
  const localized = useLocalizedName()
  const { name } = useSnapshot(session)
  const [now] = useState(() => new Date())
  const filters = useFilterFacts(query)
  const { capability, chosen } = useCapability(query)
  const allPoints = useAllPoints(query, tab === 'data')
  const tz = use(LineClock)
  const limits = useLimits(query, spc)
  const annotations = useAnnotations(spc.itemKey, spc.points)
  const { item, points, total, values, missing } = spc
  const product = useProducts().find(({ code }) => code === item.product)
  const verdict = verdictWords(spc, t, (at) => time(at, '{y}-{m}-{d}'))
  const title = inUnit(t('qcAnalysis.printTitle', { item: localized(item) }), item.unit)
  const facts: [label: string, value: string | undefined][] = [
    [t('qcAnalysis.item'), `${localized(item)} (${item.code})`],
    [t('qc.template'), `${localized(templateOf(item))} (${item.templateCode})`],
    [t('qc.product'), product ? localized(product) : item.product],
    [t('qcAnalysis.range'), `${time(query.from ?? points[0]?.at)} – ${time(query.to ?? points.at(-1)?.at)}`],
    ...filters,
    [t('record.status'), query.status && t(statusFilterKey(query.status))],
    [t('qcAnalysis.version'), query.versionNo === undefined ? undefined : `V${query.versionNo}`],
    [t('qcAnalysis.retest'), query.retest && t(`qcAnalysis.retest.${query.retest}`)],
    [t('qcAnalysis.chartKind'), t(`qcAnalysis.chart.${spc.chart}`)],
    [
      t('qcAnalysis.amountPrinted'),
      `${t('qcAnalysis.amount', { points: grouped(total), values: grouped(values) })} · ${t('qcAnalysis.missing', { count: grouped(missing) })}`,
    ],
    [t('qcAnalysis.printed'), `${time(now)} ${name}`],
  ]
  return (
    <PrintFrame
      label={t('qcRecord.print')}
      foot={`${title} · ${t('qcAnalysis.printed')} ${time(now)}`}
      isReady={!capability.isPending && (tab !== 'data' || !allPoints.isPending)}
      onClose={onClose}
    >
      <article className="print-sheet analysis-print">
        <PrintBrand />
        <header className="print-head">
          <h1>{title}</h1>
        </header>
        <PrintFacts of={facts} />
        <p className="analysis-print-verdict">{verdict}</p>
        {picture && <img className="analysis-print-chart" src={picture} alt={verdict} />}
        {tab === 'data' && allPoints.data && <PointsOnPaper spc={allPoints.data} />}
        {tab === 'compare' && <CompareOnPaper query={query} />}
        {tab === 'pareto' && <ParetoOnPaper query={query} />}
        <ul className="analysis-print-notes">
          {drawn && <li>{drawn}</li>}
          {chartNotes(spc, limits, t, time, tz).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {annotations.length > 0 && (
          <>
            <h2>{t('qcAnnotation.title')}</h2>
            <ul className="analysis-print-notes">
              {annotations.map(({ annotationId, no, at, text, createName, createdAt }) => (
                <li key={annotationId}>
                  {no} · {time(at)} · {text} · {t('qcAnnotation.by', { name: createName, time: time(createdAt) })}
                </li>
              ))}
            </ul>
          </>
        )}
        {chosen && (
          <>
            <CapabilityIndices capability={chosen} />
            <ul className="analysis-print-notes">
              <li>{t('qcSignal.sentence', { rule: t('qcAnalysis.version'), words: specificationText(t, chosen) })}</li>
              {conditionNotes(chosen, item.openSignals, t).map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        )}
      </article>
    </PrintFrame>
  )
}

const groupings = [
  ['equipmentId', 'equipment', 'qc.equipment'],
  ['shiftId', 'shift', 'qc.shift'],
  ['operatorId', 'operator', 'qcRecord.operator'],
  ['lotId', 'lot', 'qc.lot'],
] as const satisfies (readonly [keyof AnalysisQuery, Grouping, string])[]

/** The names of the machine, shift, operator and lot that filter the values. */
function useFilterFacts(query: AnalysisQuery): [label: string, value: string | undefined][] {
  const t = useText()
  const localized = useLocalizedName()
  const filtered = groupings.filter(([filter]) => query[filter] !== undefined)
  const answers = useQueries({
    queries: filtered.map(([, by]) => ({
      queryKey: [ANALYSIS_KEY, 'box', { ...query, by }],
      queryFn: ({ signal }: { signal: AbortSignal }) => readAnalysis('box', { ...query, by }, signal),
      retry: false,
    })),
  })
  return filtered.map(([filter, , label], index) => {
    const box = answers[index]?.data?.boxes[0]
    return [t(label), box ? localized({ name: box.label, nameEn: box.labelEn }) : `#${String(query[filter])}`]
  })
}
