import { Link } from 'wouter'
import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { analysisPath, recordPath } from '#shared/qc/paths'
import type { Signal } from '#shared/qc/signal'
import { Allow, useAllowed } from '../../../ui/Allow'
import type { Column } from '../../../ui/table/column'
import { Named } from '../../../ui/qc/Named'
import { DealButtons } from '../../../ui/qc/signal/DealButtons'
import { SignalOutcome } from '../../../ui/qc/signal/SignalCard'
import { SignalStateTag } from '../../../ui/qc/signal/SignalStateTag'
import { signalFigures } from '../../../ui/qc/signal/signal-figures'
import { signalWords } from '../../../ui/qc/signal/signal-words'
import { Time } from '../../../ui/time'
import { useText, type T } from '../../../ui/useText'
import type { SignalListQuery } from './SignalFilters'
import './signal-page.css'

/** The columns of the list of signals; each row describes its signal in words. */
export const signalColumns = (t: T): Column<Signal, SignalListQuery>[] => [
  {
    id: 'item',
    header: t('qcRecord.item'),
    canHide: false,
    cell: (signal) => <ItemLink signal={signal} />,
  },
  {
    id: 'template',
    header: t('qc.template'),
    priority: 3,
    cell: (signal) => (
      <>
        <Named of={templateOf(signal)} />
        {signal.equipmentId !== null && (
          <>
            {' · '}
            <Named of={equipmentOf(signal)} />
          </>
        )}
      </>
    ),
  },
  {
    id: 'what',
    width: '30rem',
    header: t('qcSignal.what'),
    cell: (signal) => (
      <div className="signal-what">
        <p title={signalWords(t, signal)}>{signalWords(t, signal)}</p>
        <p className="signal-note">{signalFigures(t, signal)}</p>
        <SignalOutcome signal={signal} />
      </div>
    ),
  },
  {
    id: 'inspectedAt',
    header: t('qcSignal.record'),
    sortable: true,
    cell: ({ qcValueBaseId, recordNo, inspectedAt }) => (
      <>
        <span className="signal-record">
          <Allow tags={['qc:record:list']}>
            <Link href={recordPath(qcValueBaseId)}>{recordNo}</Link>
          </Allow>
        </span>
        <span className="signal-time">
          <Time value={inspectedAt} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    priority: 1,
    header: t('record.status'),
    cell: ({ state }) => <SignalStateTag value={state} />,
  },
  {
    id: 'detectedAt',
    priority: 3,
    header: t('qcSignal.detectedAt'),
    sortable: true,
    cell: ({ detectedAt }) => (
      <span className="signal-time">
        <Time value={detectedAt} />
      </span>
    ),
  },
  { id: 'actions', header: t('record.actions'), cell: (signal) => <DealButtons signal={signal} /> },
]

/** The name of the item, as a link to the chart. */
function ItemLink({ signal: { itemKey, itemName, itemNameEn } }: { signal: Signal }) {
  const t = useText()
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  const name = <Named of={{ name: itemName, nameEn: itemNameEn }} />
  if (!mayAnalyse) return name
  return (
    <Link href={analysisPath(itemKey)} className="row-link" title={t('qcSignal.chart')}>
      {name}
    </Link>
  )
}
