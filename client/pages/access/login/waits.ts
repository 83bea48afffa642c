/**
 * Waiting times set by the server, each for attempts with one account.
 *
 * @param changed called each second while there is one
 */
export function openWaits(changed: () => void) {
  const ends = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function count() {
    const now = Date.now()
    for (const [account, end] of ends) if (end <= now) ends.delete(account)
    timer = ends.size > 0 ? setTimeout(count, 1000) : undefined
    changed()
  }
  return {
    /** The seconds left for an account. */
    left: (account: string): number => Math.max(0, Math.ceil(((ends.get(keyOf(account)) ?? 0) - Date.now()) / 1000)),
    begin(account: string, seconds: number) {
      ends.set(keyOf(account), Date.now() + seconds * 1000)
      clearTimeout(timer)
      count()
    },
    close: () => clearTimeout(timer),
  }
}

const keyOf = (account: string) => account.trim().toLowerCase()
