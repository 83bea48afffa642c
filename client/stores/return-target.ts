import { readFields, writeJson, writeText } from './storage'

const KEY = 'way-back'

/** This window's page before it left for WeCom's page, which forgets it, and the attempt that it left with. */
type ReturnTarget = { state: string; target: string }

/** Called before leaving. The sign-in page has the target in its query; any other page is itself the target. */
export function storeReturnTarget(state: string): void {
  const { pathname, search } = location
  const target = pathname === '/login' ? (new URLSearchParams(search).get('redirect') ?? '') : pathname + search
  writeJson(KEY, { state, target } satisfies ReturnTarget, 'session')
}

/** The page after signing in with this attempt; undefined if this window did not leave with it. Not to be trusted. */
export function readReturnTarget(state: string): string | undefined {
  const stored = readFields(KEY, 'session')
  return stored['state'] === state && 'target' in stored ? String(stored['target']) : undefined
}

export const clearReturnTarget = (): void => writeText(KEY, null, 'session')
