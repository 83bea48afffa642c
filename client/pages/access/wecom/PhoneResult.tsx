import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { useText } from '../../../ui/useText'
import { PhoneTitle } from './PhoneTitle'

/** How it ended. `gone`: the code is unknown, used or too old. */
export type Outcome = { kind: 'done' | 'refused' | 'gone' } | { kind: 'failed'; message: string }

const icons = { done: 'ok', refused: 'ng', gone: 'time-range', failed: 'warning' } as const

/** What has become of it, and what to do now. */
export function PhoneResult({ outcome, onRetry }: { outcome: Outcome; onRetry: () => void }) {
  const t = useText()
  const { kind } = outcome
  return (
    <div className="phone-result" data-outcome={kind}>
      <Icon name={icons[kind]} />
      <PhoneTitle key={kind}>{t(`phone.${kind}`)}</PhoneTitle>
      <p>{outcome.kind === 'failed' ? outcome.message : t(`phone.${outcome.kind}Text`)}</p>
      {kind === 'failed' && (
        <div className="phone-actions">
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
