const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/**
 * Has `remove` done should this process end before the function that is answered is called: at an exit, or at a signal
 * that nobody else here waits for.
 */
export function atEnd(remove: () => void): () => void {
  const waited = Object.entries(numbers).filter(([signal]) => process.listenerCount(signal) === 0)
  const listeners = waited.map(([signal, number]) => ({ signal, end: () => process.exit(128 + number) }))
  process.once('exit', remove)
  for (const { signal, end } of listeners) process.once(signal, end)
  return () => {
    process.off('exit', remove)
    for (const { signal, end } of listeners) process.off(signal, end)
  }
}
