import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { codes } from '#shared/envelope'
import { SetupInput } from '#shared/access/setup'
import { Failure } from '../../../api/failure'
import { checkSetupLink, setUp } from '../../../api/access/setup'
import { Icon } from '../../../ui/icons/Icon'
import { useLocale, useText, tr } from '../../../ui/useText'
import { toolsPart } from '../../../ui/app/word-parts'
import { finishSetup } from '../../../stores/app-info'
import type { Note } from '../../../stores/sign-in-page'
import { FrontPage } from '../../../ui/app/FrontPage'
import { Button } from '../../../ui/Button'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { InputField, PasswordField } from '../../../ui/form/fields'
import './SetupPage.css'

const RestoreBackup = toolsPart(() => import('./RestoreBackup'))

type SetupPageProps = {
  /** The switches in the corner. */
  tools: ReactNode
  /** Called once there is an administrator, with the message for the sign-in page. */
  onDone: (note: Note) => void
}

/**
 * Creates the first administrator, or restores a backup. The token is behind `#` in the link, where no server log sees
 * it.
 */
export default function SetupPage({ tools, onDone }: SetupPageProps) {
  const t = useText()
  const token = useSyncExternalStore(onNewLink, () => location.hash.slice(1))
  const fault = useLinkFault(token)
  const isGood = token !== '' && fault === undefined
  return (
    <FrontPage tools={tools}>
      <h1>{t(isGood ? 'setup.title' : 'setup.noToken')}</h1>
      {isGood ? (
        <>
          <p className="front-page-text">{t('setup.intro')}</p>
          <SetupForm key={token} token={token} onDone={onDone} />
          <RestoreBackup token={token} onDone={onDone} />
        </>
      ) : (
        <p className="front-page-text">
          <Icon name="info" /> {fault ?? t('setup.noTokenText', { link: `${location.origin}/setup#…` })}
        </p>
      )}
    </FrontPage>
  )
}

/** A link pasted over another one differs only behind `#`, so the page is not reloaded. */
function onNewLink(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The server's error for the link, so that nobody fills in a form in vain. The link counts as valid until checked. */
function useLinkFault(token: string): string | undefined {
  const locale = useLocale()
  const [checked, setChecked] = useState<{ token: string; fault: string }>()
  useEffect(() => {
    if (token === '') return
    checkSetupLink(token).catch((error: unknown) => {
      if (error instanceof Failure && error.code === codes.badRequest) setChecked({ token, fault: error.message })
    })
  }, [token, locale])
  return checked?.token === token ? checked.fault : undefined
}

/** Name and password of the first administrator. The password can be shown, so it is typed once. */
function SetupForm({ token, onDone }: { token: string; onDone: (note: Note) => void }) {
  const t = useText()
  const { input, formProps, formState } = useSchemaForm(SetupInput, {
    defaults: { token, username: 'admin', nickName: '', password: '' },
    async save(input) {
      await setUp(input)
      finishSetup()
      onDone({ message: tr('setup.done'), isGood: true, username: input.username.trim() })
    },
  })
  return (
    <form {...formProps}>
      <InputField
        {...input('username')}
        label={t('login.username')}
        required
        autoComplete="username"
        spellCheck={false}
      />
      <InputField {...input('nickName')} label={t('record.personName')} required autoComplete="name" />
      <PasswordField
        {...input('password')}
        label={t('login.password')}
        hint={t('setup.passwordHint')}
        required
        autoComplete="new-password"
      />
      <Button variant="primary" type="submit" className="setup-submit" busy={formState.isSubmitting}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}
