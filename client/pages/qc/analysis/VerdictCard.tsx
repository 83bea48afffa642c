import { use, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { grouped } from '#shared/format/number'
import { signalsPath } from '#shared/qc/paths'
import { templateOf } from '#shared/qc/localized-name'
import type { Spc } from '#shared/qc/analysis/schema'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import type { ChangeAddress } from './analysis-query'
import { caveatsOf } from './caveats'
import { deviceZone, LineClock, useLineTime } from './line-clock'
import { Note } from './Note'
import { verdictWords } from './verdict-words'

const DAY = '{y}-{m}-{d}'

type VerdictCardProps = {
  spc: Spc
  change: ChangeAddress
  /** Begins a new phase; undefined if the operator may not. */
  onNewPhase: (() => void) | undefined
}

/** The verdict of the chart in plain words, and its caveats. */
export function VerdictCard({ spc, change, onNewPhase }: VerdictCardProps) {
  const t = useText()
  const localized = useLocalizedName()
  const tz = use(LineClock)
  const time = useLineTime()
  const { item, total, drawn, values, missing, offered, chartReason, chart, verdict, itemKey, autocorrelation } = spc
  const { openSignals, acknowledgedSignals } = spc
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const openText = t('qcAnalysis.openCount', { count: grouped(openSignals) })
  const actions: Record<string, ReactNode> = {
    correlated: autocorrelation !== null && autocorrelation < 0 && <CompareLink />,
    offer: offered && (
      <Button onClick={() => change({ chart: offered })}>
        {t('qcAnalysis.useChart', { chart: t(`qcAnalysis.chart.${offered}`) })}
      </Button>
    ),
    moved: onNewPhase && <Button onClick={onNewPhase}>{t('qcLimit.newPhase')}</Button>,
  }
  return (
    <div className="grid card analysis-verdict">
      <h2>
        {localized(item)}
        <small className="muted small">
          {localized(templateOf(item))}
          {item.unit && ` · ${item.unit}`}
        </small>
      </h2>
      <p className="row wrap analysis-sentence">
        <ControlTag of={verdict} />
        <span>{verdictWords(spc, t, (at) => time(at, DAY))}</span>
      </p>
      <ul className="row stretch wrap muted small analysis-facts">
        <li>
          {openSignals > 0 && maySeeSignals ? (
            <Link href={signalsPath({ itemKey, state: 'open' })}>{openText}</Link>
          ) : (
            openText
          )}
        </li>
        {acknowledgedSignals > 0 && (
          <li>
            <Link href={signalsPath({ itemKey, state: 'acknowledged' })}>
              {t('qcAnalysis.acknowledgedCount', { count: grouped(acknowledgedSignals) })}
            </Link>
          </li>
        )}
        {verdict.hitPoints > 0 && openSignals === 0 && maySeeSignals && (
          <li>
            <Link href={signalsPath({ itemKey, state: 'all' })}>{t('qcAnalysis.dealtWith')}</Link>
          </li>
        )}
        <li>{t('qcAnalysis.amount', { points: grouped(total), values: grouped(values) })}</li>
        <li>{t('qcAnalysis.missing', { count: grouped(missing) })}</li>
        {drawn < total && <li>{t('qcAnalysis.drawn', { drawn: grouped(drawn), total: grouped(total) })}</li>}
        {total > 0 && (
          <li>
            {t(`qcAnalysis.chart.${chart}`)}
            {chartReason && ` · ${t(`qcAnalysis.reason.${chartReason}`)}`}
          </li>
        )}
        {tz !== deviceZone() && <li>{t('qcAnalysis.clock', { tz })}</li>}
      </ul>
      {caveatsOf(spc, t, time)
        .filter(({ kind }) => (kind !== 'trial' && kind !== 'frozenLater') || total > 0)
        .map(({ kind, tone, text }) => (
          <Note key={kind} tone={tone} action={actions[kind]}>
            {text}
          </Note>
        ))}
    </div>
  )
}

function ControlTag({ of: { isInControl, unknown } }: { of: Spc['verdict'] }) {
  const t = useText()
  if (isInControl !== null) {
    return <Tag tone={isInControl ? 'ok' : 'ng'}>{t(isInControl ? 'qcAnalysis.in' : 'qcAnalysis.out')}</Tag>
  }
  return unknown === 'noneFound' ? (
    <Tag tone="ok">{t('qcAnalysis.noneFound')}</Tag>
  ) : (
    <Tag tone="pending">
      {t(unknown === 'sigmaZero' || unknown === 'sameCounts' ? 'qcAnalysis.noVariation' : 'qcAnalysis.term.unknown')}
    </Tag>
  )
}

/** A link to the tab that compares machines, shifts and other groups. */
function CompareLink() {
  const t = useText()
  const [path] = useLocation()
  const search = new URLSearchParams(useSearch())
  search.set('tab', 'compare')
  return <Link href={`${path}?${search}`}>{t('qcAnalysis.compareSources')}</Link>
}
