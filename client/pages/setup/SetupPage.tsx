import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'
import { useText } from '../../ui/useText'
import { SetupForm } from './SetupForm'
import './SetupPage.css'

type SetupPageProps = {
  /** Switches that stand in the corner. */
  tools: ReactNode
  /** Called when there is an administrator. */
  onDone: () => void
}

/** Makes the first administrator. The token stands behind `#` in the link, where no server log sees it. */
export default function SetupPage({ tools, onDone }: SetupPageProps) {
  const t = useText()
  const token = location.hash.slice(1)
  return (
    <div className="setup">
      <header className="setup-tools">{tools}</header>
      <main className="setup-main">
        <div className="setup-card card">
          <h1>{t(token ? 'setup.title' : 'setup.noToken')}</h1>
          {token ? (
            <>
              <p className="setup-text">{t('setup.intro')}</p>
              <SetupForm token={token} onDone={onDone} />
            </>
          ) : (
            <p className="setup-text">
              <Icon name="info" /> {t('setup.noTokenText', { link: `${location.origin}/setup#…` })}
            </p>
          )}
        </div>
      </main>
    </div>
  )
}
