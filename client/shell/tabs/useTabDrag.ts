import { useRef, type PointerEvent, type RefObject } from 'react'
import { moveTab, tabs } from '../../stores/tabs'

/** A hand is unsteady: a shorter movement is still a click. */
const STEADY_PX = 6

/** Moves a tab along the bar with the mouse or a pen; a finger scrolls the bar instead. */
export function useTabDrag(list: RefObject<HTMLElement | null>) {
  const isDrag = useRef(false)

  function start({ button, clientX: from, pointerType }: PointerEvent, path: string) {
    isDrag.current = false
    if (button !== 0 || pointerType === 'touch') return
    const gone = new AbortController()
    const { signal } = gone
    const move = ({ clientX, buttons }: globalThis.PointerEvent) => {
      if (buttons === 0) return gone.abort() // released outside the window
      if (!isDrag.current && Math.abs(clientX - from) < STEADY_PX) return
      isDrag.current = true
      const to = placeAt(clientX)
      if (to !== tabs.visited.findIndex((tab) => tab.path === path)) moveTab(path, to)
    }
    addEventListener('pointermove', move, { signal })
    const end = () => {
      gone.abort()
      setTimeout(() => (isDrag.current = false)) // after the click that ends it
    }
    addEventListener('pointerup', end, { signal })
    addEventListener('pointercancel', end, { signal })
  }

  /** The position of the tab under the pointer, or of the nearest end. */
  function placeAt(x: number): number {
    const all = [...(list.current?.querySelectorAll('[role=tab]') ?? [])]
    const at = all.findIndex((tab) => x < tab.getBoundingClientRect().right)
    return at < 0 ? all.length - 1 : at
  }

  /** True for the click that ends a drag. */
  return { start, wasDrag: () => isDrag.current }
}
