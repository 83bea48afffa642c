import { useEffect } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { session } from '../stores/session'
import { loginPath, pathAfterLogin } from './guard'

/** `/auth-redirect?redirect=…`, where another sign-in comes back to: leads on to where it was going. */
export function AuthRedirect() {
  const search = useSearch()
  useEffect(() => {
    const target = pathAfterLogin(search)
    navigate(session.token ? target : loginPath(target), { replace: true })
  }, [search])
  return null
}
