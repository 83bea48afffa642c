import type { Signal } from '#shared/qc/signal'
import { Failure } from '../../../api/http'
import { signalApi } from '../../../api/qc/signal'

/** The actions on signals. */
export type SignalAction = 'acknowledge' | 'close'

/** The states in which each action is possible. */
const from = { acknowledge: ['open'], close: ['open', 'acknowledged'] } as const satisfies Record<
  SignalAction,
  Signal['state'][]
>
export const canBe = (action: SignalAction, { state }: Signal) => from[action].some((known) => known === state)

export const tagOf = { acknowledge: 'qc:signal:acknowledge', close: 'qc:signal:close' } as const

export type ActionInput = { comment: string; causeCode: string; actionCode: string }
export type Outcome = { done: number; left: Signal[]; reason: string }

/** Acts on signals one after the other. Signals changed by others meanwhile are skipped, and the reason is shown. */
export async function actOnSignals(
  action: SignalAction,
  signals: readonly Signal[],
  { comment, ...codes }: ActionInput,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, left: [], reason: '' }
  for (const signal of signals) {
    const { signalId, lockVersion } = signal
    const said = { lockVersion, comment: comment.trim() }
    try {
      if (action === 'acknowledge') await signalApi.acknowledge(signalId, said, 'show')
      else await signalApi.close(signalId, { ...said, ...codes }, 'show')
      outcome.done++
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outcome.left.push(signal)
      outcome.reason = error.message
    }
  }
  return outcome
}
