import { APP_INFO_KEY } from '#shared/constants'
import { MIN_PASSWORD_LENGTH } from '#shared/access/password'

/** How many characters a new password must have, as the server said when it was asked last. It checks that itself. */
export function minPasswordLength(): number {
  try {
    const { sys_login_passLength: length } = JSON.parse(localStorage.getItem(APP_INFO_KEY) ?? '{}') ?? {}
    return Number(length) || MIN_PASSWORD_LENGTH
  } catch {
    return MIN_PASSWORD_LENGTH // damaged, or storage is switched off
  }
}
