import { Link } from 'wouter'
import { recordPath } from '#shared/qc/paths'
import type { Signal } from '#shared/qc/signal'
import { signalWords } from '../../ui/qc/signal/signal-words'
import { useText } from '../../ui/useText'

/** The message of the main chart on the dashboard, and the reason for its choice. */
export default function Reason({ signal, tz }: { signal: Signal | undefined; tz: string }) {
  const t = useText()
  return (
    <>
      <p>
        {signal ? (
          <>
            {signalWords(t, signal, tz)} <Link href={recordPath(signal.qcValueBaseId)}>{signal.recordNo}</Link>
          </>
        ) : (
          t('qcSignal.noOpen')
        )}
      </p>
      <details className="hint">
        <summary>{t('qcSignal.whyThis')}</summary>
        {t(signal ? 'qcSignal.whyNewest' : 'qcSignal.whyFirst')}
      </details>
    </>
  )
}
