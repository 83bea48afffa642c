import { useEffect, useRef, useState } from 'react'

/** A function that never changes and calls the latest version, for memoized components. */
export function useStable<Args extends unknown[]>(latest: ((...args: Args) => void) | undefined) {
  const current = useRef(latest)
  useEffect(() => {
    current.current = latest
  })
  const [stable] = useState(
    () =>
      (...args: Args): void =>
        current.current?.(...args),
  )
  return stable
}
