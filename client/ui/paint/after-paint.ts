/** Calls back when the next frame has been painted; a window that nobody sees paints none. Returns how to call it off. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => void (timer = setTimeout(task))
  const frame = document.hidden ? wait() : requestAnimationFrame(wait)
  return () => {
    if (frame) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
