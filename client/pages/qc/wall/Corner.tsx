import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../../ui/Button'
import type { IconName } from '../../../ui/Icon'

/** The mouse is still for so long. */
const STILL_MS = 3000

const isFullscreen = () => document.fullscreenElement !== null || matchMedia('(display-mode: fullscreen)').matches

type CornerProps = {
  label: string
  icon: IconName
  onClick: () => void
  /** By Esc, or with full screen; the same as the button unless said otherwise. */
  onLeave?: () => void
}

/**
 * How to leave a wall that fills the window: a button in the corner, there as long as the mouse moves, Esc, or the end of
 * full screen, as F11 ends it.
 */
export function Corner({ label, icon, onClick, onLeave = onClick }: CornerProps) {
  const isStill = useStillMouse()
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    let wasFull = isFullscreen()
    const display = matchMedia('(display-mode: fullscreen)')
    function change() {
      const isFull = isFullscreen()
      if (wasFull && !isFull) leave()
      wasFull = isFull
    }
    function press({ key, defaultPrevented }: KeyboardEvent) {
      if (key === 'Escape' && !defaultPrevented && !isFullscreen()) leave()
    }
    document.addEventListener('fullscreenchange', change)
    display.addEventListener('change', change)
    addEventListener('keydown', press)
    return () => {
      document.removeEventListener('fullscreenchange', change)
      display.removeEventListener('change', change)
      removeEventListener('keydown', press)
    }
  }, [])

  return (
    <div className="wall-corner" data-still={isStill}>
      <IconButton label={label} icon={icon} size={20} onClick={onClick} />
    </div>
  )
}

/** True once the mouse has not moved for three seconds; its pointer is hidden then. */
function useStillMouse(): boolean {
  const [isStill, setIsStill] = useState(true)
  useEffect(() => {
    const rest = () => setIsStill(true)
    let timer: ReturnType<typeof setTimeout> | undefined
    function move() {
      setIsStill(false)
      clearTimeout(timer)
      timer = setTimeout(rest, STILL_MS)
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
