import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { settings } from '../../../stores/settings'
import { beyondSignIn } from '../../../ui/app/beyond-sign-in'
import { part } from '../../../ui/part'
import { qrTexts, withWords } from '../../../ui/app/word-parts'
import { LocaleContext } from '../../../ui/useText'

const QrSignIn = part(() => beyondSignIn(() => withWords(() => import('./QrSignIn'), qrTexts)))

/** Draws the QR sign-in into an element of the form. Returns a function that removes it. */
export function mountQr(panel: HTMLElement, props: ComponentProps<typeof QrSignIn>): () => void {
  const place = document.createElement('div')
  panel.append(place)
  const root = createRoot(place)
  root.render(<Localized {...props} />)
  return () => {
    place.remove()
    queueMicrotask(() => root.unmount()) // React may be rendering the parent
  }
}

function Localized(props: ComponentProps<typeof QrSignIn>) {
  const { locale } = useSnapshot(settings)
  return (
    <LocaleContext value={locale}>
      <QrSignIn {...props} />
    </LocaleContext>
  )
}
