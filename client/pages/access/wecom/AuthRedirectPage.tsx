import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { QrState } from '#shared/access/wecom'
import { confirmQr, getQrState, qrLogin } from '../../../api/access/wecom'
import { appInfo } from '../../../stores/app-info'
import { startSession } from '../../../stores/session'
import { useAppName } from '../../../ui/app/useAppName'
import { tr } from '../../../ui/useText'
import { PhoneQuestion } from './PhoneQuestion'
import { PhoneResult, type Outcome } from './PhoneResult'
import { forgetWayBack, wayBack } from '../../../stores/way-back'
import './AuthRedirectPage.css'

type AuthRedirectPageProps = {
  /** What WeCom sent along: a one-time code, and the attempt it is for. */
  code: string
  state: string
  /** Switches that stand in the corner. */
  tools: ReactNode
  /** Called when this window has signed in; `target` is where it wanted to go, not to be trusted. */
  onSignedIn: (target: string) => void
}

type Asking = Pick<QrState, 'account'> & { asked: NonNullable<QrState['asked']> }
type Stage = { kind: 'loading' } | ({ kind: 'asking' } & Asking) | Outcome

/**
 * Where WeCom leads. The window that left for WeCom's page signs in. Everywhere else it is the phone that scanned the
 * code: its owner is told who asks, and agrees or not.
 */
export default function AuthRedirectPage({ code, state, tools, onSignedIn }: AuthRedirectPageProps) {
  const name = useAppName()
  const { logo } = useSnapshot(appInfo)
  const [stage, setStage] = useState<Stage>({ kind: 'loading' })
  const [round, setRound] = useState(0)

  const arrive = useEffectEvent(onSignedIn)
  useEffect(() => {
    const left = new AbortController()
    async function look() {
      const { status, isOwn, account, asked } = await getQrState(state, left.signal)
      const target = wayBack(state)
      if (status === 'waiting' && isOwn && target !== undefined) {
        forgetWayBack()
        startSession(await qrLogin({ code, state }), { isKept: false })
        return arrive(target)
      }
      if (status === 'confirmed') return setStage({ kind: 'done' })
      if (status === 'refused') return setStage({ kind: 'refused' })
      setStage(status === 'gone' || !asked ? { kind: 'gone' } : { kind: 'asking', account, asked })
    }
    look().catch((error: unknown) => !left.signal.aborted && setStage(failed(error)))
    return () => left.abort()
  }, [code, state, round])

  async function answer(isRefused: boolean) {
    try {
      await confirmQr(isRefused ? { state, isRefused } : { state, code })
      setStage({ kind: isRefused ? 'refused' : 'done' })
    } catch (error) {
      setStage(failed(error))
    }
  }

  return (
    <div className="phone">
      <header className="phone-head">
        <img src={logo || '/logo.svg'} alt="" width={28} height={28} />
        <b>{name}</b>
        <span className="phone-tools">{tools}</span>
      </header>
      <main className="phone-main">
        {stage.kind === 'asking' ? (
          <PhoneQuestion {...stage} onAnswer={answer} />
        ) : (
          stage.kind !== 'loading' && <PhoneResult outcome={stage} onRetry={() => setRound(round + 1)} />
        )}
      </main>
    </div>
  )
}

const failed = (error: unknown): Outcome => ({
  kind: 'failed',
  message: (error instanceof Error && error.message) || tr('error.unknown'),
})
