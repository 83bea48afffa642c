import { useSnapshot } from 'valtio'
import { formatTime } from '#shared/format/time'
import { buildName } from '../../stores/build'
import { clearErrors, errors, type NotedError } from '../../stores/errors'
import { Button, IconButton } from '../../ui/Button'
import { copyText } from '../../ui/input/copy'
import { Dialog } from '../../ui/overlay/Dialog'
import { Time } from '../../ui/time'
import { toast } from '../../ui/overlay/toast'
import { tr, useText } from '../../ui/useText'
import { DialogFooter } from '../../ui/overlay/DialogFooter'

/** The run-time errors of this window, for reports. */
export default function ErrorLog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { noted } = useSnapshot(errors)

  function clear() {
    onClose()
    clearErrors()
  }

  return (
    <Dialog title={t('errorLog.title')} open onClose={onClose} size="medium">
      <p className="error-log-intro">{t('errorLog.intro')}</p>
      <ul className="error-log" aria-label={t('errorLog.title')}>
        {noted.map((error) => (
          <li key={error.id}>
            <p className="error-log-message">{error.message}</p>
            <p className="row stretch wrap hint error-log-facts">
              <Time value={error.at} relative />
              <span>{error.path}</span>
              {error.count > 1 && <span>{t('errorLog.times', { count: error.count })}</span>}
            </p>
            <IconButton
              label={t('errorLog.copy', { message: error.message.slice(0, 60) })}
              icon="copy"
              onClick={() => void copy(error)}
            />
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button icon="trash" onClick={clear}>
          {t('errorLog.clear')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Copies the details for an investigation. They are not translated, because developers read them. */
async function copy({ at, message, stack, path, where, count }: Readonly<NotedError>) {
  const details = [
    `${formatTime(at)}, ${count}x, ${where}`,
    `page: ${path}`,
    `build: ${buildName()}`,
    message,
    stack,
    navigator.userAgent,
  ]
  if (await copyText(details.join('\n'))) toast.show(tr('action.copied'))
}
