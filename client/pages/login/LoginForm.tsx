import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useSnapshot } from 'valtio'
import { Failure } from '../../api/http'
import { login } from '../../api/login'
import { appInfo, type DemoAccount } from '../../stores/app-info'
import { startSession } from '../../stores/session'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { Icon } from '../../ui/Icon'
import { tr, useText } from '../../ui/useText'
import { CaptchaField } from './CaptchaField'
import { DemoAccounts } from './DemoAccounts'
import { PasswordInput } from './PasswordInput'
import { useCaptcha } from './useCaptcha'
import { useWait } from './useWait'

type Missing = { username?: boolean; password?: boolean; code?: boolean }

/** Signs in by name and password. What was entered stays when it fails, with the password selected to be typed over. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  const { demoAccounts } = useSnapshot(appInfo)
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { captcha, renew } = useCaptcha()
  const [waitSeconds, waitFor] = useWait()

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) focus(form.current, 'username') // on a phone the keyboard would cover the page
  }, [])
  useOfferFirst(demoAccounts, fill)

  function fill({ username, password }: DemoAccount) {
    setField(form.current, 'username', username)
    setField(form.current, 'password', password)
    setMissing({})
    setMessage('')
    focus(form.current, 'password')
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy || waitSeconds > 0 || !form.current) return
    const entered = new FormData(form.current)
    const [username, password, code] = ['username', 'password', 'code'].map((name) => String(entered.get(name) ?? ''))
    const nowMissing = { username: !username?.trim(), password: !password, code: captcha.enabled && !code?.trim() }
    setMissing(nowMissing)
    const first = (['username', 'password', 'code'] as const).find((name) => nowMissing[name])
    if (first || !username || !password) return focus(form.current, first)

    setIsBusy(true)
    setMessage('')
    try {
      const { token } = await login({ username, password, ...(captcha.enabled && { code, uuid: captcha.id }) })
      startSession(token)
      onSignedIn()
    } catch (error) {
      setIsBusy(false)
      setMessage((error instanceof Error && error.message) || tr('error.unknown'))
      if (error instanceof Failure && error.retryAfter) waitFor(error.retryAfter)
      if (captcha.enabled) renew()
      focus(form.current, 'password')
    }
  }

  const required = (isMissing: boolean | undefined) => (isMissing ? t('field.required') : undefined)
  return (
    <>
      <form ref={form} className="login-card card" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('login.username')} error={required(missing.username)}>
          {(control) => (
            <input
              {...control}
              aria-required
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
            />
          )}
        </Field>
        <Field label={t('login.password')} error={required(missing.password)}>
          {(control) => <PasswordInput {...control} aria-required name="password" autoComplete="current-password" />}
        </Field>
        {captcha.enabled && (
          <CaptchaField key={captcha.id} picture={captcha.data} error={required(missing.code)} onRenew={renew} />
        )}
        <Button variant="primary" type="submit" className="login-submit" busy={isBusy} disabled={waitSeconds > 0}>
          {t('login.submit')}
          {waitSeconds > 0 && ` · ${waitSeconds} s`}
        </Button>
        <div role="alert" className="login-message">
          {message && (
            <>
              <Icon name="warning" /> {message}
            </>
          )}
        </div>
      </form>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onChoose={fill} />}
    </>
  )
}

/** The fields are the browser's own, so that its password store can fill them. */
const fieldOf = (form: HTMLFormElement | null, name: string): HTMLInputElement | undefined => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

function setField(form: HTMLFormElement | null, name: string, value: string) {
  const field = fieldOf(form, name)
  if (field) field.value = value
}

/** Puts the cursor into a field, and what is there ready to be typed over. */
function focus(form: HTMLFormElement | null, name: string | undefined) {
  const field = name === undefined ? undefined : fieldOf(form, name)
  field?.focus()
  field?.select()
}

/** A demonstration is ready to start: its first account is filled in, unless somebody was quicker. */
function useOfferFirst(accounts: readonly DemoAccount[], fill: (account: DemoAccount) => void) {
  const first = accounts[0]
  const latest = useRef(fill)
  useEffect(() => {
    latest.current = fill
  })
  useEffect(() => {
    const name = document.querySelector<HTMLInputElement>('.login-card [name=username]')
    if (first && !name?.value) latest.current(first)
  }, [first])
}
