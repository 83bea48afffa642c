import { useLayoutEffect, useRef, useState } from 'react'
import { fitting } from './fitting'

/** Shown before anything is measured. */
const FIRST_COUNT = 5

/**
 * How many entries of a row fit into `bar`. `ruler` holds an unseen likeness of each, the last that of the entry for
 * the rest. Measured before the first paint, and again when either changes its size; also when `words` are others.
 */
export function useFitting(words: string) {
  const bar = useRef<HTMLElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(FIRST_COUNT)
  useLayoutEffect(() => {
    const row = bar.current
    const likenesses = ruler.current
    if (!row || !likenesses) return
    const measure = () => {
      const widths = [...likenesses.children].map((one) => one.getBoundingClientRect().width)
      const moreWidth = widths.pop() ?? 0
      setCount(fitting(widths, row.clientWidth, moreWidth))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    observer.observe(likenesses)
    return () => observer.disconnect()
  }, [words])
  return { bar, ruler, count }
}
