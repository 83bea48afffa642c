import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { qrPath } from '#shared/qr-path'
import type { QrPurpose } from '#shared/access/wecom'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { settings } from '../../stores/settings'
import { Button } from '../Button'
import { Icon } from '../icons/Icon'
import { useText } from '../useText'
import { inLanguage } from './in-language'
import { useQrCode, type QrAttempt } from './useQrCode'
import './QrPanel.css'

type QrPanelProps = {
  purpose: QrPurpose
  /** Completes the purpose of the code. Its error is shown, with a button for another code. */
  finish: (code: string, state: string) => Promise<void>
  /** Further options below the code. */
  children?: (attempt: QrAttempt) => ReactNode
}

/** A QR code to scan with WeCom: instruction, remaining time and state. */
export function QrPanel({ purpose, finish, children }: QrPanelProps) {
  const t = useText()
  const { demoAccounts } = useSnapshot(appInfo)
  const { locale } = useSnapshot(settings)
  const { attempt, renew } = useQrCode(purpose, finish)
  const { stage, code, endsAt } = attempt
  const isLive = stage === 'waiting' || stage === 'unreachable'
  const hasEnded = stage === 'over' || stage === 'refused' || stage === 'failed'
  return (
    <div className="qr" data-stage={stage}>
      <Stage attempt={attempt} />
      <div className="qr-frame">
        {code ? <QrDrawing text={code.url} label={t('qr.code')} /> : <div className="qr-drawing" />}
        {stage === 'finishing' && <Icon name="ok" size={20} />}
      </div>
      {isLive && endsAt !== undefined && <Countdown endsAt={endsAt} />}
      {/* The same button in every stage, so that it keeps the focus. */}
      <Button
        variant={hasEnded ? 'primary' : 'text'}
        icon="refresh"
        className="qr-again"
        busy={!isLive && !hasEnded}
        onClick={renew}
      >
        {t('qr.renew')}
      </Button>
      <div className="grid qr-ways">
        {children?.(attempt)}
        {isLive && code && demoAccounts.length > 0 && (
          <a href={inLanguage(code.url, locale)} target="_blank" rel="noopener">
            {t('qr.simulator')} <Icon name="external" />
          </a>
        )}
      </div>
    </div>
  )
}

/** The instruction, or the result; changes are read out. */
function Stage({ attempt: { stage, message } }: { attempt: QrAttempt }) {
  const t = useText()
  const isWrong = stage === 'failed' || stage === 'refused'
  const isWarning = isWrong || stage === 'unreachable' || stage === 'over'
  const text = stage === 'failed' ? message : t(stage === 'loading' ? 'qr.waiting' : `qr.${stage}`)
  return (
    <p className={`qr-stage ${isWrong ? 'qr-stage-wrong' : ''}`} role={isWrong ? 'alert' : 'status'}>
      {isWarning && <Icon name="warning" />} {text}
    </p>
  )
}

/** Black on white in every theme: most phones cannot read inverted codes. */
function QrDrawing({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      className="qr-drawing"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** Counts down to an instant of this machine's clock. Not read out, since it changes every second. */
function Countdown({ endsAt }: { endsAt: number }) {
  const t = useText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span className="qr-life" role="timer">
      {t('qr.life', { time })}
    </span>
  )
}
