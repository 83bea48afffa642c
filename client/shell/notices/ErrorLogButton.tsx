import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { errors } from '../../stores/errors'
import { IconButton } from '../../ui/Button'
import { toast } from '../../ui/toast'
import { tr, useText } from '../../ui/useText'
import './notices.css'

const load = () => import('./ErrorLog')
const ErrorLog = lazy(load)

/** In the bar on top while run-time errors are kept: how many, and the way to their list. */
export function ErrorLogButton() {
  const t = useText()
  const count = useSnapshot(errors).noted.length
  const [isOpen, setIsOpen] = useState(false)

  async function open() {
    try {
      await load()
      setIsOpen(true)
    } catch {
      toast.show(tr('error.network'), { tone: 'error' }) // drawn without its code, it would take the frame with it
    }
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
      {isOpen && (
        <Suspense fallback={null}>
          <ErrorLog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
