const KEY = 'way-back'

/** Where this window was when it left for WeCom's page, which forgets it, and the attempt it left with. */
type WayBack = { state: string; target: string }

/** Called before leaving. The sign-in page holds the target in its query; any other page is the target itself. */
export function keepWayBack(state: string): void {
  const { pathname, search } = location
  const target = pathname === '/login' ? (new URLSearchParams(search).get('redirect') ?? '') : pathname + search
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ state, target } satisfies WayBack))
  } catch {
    // storage is full or switched off: the first page will do
  }
}

/** Where to go after signing in with this attempt; undefined when this window has not left with it. Not to be trusted. */
export function wayBack(state: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    const isOurs = typeof kept === 'object' && kept !== null && 'state' in kept && kept.state === state
    return isOurs && 'target' in kept ? String(kept.target) : undefined
  } catch {
    return undefined
  }
}

export const forgetWayBack = (): void => sessionStorage.removeItem(KEY)
