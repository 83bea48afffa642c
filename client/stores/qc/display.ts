import { readText, writeText } from '../storage'

/** Key in local storage of the token by which this device shows the wall of a product line. */
const KEY = 'display'
/** For a device whose storage is full or switched off: until the page is left. */
let current = ''

/** The token of this device: the one that its address brings behind `#`, which leaves the address, or the one kept; empty for none. */
export function displayToken(): string {
  const brought = decodeURIComponent(location.hash.slice(1))
  if (brought !== '') {
    current = brought
    history.replaceState(history.state, '', location.pathname + location.search)
    writeText(KEY, brought)
  }
  return readText(KEY) ?? current
}

/** Once it was revoked. */
export function forgetDisplay(): void {
  current = ''
  writeText(KEY, null)
}
