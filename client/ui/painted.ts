import { startTransition, useEffect, useState } from 'react'

/** Calls back when the next frame has been painted; a window that nobody sees paints none. Returns how to call it off. */
function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => void (timer = setTimeout(task))
  const frame = document.hidden ? wait() : requestAnimationFrame(wait)
  return () => {
    if (frame) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Follows a value one frame later, from nothing on: what is drawn from it leaves the first frame after an input to what
 * matters more, and is drawn in slices, which let further input through.
 */
export function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value])
  return painted
}
