import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { appInfo } from '../../stores/app-info'
import { session } from '../../stores/session'
import { leaveForSignIn } from '../../stores/sign-in-page'
import { clearSession } from '../../stores/sign-out'
import { enter } from './enter'
import { guard, SETUP } from './guard'

/** Carries out the guard's decision about the present address. True if the address may be shown. */
export function useGuard(): boolean {
  const { token, roles, stayingAt } = useSnapshot(session)
  const { setup } = useSnapshot(appInfo)
  const isSignedIn = token !== ''
  const verdict = guard({
    path: usePathname(),
    search: useSearch(),
    isSignedIn,
    hasRoles: roles.length > 0,
    stayingAt,
    setup,
  })
  const { kind } = verdict
  const to = verdict.kind === 'redirect' ? verdict.to : ''

  useEffect(() => {
    if (kind === 'load') void enter()
    if (kind !== 'redirect') return
    if (isSignedIn || to === SETUP) return navigate(to, { replace: true })
    clearSession() // remains of an ended session
    leaveForSignIn(to)
  }, [kind, to, isSignedIn])

  return kind === 'proceed'
}
