/** Stands in for our own origin, whatever that is; `.invalid` belongs to nobody. */
const ORIGIN = 'http://own.invalid'

/**
 * Where to go after signing in: `target`, with its query, when it is a path of our own, else `/`. Refuses other origins
 * in any spelling: protocol-relative, by backslashes, dots or control characters, encoded or not.
 */
export function ownPath(target: string | null | undefined): string {
  if (!target || !isRooted(target)) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(target, ORIGIN)
    const isOwn = origin === ORIGIN && isRooted(pathname) && isRooted(decodeURIComponent(pathname))
    return isOwn ? pathname + search + hash : '/'
  } catch {
    return '/' // no address, or an encoding that is none
  }
}

/** One slash first, then no second, no backslash, and nothing that browsers skip when they read an address. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const isRooted = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f]|\\/.test(path)
