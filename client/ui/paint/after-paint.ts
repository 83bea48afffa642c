/** Runs a task after the next frame has been painted; hidden windows paint none. Returns a function that cancels it. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => void (timer = setTimeout(task))
  const frame = document.hidden ? wait() : requestAnimationFrame(wait)
  return () => {
    if (frame) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
