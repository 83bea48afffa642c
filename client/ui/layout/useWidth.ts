import { useEffect, useState, type RefObject } from 'react'
import { readText, writeText } from '../../stores/storage'

/**
 * The present width of an element in pixels; 0 before it is known.
 *
 * @param key if given, the width is stored under it, and begins the next document: what is drawn in the element then
 *   need not wait for a layout
 */
export function useWidth(box: RefObject<HTMLElement | null>, key?: string): number {
  const [width, setWidth] = useState(() => Number(key && readText(key)) || 0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const now = Math.floor(element.clientWidth)
      setWidth(now)
      if (key && now > 0) writeText(key, String(now))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, key])
  return width
}
