import { useEffect, useState } from 'react'

/**
 * Waiting times set by the server, each for attempts with one account.
 *
 * @param account its user name; left out if there is only one
 * @returns the seconds left for that account, counting down to 0, and a function that begins a wait
 */
export function useWait(account = ''): [seconds: number, waitFor: (seconds: number, account?: string) => void] {
  const [ends, setEnds] = useState<ReadonlyMap<string, number>>(new Map())
  const [now, setNow] = useState(0)
  const isCounting = [...ends.values()].some((end) => end > now)
  useEffect(() => {
    if (!isCounting) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [isCounting, now])

  function waitFor(seconds: number, whose = account) {
    const start = Date.now()
    setEnds((before) => new Map(before).set(keyOf(whose), start + seconds * 1000))
    setNow(start)
  }
  return [Math.max(0, Math.ceil(((ends.get(keyOf(account)) ?? 0) - now) / 1000)), waitFor]
}

const keyOf = (account: string) => account.trim().toLowerCase()
