import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { templateOf } from '#shared/qc/localized-name'
import { isAllowed } from '#shared/permissions'
import { recordPath } from '#shared/qc/paths'
import { signalApi } from '../../../../api/qc/signal'
import { session } from '../../../../stores/session'
import { useAllowed } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Facts } from '../../../../ui/layout/Fact'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { AssignButton } from '../../../../ui/qc/assign/AssignButton'
import { CHART_KEYS, SIGNAL_KEY } from '../../../../ui/qc/query-keys'
import { canBe, tagOf, type SignalAction } from '../../../../ui/qc/signal/act-on-signals'
import { SignalOutcome } from '../../../../ui/qc/signal/SignalCard'
import { signalFigures } from '../../../../ui/qc/signal/signal-figures'
import { SignalStateTag } from '../../../../ui/qc/signal/SignalStateTag'
import { signalWords } from '../../../../ui/qc/signal/signal-words'
import { isReady } from '../../../../ui/ready'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'
import { ItemChart } from './ItemChart'
import { PaneBar } from './PaneBar'
import type { InboxView } from './useInbox'

const DealDialog = dialogPart(() => import('../../../../ui/qc/signal/DealDialog'))

type SignalPaneProps = { id: number; inbox: InboxView; onDone: (said: string) => void }

/** A waiting signal: its meaning, its chart, and the possible actions. */
export function SignalPane({ id, inbox, onDone }: SignalPaneProps) {
  const t = useText()
  const localized = useLocalizedName()
  const queries = useQueryClient()
  const { permissions } = useSnapshot(session)
  const maySeeRecords = useAllowed(['qc:record:list'])
  const [action, setAction] = useState<SignalAction>()
  const isClosed = useRef(false)
  const {
    data: signal,
    error,
    refetch,
  } = useQuery({
    queryKey: [SIGNAL_KEY, 'one', id],
    queryFn: (context) => signalApi.get(id, context.signal),
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!signal) return <Skeleton height="480px" />
  const name = localized({ name: signal.itemName, nameEn: signal.itemNameEn })
  const offered = (['close', 'acknowledge'] as const).filter(
    (step) => canBe(step, signal) && isAllowed(permissions, [tagOf[step]]),
  )
  const first = offered.at(-1)

  async function ask(wanted: SignalAction) {
    if (!(await isReady(DealDialog))) return
    isClosed.current = false
    setAction(wanted)
  }

  return (
    <>
      <header className="card inbox-head">
        <div className="row wrap">
          <h2 tabIndex={-1}>{name}</h2>
          <SignalStateTag value={signal.state} />
        </div>
        <p>{signalWords(t, signal)}</p>
        <p className="note">{signalFigures(t, signal)}</p>
        <SignalOutcome signal={signal} />
        <Facts
          className="facts record-facts"
          of={[
            [t('qc.template'), localized(templateOf(signal))],
            [t('qc.record'), signal.recordNo],
            [t('qcSignal.detectedAt'), <Time key="detectedAt" value={signal.detectedAt} />],
          ]}
        />
      </header>
      {maySeeRecords && <ItemChart qcValueBaseId={signal.qcValueBaseId} itemKey={signal.itemKey} />}
      <PaneBar inbox={inbox} href={maySeeRecords ? `${recordPath(signal.qcValueBaseId)}?tab=signals` : undefined}>
        {offered.length > 0 && (
          <AssignButton
            no={name}
            name={['signal', id]}
            assignment={signal.assignment}
            assignees={(query, abort) => signalApi.assignees(id, query, abort)}
            save={async (input) => {
              await signalApi.assign(id, input)
              for (const key of CHART_KEYS) void queries.invalidateQueries({ queryKey: [key] })
            }}
          />
        )}
        {offered.map((step) => (
          <Button
            key={step}
            {...(step === first && { variant: 'primary', 'aria-keyshortcuts': 'a' })}
            onClick={() => void ask(step)}
          >
            {t(`qcSignal.${step}`)}
          </Button>
        ))}
      </PaneBar>
      {action && (
        <DealDialog
          action={action}
          signals={[signal]}
          onDone={() => {
            // If another operator acted first, the dialog stays open with the error.
            if (isClosed.current) onDone(t('qcInbox.done', { no: name, what: t(`qcSignal.${action}One`) }))
          }}
          onClose={() => {
            isClosed.current = true
            setAction(undefined)
          }}
        />
      )}
    </>
  )
}
