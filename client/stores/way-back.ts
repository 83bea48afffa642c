import { readFields, writeJson, writeText } from './storage'

const KEY = 'way-back'

/** Where this window was when it left for WeCom's page, which forgets it, and the attempt it left with. */
type WayBack = { state: string; target: string }

/** Called before leaving. The sign-in page holds the target in its query; any other page is the target itself. */
export function keepWayBack(state: string): void {
  const { pathname, search } = location
  const target = pathname === '/login' ? (new URLSearchParams(search).get('redirect') ?? '') : pathname + search
  writeJson(KEY, { state, target } satisfies WayBack, 'session')
}

/** Where to go after signing in with this attempt; undefined when this window has not left with it. Not to be trusted. */
export function wayBack(state: string): string | undefined {
  const stored = readFields(KEY, 'session')
  return stored['state'] === state && 'target' in stored ? String(stored['target']) : undefined
}

export const forgetWayBack = (): void => writeText(KEY, null, 'session')
