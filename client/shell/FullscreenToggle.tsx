import { useSnapshot } from 'valtio'
import { layout } from '../stores/layout'
import { IconButton } from '../ui/Button'
import { useText } from '../ui/useText'
import { hasFullscreen, toggleFullscreen, useFullscreen } from './fullscreen'

/** Fills the screen with the product; Esc, as everywhere, gives it back. */
export function FullscreenToggle() {
  const t = useText()
  useSnapshot(layout)
  const isFull = useFullscreen()
  if (!hasFullscreen()) return null
  return (
    <IconButton
      label={t(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
      icon={isFull ? 'fullscreen-exit' : 'fullscreen'}
      size={20}
      aria-keyshortcuts="f"
      onClick={() => void toggleFullscreen()}
    />
  )
}
