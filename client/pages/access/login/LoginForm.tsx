import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { codes } from '#shared/envelope'
import { Failure } from '../../../api/http'
import { login } from '../../../api/access/login'
import { appInfo, type DemoAccount } from '../../../stores/app-info'
import { startSession } from '../../../stores/session'
import { beyondSignIn } from '../../../ui/app/beyond-sign-in'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { Icon } from '../../../ui/Icon'
import { part } from '../../../ui/part'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { tr, useText } from '../../../ui/useText'
import { useWait } from '../../../ui/form/useWait'
import { useCaptcha } from './useCaptcha'
import './LoginForm.css'

export type LoginFormProps = {
  onSignedIn: () => void
  /** Whose password is asked for; without it the name is asked for as well. */
  username?: string | undefined
  /** Over a page that somebody wants back to: how long to stay signed in was decided before. */
  isInDialog?: boolean
  /** Filled in whenever it is another object. */
  offered?: DemoAccount | undefined
  /** Told whether a captcha is asked for; always the same function. */
  onCaptcha?: (isAsked: boolean) => void
}

const fields = ['username', 'password', 'code'] as const
/** What is wrong, by field; an empty text says that it is missing, in the language of the moment. */
type Complaints = { [Name in (typeof fields)[number]]?: string }

const CaptchaField = part(() => beyondSignIn(() => import('./CaptchaField')))

/** Signs in by name and password. What was entered stays when it fails, with the password selected to be typed over. */
export function LoginForm({ onSignedIn, username: fixedName, isInDialog = false, offered, onCaptcha }: LoginFormProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [complaints, setComplaints] = useState<Complaints>({})
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  /** To be sent as soon as the browser has proved itself. */
  const [isProofAwaited, setIsProofAwaited] = useState(false)
  const { captcha, renew } = useCaptcha()
  useEffect(() => onCaptcha?.(captcha.enabled), [captcha.enabled, onCaptcha])
  const [name, setName] = useState(appInfo.madeUsername)
  const [waitSeconds, waitFor] = useWait(fixedName ?? name)

  useEffect(() => {
    // On a phone the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches)
      focus(form.current, isInDialog || appInfo.madeUsername ? 'password' : 'username')
  }, [isInDialog])

  const [filled, setFilled] = useState(offered)
  if (offered !== filled) {
    setFilled(offered)
    setComplaints({})
    setMessage('')
    setName(offered?.username ?? '')
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
    const [username = '', password = '', code = ''] = fields.map((field) => String(entered.get(field) ?? ''))
    const isProving = !code && fieldOf(form.current, 'code')?.type === 'hidden'
    const missing: Complaints = {
      ...(!username.trim() && { username: '' }),
      ...(!password && { password: '' }),
      ...(captcha.enabled && !isProving && !code.trim() && { code: '' }),
    }
    setName(username) // a password store may have filled it in unheard
    setComplaints(missing)
    setMessage('')
    const first = fields.find((field) => field in missing)
    if (first) return focus(form.current, first)
    if (isProving) return setIsProofAwaited(true)

    setIsBusy(true)
    try {
      const ticket = await login({ username, password, ...(captcha.enabled && { code, uuid: captcha.id }) })
      startSession(ticket, isInDialog ? {} : { isKept: entered.has('keep') })
      appInfo.madeUsername = ''
      onSignedIn()
    } catch (error) {
      setIsBusy(false)
      const failure = error instanceof Failure ? error : undefined
      const wrong: Complaints = failure?.errors ?? {}
      setComplaints(wrong)
      const blamed = fields.find((field) => wrong[field])
      const waits = failure?.retryAfter
      if (waits) waitFor(waits, username)
      const isSaidElsewhere = blamed || (waits && failure.code === codes.tooMany)
      if (!isSaidElsewhere) setMessage((error instanceof Error && error.message) || tr('error.unknown'))
      renew() // the one before is used up, or this failure is one too many
      focus(form.current, blamed ?? 'password')
    }
  }

  function onProofEnd(isProven: boolean) {
    if (isProofAwaited && isProven) form.current?.requestSubmit()
    setIsProofAwaited(false)
  }

  const said = (field: keyof Complaints) => (complaints[field] === '' ? t('field.required') : complaints[field])
  // The seconds are counted on the button alone.
  const alert = (!captcha.enabled && complaints.code) || message || (waitSeconds > 0 && t('login.wait'))
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {fixedName === undefined ? (
        <Field label={t('login.username')} error={said('username')}>
          {(control) => (
            <input
              {...control}
              aria-required
              name="username"
              defaultValue={appInfo.madeUsername}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
              onInput={(event) => {
                setName(event.currentTarget.value)
                setMessage('') // it was about the name before
              }}
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
      <Field label={t('login.password')} error={said('password')}>
        {(control) => <PasswordInput {...control} aria-required name="password" autoComplete="current-password" />}
      </Field>
      {captcha.enabled && (
        <CaptchaField captcha={captcha} error={said('code')} onRenew={renew} onProofEnd={onProofEnd} />
      )}
      {!isInDialog && (
        <label className="login-keep">
          <input type="checkbox" name="keep" /> {t('login.keep')}
        </label>
      )}
      <Button
        variant="primary"
        type="submit"
        className="login-submit"
        busy={isBusy || isProofAwaited}
        disabled={waitSeconds > 0}
      >
        {t('login.submit')}
        {waitSeconds > 0 && ` · ${waitSeconds} s`}
      </Button>
      <div role="alert" className="login-message">
        {alert && (
          <>
            <Icon name="warning" /> {alert}
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
