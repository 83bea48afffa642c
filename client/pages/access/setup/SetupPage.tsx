import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { codes } from '#shared/envelope'
import { Failure } from '../../../api/failure'
import { checkSetupLink } from '../../../api/access/setup'
import { Icon } from '../../../ui/Icon'
import { part } from '../../../ui/part'
import { useLocale, useText } from '../../../ui/useText'
import { setupTexts, withWords } from '../../../ui/word-parts'
import { SetupForm } from './SetupForm'
import './SetupPage.css'

const RestoreBackup = part(() => withWords(() => import('./RestoreBackup'), setupTexts))

type SetupPageProps = {
  /** Switches that stand in the corner. */
  tools: ReactNode
  /** Called when there is an administrator. */
  onDone: () => void
}

/** Makes the first administrator, or restores a backup. The token stands behind `#` in the link, where no server log sees it. */
export default function SetupPage({ tools, onDone }: SetupPageProps) {
  const t = useText()
  const token = useSyncExternalStore(onNewLink, () => location.hash.slice(1))
  const fault = useLinkFault(token)
  const isGood = token !== '' && fault === undefined
  return (
    <div className="setup">
      <header className="setup-tools">{tools}</header>
      <main className="setup-main">
        <div className="setup-card card">
          <h1>{t(isGood ? 'setup.title' : 'setup.noToken')}</h1>
          {isGood ? (
            <>
              <p className="setup-text">{t('setup.intro')}</p>
              <SetupForm key={token} token={token} onDone={onDone} />
              <RestoreBackup token={token} onDone={onDone} />
            </>
          ) : (
            <p className="setup-text">
              <Icon name="info" /> {fault ?? t('setup.noTokenText', { link: `${location.origin}/setup#…` })}
            </p>
          )}
        </div>
      </main>
    </div>
  )
}

/** A link that is pasted over another one differs behind `#` alone: the page is not loaded anew. */
function onNewLink(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** What the server says against the link, so that nobody fills in a form in vain. Until that is known it counts as good. */
function useLinkFault(token: string): string | undefined {
  const locale = useLocale()
  const [found, setFound] = useState<{ token: string; fault: string }>()
  useEffect(() => {
    if (token === '') return
    checkSetupLink(token).catch((error: unknown) => {
      if (error instanceof Failure && error.code === codes.badRequest) setFound({ token, fault: error.message })
    })
  }, [token, locale])
  return found?.token === token ? found.fault : undefined
}
