/** The value of a cookie of this origin; empty if there is none, or none written by us. */
export function readCookie(name: string): string {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`))
  try {
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
  } catch {
    return ''
  }
}

/**
 * Stores a value until the browser is closed, or for `days`. It is never sent to another site, nor unencrypted from
 * HTTPS.
 */
export function writeCookie(name: string, value: string, days?: number): void {
  const lasting = days === undefined ? '' : `; max-age=${days * 86_400}`
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=strict${lasting}${secure()}`
}

export function removeCookie(name: string): void {
  document.cookie = `${name}=; path=/; samesite=strict; max-age=0${secure()}`
}

const secure = () => (location.protocol === 'https:' ? '; secure' : '')
