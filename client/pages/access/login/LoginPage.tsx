import { useState, useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo, type DemoAccount } from '../../../stores/app-info'
import { beyondSignIn } from '../../../ui/app/beyond-sign-in'
import { part } from '../../../ui/part'
import { useAppName } from '../../../ui/app/useAppName'
import { useText } from '../../../ui/useText'
import { getVersion } from '../../../api/health'
import { SignInWays } from './SignInWays'
import { useSignInWay } from './useSignInWay'
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
  const name = useAppName()
  const { logo, demoAccounts } = useSnapshot(appInfo)
  const [way, chooseWay] = useSignInWay()
  const [isCaptchaAsked, setIsCaptchaAsked] = useState(false)
  const [offered, setOffered] = useState<DemoAccount>()

  return (
    <div className="login">
      <header className="login-tools">{tools}</header>
      <main className="login-main">
        <div className="login-brand">
          <img src={logo || '/logo.svg'} alt="" width={40} height={40} />
          <h1>{name}</h1>
          <p>{t('login.intro')}</p>
        </div>
        <div className="login-card card">
          <SignInWays
            way={way}
            onChoose={chooseWay}
            onSignedIn={onSignedIn}
            offered={offered}
            onCaptcha={setIsCaptchaAsked}
          />
        </div>
        {demoAccounts.length > 0 && (
          <div hidden={way !== 'password'}>
            <DemoAccounts
              accounts={demoAccounts}
              isCaptchaAsked={isCaptchaAsked}
              onChoose={(account) => setOffered({ ...account })}
            />
          </div>
        )}
      </main>
      <footer className="login-footer">
        <ServiceHealth />
      </footer>
    </div>
  )
}

/** Version of the server, and whether it answers. */
function ServiceHealth() {
  const t = useText()
  const [version, setVersion] = useState<string>()
  const [health, setHealth] = useState<'checking' | 'ok' | 'bad'>('checking')
  useEffect(() => {
    getVersion().then(
      (answer) => {
        setVersion(answer)
        setHealth('ok')
      },
      () => setHealth('bad'),
    )
  }, [])
  return (
    <p className="service-health" data-health={health}>
      {version && <span>v{version}</span>}
      <span>
        {t('login.health')} <span className="service-health-dot" aria-hidden="true" /> {t(`health.${health}`)}
      </span>
    </p>
  )
}
