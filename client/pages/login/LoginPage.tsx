import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo, type DemoAccount } from '../../stores/app-info'
import { beyondSignIn } from '../../ui/beyond-sign-in'
import { part } from '../../ui/part'
import { useText } from '../../ui/useText'
import { ServiceHealth } from './ServiceHealth'
import { SignInWays, type SignInWay } from './SignInWays'
import './LoginPage.css'

type LoginPageProps = {
  /** Switches that stand in the corner. */
  tools: ReactNode
  /** Called when there is a session. */
  onSignedIn: () => void
}

const DemoAccounts = part(() => beyondSignIn(() => import('./DemoAccounts')))

/** The way in. It comes with the first file of the application, so it imports little. */
export function LoginPage({ tools, onSignedIn }: LoginPageProps) {
  const t = useText()
  const { name, logo, demoAccounts } = useSnapshot(appInfo)
  const [way, setWay] = useState<SignInWay>('password')
  const [offered, setOffered] = useState<DemoAccount>()

  return (
    <div className="login">
      <header className="login-tools">{tools}</header>
      <main className="login-main">
        <div className="login-brand">
          <img src={logo || '/logo.svg'} alt="" width={40} height={40} />
          <h1>{name || t('app.defaultName')}</h1>
          <p>{t('login.intro')}</p>
        </div>
        <div className="login-card card">
          <SignInWays way={way} onChoose={setWay} onSignedIn={onSignedIn} offered={offered} />
        </div>
        {demoAccounts.length > 0 && way === 'password' && (
          <DemoAccounts accounts={demoAccounts} onChoose={(account) => setOffered({ ...account })} />
        )}
      </main>
      <footer className="login-footer">
        <ServiceHealth />
      </footer>
    </div>
  )
}
