import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { settings } from '../../../stores/settings'
import { LocaleContext } from '../../useText'

/** Draws a dialog beside the application until it is closed, for what any page may call without drawing it itself. */
export function openBeside(draw: (onClose: () => void) => ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const opener = document.activeElement
  function close() {
    root.unmount()
    place.remove()
    if (opener instanceof HTMLElement) opener.focus()
  }
  root.render(<InLanguage>{draw(close)}</InLanguage>)
}

function InLanguage({ children }: { children: ReactNode }) {
  const { locale } = useSnapshot(settings)
  return <LocaleContext value={locale}>{children}</LocaleContext>
}
