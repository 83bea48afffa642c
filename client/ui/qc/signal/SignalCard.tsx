import { Link } from 'wouter'
import { formatTime } from '#shared/format/time'
import { equipmentOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import { analysisPath } from '#shared/qc/paths'
import type { Signal } from '#shared/qc/signal'
import { useAllowed } from '../../Allow'
import { useDict } from '../../dict'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { assignmentText } from '../assign/assignment-text'
import { DealButtons } from './DealButtons'
import { SignalStateTag } from './SignalStateTag'
import { signalFigures } from './signal-figures'
import { signalWords } from './signal-words'
import './signal.css'

/** One signal of a record: its rule, meaning, outcome and possible actions. */
export function SignalCard({ signal }: { signal: Signal }) {
  const t = useText()
  const localized = useLocalizedName()
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  const { itemKey, itemName, itemNameEn, state } = signal
  return (
    <article className="signal-card" data-state={state}>
      <header className="row wrap">
        <h3>{localized({ name: itemName, nameEn: itemNameEn })}</h3>
        <SignalStateTag value={state} />
        {signal.equipmentId !== null && <span className="signal-note">{localized(equipmentOf(signal))}</span>}
      </header>
      <p>{signalWords(t, signal)}</p>
      <p className="signal-note">{signalFigures(t, signal)}</p>
      <SignalOutcome signal={signal} />
      <footer className="row wrap">
        {mayAnalyse && <Link href={analysisPath(itemKey)}>{t('qcSignal.chart')}</Link>}
        <DealButtons signal={signal} />
      </footer>
    </article>
  )
}

/** The owner, and the persons, times and notes of the actions. */
export function SignalOutcome({ signal }: { signal: Signal }) {
  const t = useText()
  const { labelOf: cause } = useDict(qcDicts.cause)
  const { labelOf: action } = useDict(qcDicts.action)
  const { ackName, ackAt, closedName, closedAt, causeCode, actionCode, comment } = signal
  const owner = assignmentText(t, signal.assignment)
  const lines = [
    owner !== undefined && `${t('qcAssign.owner')}: ${owner}`,
    ackName !== null && t('qcSignal.acknowledgedBy', { name: ackName, time: formatTime(ackAt) }),
    closedName !== null && t('qcSignal.closedBy', { name: closedName, time: formatTime(closedAt) }),
    causeCode !== null &&
      `${t('qcSignal.cause')}: ${cause(causeCode)} · ${t('qcSignal.action')}: ${action(actionCode)}`,
    comment,
  ].filter((line) => line !== false && line !== '')
  return (
    lines.length > 0 &&
    lines.map((line) => (
      <p key={String(line)} className="signal-note">
        {line}
      </p>
    ))
  )
}
