/** Replaces this product's origin, which is unknown here; `.invalid` has no owner. */
const ORIGIN = 'http://own.invalid'

/**
 * The address after a sign-in: `target` with its query if it is a path of this product, else `/`. Refuses other
 * origins in any spelling: protocol-relative, by backslashes, dots or control characters, encoded or not.
 */
export function ownPath(target: string | null | undefined): string {
  if (!target || !isRooted(target)) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(target, ORIGIN)
    const isOwn = origin === ORIGIN && isRooted(pathname) && isRooted(decodeURIComponent(pathname))
    return isOwn ? pathname + search + hash : '/'
  } catch {
    return '/' // not an address, or an invalid encoding
  }
}

/** One slash, then no second slash, no backslash, and no characters that browsers skip in an address. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const isRooted = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f]|\\/.test(path)
