import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../../ui/Button'
import type { IconName } from '../../../ui/icons/Icon'

/** After this time without movement the mouse counts as still. */
const STILL_MS = 3000

const isFullscreen = () => document.fullscreenElement !== null || matchMedia('(display-mode: fullscreen)').matches

type CornerProps = {
  label: string
  icon: IconName
  onClick: () => void
  /** Called on Esc, or at the end of full screen; by default the same as the button. */
  onLeave?: () => void
}

/**
 * The ways to leave a wall that fills the window: a button in the corner, shown while the mouse moves, the Esc key, and
 * the end of full screen, as by F11.
 */
export function Corner({ label, icon, onClick, onLeave = onClick }: CornerProps) {
  const isStill = useStillMouse()
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    let wasFull = isFullscreen()
    const display = matchMedia('(display-mode: fullscreen)')
    function onFullscreenChange() {
      const isFull = isFullscreen()
      if (wasFull && !isFull) leave()
      wasFull = isFull
    }
    function onKeyDown({ key, defaultPrevented }: KeyboardEvent) {
      if (key === 'Escape' && !defaultPrevented && !isFullscreen()) leave()
    }
    document.addEventListener('fullscreenchange', onFullscreenChange)
    display.addEventListener('change', onFullscreenChange)
    addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('fullscreenchange', onFullscreenChange)
      display.removeEventListener('change', onFullscreenChange)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])

  return (
    <div className="wall-corner" data-still={isStill}>
      <IconButton label={label} icon={icon} size={20} onClick={onClick} />
    </div>
  )
}

/** True once the mouse has not moved for three seconds; the pointer is hidden then. */
function useStillMouse(): boolean {
  const [isStill, setIsStill] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function move() {
      setIsStill(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsStill(true), STILL_MS)
    }
    addEventListener('pointermove', move, { passive: true })
    addEventListener('pointerdown', move, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', move)
      removeEventListener('pointerdown', move)
    }
  }, [])
  useEffect(() => {
    document.documentElement.dataset.pointer = isStill ? 'still' : ''
    return () => {
      delete document.documentElement.dataset.pointer
    }
  }, [isStill])
  return isStill
}

/** Enters full screen. A browser that refuses shows this itself. */
export const enterFullScreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => {})

export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
}

export const toggleFullScreen = (): void => (document.fullscreenElement ? leaveFullScreen() : enterFullScreen())
