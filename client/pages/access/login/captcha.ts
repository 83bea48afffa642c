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
  /** Stands before this while one is asked for. */
  before: Element
  /** Told whether one is asked for, whenever the server has said. */
  onAnswer: () => void
  /** Told when the browser has proved itself, or no longer tries to. */
  onProofEnd: (isProven: boolean) => void
}

/**
 * The captcha before signing in, if the server wants one; what draws it is fetched only then. The form finds the answer
 * under the name `code`. Each serves once.
 */
export function openCaptcha({ onAnswer, ...host }: CaptchaHost) {
  let captcha = none
  /** Of the requests for a captcha, the last one counts. */
  let attempt = 0
  let box: CaptchaBox | undefined

  /** Asks for the next one: the one before is used up. */
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
      // it has been told; without a picture signing in is still worth a try
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
    /** The browser has not proved itself yet: there is nothing to send. */
    isUnproven: () => box?.isUnproven() ?? false,
    close: () => box?.close(),
  }
}
