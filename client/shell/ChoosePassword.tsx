import { useEffect } from 'react'
import { LIFE_KEY, readLife } from '../stores/session'
import { part } from '../ui/part'
import { signOut } from './AvatarMenu'
import { enter } from './routing/enter'
import { Preferences } from './Preferences'
import { useDocumentTitle } from './useDocumentTitle'

const ChoosePasswordPage = part(() => import('../pages/access/choose-password/ChoosePasswordPage'))

/** In place of everything else while an operator has to choose another password; then they go on where they wanted to. */
export function ChoosePassword() {
  useDocumentTitle('choosePassword.title')
  useEffect(() => {
    // It may be done in another window of this browser.
    const follow = ({ key }: StorageEvent) => key === LIFE_KEY && !readLife().mustChangePassword && void enter()
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  return <ChoosePasswordPage tools={<Preferences />} onDone={() => void enter()} onSignOut={() => void signOut()} />
}
