import { readText, writeText } from '../storage'

/** The local storage key of this device's token for the wall of a product line. */
const KEY = 'display'
/** For a device whose storage is full or disabled: lasts until the page is left. */
let current = ''

/**
 * The token of this device: from behind `#` in its address, from which it is then removed, or the stored one; empty for
 * none.
 */
export function displayToken(): string {
  const brought = decodeURIComponent(location.hash.slice(1))
  if (brought !== '') {
    current = brought
    history.replaceState(history.state, '', location.pathname + location.search)
    writeText(KEY, brought)
  }
  return readText(KEY) ?? current
}

/** Called once the token is not valid any more. */
export function forgetDisplay(): void {
  current = ''
  writeText(KEY, null)
}
