import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { useText } from '../../ui/useText'
import { LoginForm } from './LoginForm'
import { ServiceHealth } from './ServiceHealth'
import './LoginPage.css'

type LoginPageProps = {
  /** Switches that stand in the corner. */
  tools: ReactNode
  /** Called when there is a session. */
  onSignedIn: () => void
}

/** The way in. It comes with the first file of the application, so it imports little. */
export function LoginPage({ tools, onSignedIn }: LoginPageProps) {
  const t = useText()
  const { name, logo } = useSnapshot(appInfo)
  return (
    <div className="login">
      <header className="login-tools">{tools}</header>
      <main className="login-main">
        <div className="login-brand">
          <img src={logo || '/logo.svg'} alt="" width={40} height={40} />
          <h1>{name || t('app.defaultName')}</h1>
          <p>{t('login.intro')}</p>
        </div>
        <LoginForm onSignedIn={onSignedIn} />
      </main>
      <footer className="login-footer">
        <ServiceHealth />
      </footer>
    </div>
  )
}
