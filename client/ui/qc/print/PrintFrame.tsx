import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../Button'
import { useText } from '../../useText'
import './print.css'

type PrintFrameProps = {
  /** Names the printed document for screen readers. */
  label: string
  /** True once all content is loaded. */
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A print preview over the whole window. It stands beside the application, which is neither printed nor reachable
 * meanwhile.
 */
export function PrintFrame({ label, isReady, onClose, children }: PrintFrameProps) {
  const t = useText()
  const sheet = useRef<HTMLDivElement>(null)

  // A page in a hidden tab keeps its elements: the sheet leaves the screen with it.
  useLayoutEffect(() => {
    const element = sheet.current
    const app = document.getElementById('root')
    if (!element || !app) return
    const before = document.activeElement
    element.hidden = false
    app.inert = true
    element.focus()
    return () => {
      element.hidden = true
      app.inert = false
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return createPortal(
    <div
      ref={sheet}
      className="print"
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="print-bar">
        <Button icon="chevron-left" onClick={onClose}>
          {t('qcRecord.printed.close')}
        </Button>
        <Button variant="primary" disabled={!isReady} onClick={() => window.print()}>
          {t('qcRecord.print')}
        </Button>
      </div>
      {children}
    </div>,
    document.body,
  )
}
