import { useEffect } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { session } from '../stores/session'
import { leaveForSignIn } from '../stores/sign-in-page'
import { beyondSignIn } from '../ui/app/beyond-sign-in'
import { qrTexts, withWords } from '../ui/app/word-parts'
import { part } from '../ui/part'
import { loginPath, pathAfterLogin } from './routing/guard'
import { Preferences } from './Preferences'
import { useDocumentTitle } from './useDocumentTitle'

const AuthRedirectPage = part(() =>
  beyondSignIn(() => withWords(() => import('../pages/access/wecom/AuthRedirectPage'), qrTexts)),
)

/**
 * `/auth-redirect`, the return address of other sign-ins. With `code` and `state` the browser comes from WeCom; without
 * them it goes on to `redirect`.
 */
export function AuthRedirect() {
  useDocumentTitle('page.login')
  const search = useSearch()
  const query = new URLSearchParams(search)
  const [code, state] = [query.get('code'), query.get('state')]
  useEffect(() => {
    const target = pathAfterLogin(search)
    if (code && state) return
    if (session.token) navigate(target, { replace: true })
    else leaveForSignIn(loginPath(target))
  }, [search, code, state])
  if (!code || !state) return null

  const goOn = (target: string) =>
    navigate(pathAfterLogin(`?${new URLSearchParams({ redirect: target })}`), { replace: true })
  return <AuthRedirectPage code={code} state={state} tools={<Preferences />} onSignedIn={goOn} />
}
