import { useEffect } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { session } from '../stores/session'
import { withMoreStyles } from '../ui/app/app-styles'
import { beyondSignIn } from '../ui/app/beyond-sign-in'
import { part } from '../ui/part'
import { loginPath, pathAfterLogin } from './routing/guard'
import { Preferences } from './Preferences'
import { useDocumentTitle } from './useDocumentTitle'

const AuthRedirectPage = part(() =>
  beyondSignIn(() => withMoreStyles(() => import('../pages/access/wecom/AuthRedirectPage'))),
)

/**
 * `/auth-redirect`, where another sign-in comes back to. With `code` and `state`, WeCom has sent somebody; without, it
 * leads on to where it was going, `redirect`.
 */
export function AuthRedirect() {
  useDocumentTitle('page.login')
  const search = useSearch()
  const query = new URLSearchParams(search)
  const [code, state] = [query.get('code'), query.get('state')]
  useEffect(() => {
    const target = pathAfterLogin(search)
    if (!code || !state) navigate(session.token ? target : loginPath(target), { replace: true })
  }, [search, code, state])
  if (!code || !state) return null

  const goOn = (target: string) =>
    navigate(pathAfterLogin(`?${new URLSearchParams({ redirect: target })}`), { replace: true })
  return <AuthRedirectPage code={code} state={state} tools={<Preferences />} onSignedIn={goOn} />
}
