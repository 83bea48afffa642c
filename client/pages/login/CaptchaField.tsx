import { Field } from '../../ui/Field'
import { useText } from '../../ui/useText'

type CaptchaFieldProps = {
  /** The picture as a data URI. */
  picture: string
  error: string | undefined
  onRenew: () => void
}

/** Asks for what a picture shows; the picture is a button that brings another. */
export function CaptchaField({ picture, error, onRenew }: CaptchaFieldProps) {
  const t = useText()
  return (
    <Field label={t('login.captcha')} error={error}>
      {(control) => (
        <span className="login-captcha">
          <input
            {...control}
            aria-required
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
          />
          <button type="button" aria-label={t('login.captchaRenew')} title={t('login.captchaRenew')} onClick={onRenew}>
            <img src={picture} alt="" />
          </button>
        </span>
      )}
    </Field>
  )
}
