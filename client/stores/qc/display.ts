/** Key in local storage of the token by which this device shows the wall of a product line. */
const KEY = 'display'
/** For a device whose storage is full or switched off: until the page is left. */
let held = ''

/** The token of this device: the one that its address brings behind `#`, which leaves the address, or the one kept; empty for none. */
export function displayToken(): string {
  const brought = decodeURIComponent(location.hash.slice(1))
  if (brought !== '') {
    held = brought
    history.replaceState(history.state, '', location.pathname + location.search)
    try {
      localStorage.setItem(KEY, brought)
    } catch {
      // it lasts until the page is left
    }
  }
  try {
    return localStorage.getItem(KEY) ?? held
  } catch {
    return held
  }
}

/** Once it was revoked. */
export function forgetDisplay(): void {
  held = ''
  try {
    localStorage.removeItem(KEY)
  } catch {
    // then there was none
  }
}
