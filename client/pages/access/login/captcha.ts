import type { Captcha } from '#shared/access/login'
import { getCaptcha } from '../../../api/access/login'
import type { T } from '../../../stores/texts'
import type { CaptchaBox } from './captcha-box'
import '../../../ui/Button.css'
import '../../../ui/form/Field.css'
import './captcha.css'

const none: Captcha = { id: '', data: '', enabled: false }

type CaptchaHost = {
  say: T
  /** The captcha is inserted before this element while it is needed. */
  before: Element
  /** Called after each answer of the server about the need for a captcha. */
  onAnswer: () => void
  /** Called when the proof is complete, or is given up. */
  onProofEnd: (isProven: boolean) => void
}

/**
 * The captcha before sign-in, if the server requires one; its code is loaded only then. The form has the answer under
 * the name `code`. Each captcha works once.
 */
export function openCaptcha({ onAnswer, ...host }: CaptchaHost) {
  let captcha = none
  /** Only the last request for a captcha counts. */
  let attempt = 0
  let box: CaptchaBox | undefined

  /** Requests the next captcha: the previous one is used up. */
  async function renew() {
    const own = ++attempt
    box?.clear()
    try {
      const next = await getCaptcha()
      if (next.enabled) {
        const { openCaptchaBox } = await import('./captcha-box')
        box ??= openCaptchaBox({ ...host, renew: () => void renew() })
      }
      if (own === attempt) captcha = next
    } catch {
      // the failure was reported; signing in without a picture may still work
    }
    if (own !== attempt) return
    box?.show(captcha)
    onAnswer()
  }

  return {
    renew,
    draw: () => box?.draw(),
    isEnabled: () => captcha.enabled,
    id: () => captcha.id,
    /** True while the proof is being computed: there is nothing to send yet. */
    isUnproven: () => box?.isUnproven() ?? false,
    close: () => box?.close(),
  }
}
