import { useEffect, useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../../stores/session'
import { FrontPage } from '../../../ui/app/FrontPage'
import { Button } from '../../../ui/Button'
import { useText } from '../../../ui/useText'
import PasswordFields from '../../../ui/password/PasswordFields'
import './ChoosePasswordPage.css'

type ChoosePasswordPageProps = {
  /** The switches in the corner. */
  tools: ReactNode
  /** Called once a new password is set. */
  onDone: () => void
  onSignOut: () => void
}

/** The only page for an operator whose password was set by another person. */
export default function ChoosePasswordPage({ tools, onDone, onSignOut }: ChoosePasswordPageProps) {
  const t = useText()
  const { name, userName } = useSnapshot(session)
  const main = useRef<HTMLElement>(null)
  useEffect(() => main.current?.querySelector('input')?.focus(), []) // the page has nothing else to do
  return (
    <FrontPage
      ref={main}
      tools={
        <>
          {tools}
          <Button variant="text" icon="logout" onClick={onSignOut}>
            {t('shell.signOut')}
          </Button>
        </>
      }
    >
      <div className="choose-password">
        <h1>{t('choosePassword.title')}</h1>
        <p className="front-page-text">{t('choosePassword.text', { name: name || userName })}</p>
        <PasswordFields onDone={onDone} />
      </div>
    </FrontPage>
  )
}
