/**
 * Where to go after signing in: `target` when it is a path of our own, else `/`. Refuses other origins in any
 * spelling: protocol-relative, backslashes, control characters, encoded or not.
 */
export function ownPath(target: string | null | undefined): string {
  if (!target) return '/'
  let decoded = target
  try {
    decoded = decodeURIComponent(target)
  } catch {
    return '/'
  }
  const isOwn = [target, decoded].every((path) => /^\/(?![/\\])/.test(path) && !/[\\\u0000-\u001f\u007f]/.test(path))
  return isOwn ? target : '/'
}
