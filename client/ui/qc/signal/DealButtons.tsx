import { createContext, use, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isAllowed } from '#shared/permissions'
import type { Signal } from '#shared/qc/signal'
import { session } from '../../../stores/session'
import { Button } from '../../Button'
import { dialogPart } from '../../overlay/Dialog'
import { isReady } from '../../ready'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { canBe, tagOf, type SignalAction } from './act-on-signals'
import { signalLabel } from './signal-label'

const DealDialog = dialogPart(() => import('./DealDialog'))
const signalActions = ['acknowledge', 'close'] as const satisfies SignalAction[]

/**
 * Opens the question elsewhere. Lists provide it: a row disappears once another operator has acted on its signal, and
 * typed text must not disappear with it.
 */
export const AskDeal = createContext<((action: SignalAction, signal: Signal) => void) | undefined>(undefined)

/** The actions that this operator may take on a signal in its present state. */
export function DealButtons({ signal }: { signal: Signal }) {
  const t = useText()
  const localized = useLocalizedName()
  const { permissions } = useSnapshot(session)
  const askElsewhere = use(AskDeal)
  const [action, setAction] = useState<SignalAction>()
  const offered = signalActions.filter((one) => canBe(one, signal) && isAllowed(permissions, [tagOf[one]]))
  async function ask(wanted: SignalAction) {
    if (!(await isReady(DealDialog))) return
    if (askElsewhere) askElsewhere(wanted, signal)
    else setAction(wanted)
  }
  if (offered.length === 0 && !action) return null
  return (
    <span className="row inline stretch wrap gap-4 signal-actions">
      {offered.map((one) => (
        <Button
          key={one}
          variant="text"
          aria-label={`${t(`qcSignal.${one}`)} ${signalLabel(t, localized, signal)}`}
          onClick={() => void ask(one)}
        >
          {t(`qcSignal.${one}`)}
        </Button>
      ))}
      {action && <DealDialog action={action} signals={[signal]} onClose={() => setAction(undefined)} />}
    </span>
  )
}
