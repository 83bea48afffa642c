import { useMemo, useState } from 'react'
import type { Signal } from '#shared/qc/signal'
import { signalApi } from '../../../api/qc/signal'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import { canBe, tagOf, type SignalAction } from '../../../ui/qc/signal/act-on-signals'
import { AskDeal } from '../../../ui/qc/signal/DealButtons'
import { signalLabel } from '../../../ui/qc/signal/signal-label'
import { useLiveSignals } from '../../../ui/qc/signal/useLiveSignals'
import { isReady } from '../../../ui/ready'
import { RecordPage } from '../../../ui/record/RecordPage'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import type { BulkAction, Resource } from '../../../ui/record/list-page'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'
import { signalColumns } from './columns'
import { SignalFilters, type SignalListQuery } from './SignalFilters'
import { SIGNAL_KEY } from '../../../ui/qc/query-keys'

const DealDialog = dialogPart(() => import('../../../ui/qc/signal/DealDialog'))

type Deal = { action: SignalAction; signals: readonly Signal[]; onDone?: () => void }

const signals: Resource<Signal, SignalListQuery> = {
  name: SIGNAL_KEY,
  id: ({ signalId }) => signalId,
  label: (signal) => signalLabel(tr, localizedNameNow, signal),
  words: { title: 'qcSignal.title', intro: 'qcSignal.intro', empty: 'qcSignal.empty' },
  api: {
    list: ({ state, ...query }, signal) =>
      signalApi.list(
        { ...query, ...(state === undefined ? { unsettled: '1' } : state !== 'all' && { state }) },
        signal,
      ),
  },
  columns: signalColumns,
  Filters: SignalFilters,
  isFixed: (signal) => !canBe('close', signal),
}

/** Signals: the broken rules, and the actions taken. */
function SignalPage() {
  useLiveSignals()
  const [actOnSignals, setDeal] = useState<Deal>()
  const [askOne] = useState(() => (action: SignalAction, signal: Signal) => setDeal({ action, signals: [signal] }))
  const resource = useMemo(() => {
    const many = (action: SignalAction, label: BulkAction<Signal>['label']): BulkAction<Signal> => ({
      key: action,
      label,
      tag: tagOf[action],
      onSelect: (rows, onDone) => void ask(action, rows, onDone),
    })
    async function ask(action: SignalAction, rows: readonly Signal[], onDone: () => void) {
      const able = rows.filter((signal) => canBe(action, signal))
      if (able.length === 0) return void toast.show(tr('qcSignal.noneOpen'))
      if (await isReady(DealDialog)) setDeal({ action, signals: able, onDone })
    }
    return {
      ...signals,
      bulk: [many('acknowledge', 'qcSignal.acknowledgeMany'), many('close', 'qcSignal.closeMany')],
    }
  }, [])
  return (
    <>
      <AskDeal value={askOne}>
        <RecordPage of={resource} />
      </AskDeal>
      {actOnSignals && <DealDialog {...actOnSignals} onClose={() => setDeal(undefined)} />}
    </>
  )
}

export default withPrefetch(SignalPage, signals)
