import type { PointerEvent } from 'react'
import type { Anchor } from '../../ui/overlay/position'

const LONG_MS = 500
/** A finger is unsteady: a longer movement is a scroll. */
const STEADY_PX = 10

/** Calls `open` when a finger rests on an element, since some browsers open no context menu. */
export function onLongPress({ pointerType, clientX, clientY }: PointerEvent, open: (anchor: Anchor) => void): void {
  if (pointerType !== 'touch') return
  const gone = new AbortController()
  const { signal } = gone
  const timer = setTimeout(() => {
    gone.abort()
    open({ x: clientX, y: clientY })
  }, LONG_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const move = (event: globalThis.PointerEvent) => {
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > STEADY_PX) gone.abort()
  }
  addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'contextmenu']) addEventListener(end, () => gone.abort(), { signal })
}
