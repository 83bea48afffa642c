import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { errors } from '../../stores/errors'
import { IconButton } from '../../ui/Button'
import { dialogPart } from '../../ui/overlay/Dialog'
import { isReady } from '../../ui/ready'
import { useText } from '../../ui/useText'
import './notices.css'

const ErrorLog = dialogPart(() => import('./ErrorLog'))

/** In the bar on top while run-time errors are kept: how many, and the way to their list. */
export function ErrorLogButton() {
  const t = useText()
  const count = useSnapshot(errors).noted.length
  const [isOpen, setIsOpen] = useState(false)

  async function open() {
    if (await isReady(ErrorLog)) setIsOpen(true)
  }

  if (count === 0 && !isOpen) return null
  return (
    <span className="error-log-button">
      <IconButton
        label={t('errorLog.open', { count })}
        icon="bug"
        size={20}
        aria-haspopup="dialog"
        onClick={() => void open()}
      />
      <span className="error-log-count" aria-hidden="true">
        {count}
      </span>
      {isOpen && <ErrorLog onClose={() => setIsOpen(false)} />}
    </span>
  )
}
