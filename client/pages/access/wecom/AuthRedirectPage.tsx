import { useEffect, useEffectEvent, useState, useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { QrState } from '#shared/access/wecom'
import { confirmQr, getQrState, qrLogin } from '../../../api/access/wecom'
import { appInfo } from '../../../stores/app-info'
import { startSession } from '../../../stores/session'
import { Fact } from '../../../ui/layout/Fact'
import { useAppName } from '../../../ui/app/useAppName'
import { tr, useText } from '../../../ui/useText'
import { clearReturnTarget, readReturnTarget } from '../../../stores/return-target'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/icons/Icon'
import { Time } from '../../../ui/time'
import './AuthRedirectPage.css'

type AuthRedirectPageProps = {
  /** The parameters from WeCom: a one-time code, and the attempt it is for. */
  code: string
  state: string
  /** The switches in the corner. */
  tools: ReactNode
  /** Called when this window has signed in; `target` is the page to return to, not to be trusted. */
  onSignedIn: (target: string) => void
}

type Asking = Pick<QrState, 'account'> & { asked: NonNullable<QrState['asked']> }
type Stage = { kind: 'loading' } | ({ kind: 'asking' } & Asking) | Outcome

/**
 * The return address of WeCom. The window that left for WeCom's page signs in. Any other browser is the phone that
 * scanned the code: it shows its owner the request, to agree or refuse.
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
      const target = readReturnTarget(state)
      if (status === 'waiting' && isOwn && target !== undefined) {
        clearReturnTarget()
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
      <header className="row phone-head">
        <img src={logo || '/logo.svg'} alt="" width={28} height={28} />
        <b>{name}</b>
        <span className="row stretch gap-4 phone-tools">{tools}</span>
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

type PhoneQuestionProps = {
  /** The account to bind; null for a sign-in. */
  account: QrState['account']
  asked: NonNullable<QrState['asked']>
  onAnswer: (isRefused: boolean) => Promise<void>
}

/** The request, and the two answers: large, near the thumb. */
function PhoneQuestion({ account, asked, onAnswer }: PhoneQuestionProps) {
  const t = useText()
  const [answered, setAnswered] = useState<'yes' | 'no'>()
  const isBinding = account !== null

  function give(answer: 'yes' | 'no') {
    if (answered) return
    setAnswered(answer)
    void onAnswer(answer === 'no')
  }

  return (
    <>
      <PhoneTitle>{t(isBinding ? 'phone.titleBind' : 'phone.title')}</PhoneTitle>
      <p>{t(isBinding ? 'phone.textBind' : 'phone.text')}</p>
      <dl className="phone-facts card">
        {account && (
          <Fact label={t('phone.account')}>
            <bdi>{account.nickName}</bdi> (<bdi>{account.userName}</bdi>)
          </Fact>
        )}
        <Fact label={t('phone.device')}>{[asked.browser, asked.os].filter(Boolean).join(' · ')}</Fact>
        <Fact label={t('phone.address')}>{asked.address}</Fact>
        <Fact label={t('phone.asked')}>
          <Time value={asked.at} relative />
        </Fact>
      </dl>
      <p className="phone-warning">
        <Icon name="info" /> {t(isBinding ? 'phone.warningBind' : 'phone.warning')}
      </p>
      <div className="grid gap-12 phone-actions">
        <Button variant="primary" busy={answered === 'yes'} onClick={() => give('yes')}>
          {t(isBinding ? 'phone.confirmBind' : 'phone.confirm')}
        </Button>
        <Button busy={answered === 'no'} onClick={() => give('no')}>
          {t('phone.refuse')}
        </Button>
      </div>
    </>
  )
}

/** The result. `gone`: the code is unknown, used or too old. */
type Outcome = { kind: 'done' | 'refused' | 'gone' } | { kind: 'failed'; message: string }

const icons = { done: 'ok', refused: 'ng', gone: 'time-range', failed: 'warning' } as const

/** The result, and the next step. */
function PhoneResult({ outcome, onRetry }: { outcome: Outcome; onRetry: () => void }) {
  const t = useText()
  const { kind } = outcome
  return (
    <div className="grid gap-12 phone-result" data-outcome={kind}>
      <Icon name={icons[kind]} />
      <PhoneTitle key={kind}>{t(`phone.${kind}`)}</PhoneTitle>
      <p>{outcome.kind === 'failed' ? outcome.message : t(`phone.${outcome.kind}Text`)}</p>
      {kind === 'failed' && (
        <div className="grid gap-12 phone-actions">
          <Button icon="refresh" onClick={onRetry}>
            {t('action.retry')}
          </Button>
          <a className="button button-text" href="/login">
            {t('phone.back')}
          </a>
        </div>
      )}
    </div>
  )
}

/** The title of the present stage; it gets the focus, so that it is read out. */
function PhoneTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
