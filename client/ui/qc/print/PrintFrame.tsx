import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../Button'
import { useText } from '../../useText'
import './print.css'

type PrintFrameProps = {
  /** Names the printed document for screen readers. */
  label: string
  /** What stands at the foot of each page: what is printed, and when. Undefined until that is known. */
  foot: string | undefined
  /** True once all content is loaded. */
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A print preview over the whole window. It stands beside the application, which is neither printed nor reachable
 * meanwhile.
 */
export function PrintFrame({ label, foot, isReady, onClose, children }: PrintFrameProps) {
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

  // Margin boxes take their text from a style sheet alone. A browser without them prints the title of the window.
  useLayoutEffect(() => {
    if (foot === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page qc-record { @bottom-left { content: "${CSS.escape(foot)}"; font-size: 8pt } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    let title = document.title
    const begin = () => {
      title = document.title
      document.title = foot
    }
    const end = () => void (document.title = title)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [foot])

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
