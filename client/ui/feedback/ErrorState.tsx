import { Failure } from '../../api/http'
import { isMissingPart } from '../../stores/errors'
import { Button } from '../Button'
import { copyText } from '../input/copy'
import { Icon } from '../icons/Icon'
import { toast } from '../overlay/toast'
import { tr, useText } from '../useText'
import './EmptyState.css'

type ErrorStateProps = { error: Error; onRetry: () => void }

/** Replaces content that could not be loaded: the error, the number for a report, and a retry button. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useText()
  const requestId = requestIdOf(error)
  return (
    <div className="stack middle gap-12 empty-state" role="alert">
      <Icon name="warning" size={20} />
      <p>{isMissingPart(error.message) ? t('error.part') : error.message || t('error.unknown')}</p>
      {requestId && !error.message.includes(requestId) && (
        <p className="empty-state-request">{t('error.requestId', { id: requestId })}</p>
      )}
      <div className="row stretch">
        <Button icon="refresh" onClick={onRetry}>
          {t('action.retry')}
        </Button>
        <Button variant="text" icon="copy" onClick={() => void copyDetails(error)}>
          {t('error.copyDetails')}
        </Button>
      </div>
    </div>
  )
}

const requestIdOf = (error: Error) => (error instanceof Failure ? error.requestId : undefined)

async function copyDetails(error: Error): Promise<void> {
  const code = error instanceof Failure ? error.code : error.name
  const details = [
    error.message,
    `code: ${code}`,
    `request: ${requestIdOf(error) ?? '-'}`,
    location.href,
    new Date().toISOString(),
  ]
  if (await copyText(details.join('\n'))) toast.show(tr('action.copied'))
}
