import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Failure } from '../../api/http'
import { login } from '../../api/login'
import type { DemoAccount } from '../../stores/app-info'
import { startSession } from '../../stores/session'
import { beyondSignIn } from '../../ui/beyond-sign-in'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { Icon } from '../../ui/Icon'
import { part } from '../../ui/part'
import { PasswordInput } from '../../ui/PasswordInput'
import { tr, useText } from '../../ui/useText'
import { useCaptcha } from './useCaptcha'
import { useWait } from './useWait'
import './LoginForm.css'

export type LoginFormProps = {
  onSignedIn: () => void
  /** Whose password is asked for; without it the name is asked for as well. */
  username?: string | undefined
  /** Over a page that somebody wants back to: how long to stay signed in was decided before. */
  isInDialog?: boolean
  /** Filled in whenever it is another object. */
  offered?: DemoAccount | undefined
}

type Missing = { username?: boolean; password?: boolean; code?: boolean }

const CaptchaField = part(() => beyondSignIn(() => import('./CaptchaField')))

/** Signs in by name and password. What was entered stays when it fails, with the password selected to be typed over. */
export function LoginForm({ onSignedIn, username: fixedName, isInDialog = false, offered }: LoginFormProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { captcha, renew } = useCaptcha()
  const [waitSeconds, waitFor] = useWait()

  useEffect(() => {
    // On a phone the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) focus(form.current, isInDialog ? 'password' : 'username')
  }, [isInDialog])

  const [filled, setFilled] = useState(offered)
  if (offered !== filled) {
    setFilled(offered)
    setMissing({})
    setMessage('')
  }
  useEffect(() => {
    if (!offered) return
    setField(form.current, 'username', offered.username)
    setField(form.current, 'password', offered.password)
    focus(form.current, 'password')
  }, [offered])

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
      const ticket = await login({ username, password, ...(captcha.enabled && { code, uuid: captcha.id }) })
      startSession(ticket, isInDialog ? {} : { isKept: entered.has('keep') })
      onSignedIn()
    } catch (error) {
      setIsBusy(false)
      setMessage((error instanceof Error && error.message) || tr('error.unknown'))
      if (error instanceof Failure && error.retryAfter) waitFor(error.retryAfter)
      renew() // the one before is used up, or this failure is one too many
      focus(form.current, 'password')
    }
  }

  const required = (isMissing: boolean | undefined) => (isMissing ? t('field.required') : undefined)
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {fixedName === undefined ? (
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
      ) : (
        <p className="field">
          <span className="field-label">{t('login.username')}</span>
          <b>{fixedName}</b>
          <input type="hidden" name="username" autoComplete="username" value={fixedName} />
        </p>
      )}
      <Field label={t('login.password')} error={required(missing.password)}>
        {(control) => <PasswordInput {...control} aria-required name="password" autoComplete="current-password" />}
      </Field>
      {captcha.enabled && <CaptchaField captcha={captcha} error={required(missing.code)} onRenew={renew} />}
      {!isInDialog && (
        <label className="login-keep">
          <input type="checkbox" name="keep" /> {t('login.keep')}
        </label>
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
