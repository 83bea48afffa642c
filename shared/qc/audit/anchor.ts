/** Number and hash of an entry of the audit trail, kept outside of the database. */
export type Anchor = { id: number; hash: string }

/** So much of a hash is enough: nobody finds another text with the same beginning. */
const LEAST_HASH = 16
const FORM = new RegExp(`^([1-9]\\d{0,15}):([0-9a-f]{${LEAST_HASH},64})$`)

/** `N:HASH`, as it is printed and scanned. */
export const anchorText = ({ id, hash }: Anchor): string => `${id}:${hash}`

/** Reads an anchor as somebody typed, pasted or scanned it; undefined where it is none. */
export function readAnchor(text: string): Anchor | undefined {
  const [, id, hash] = FORM.exec(text.replaceAll(/\s/g, '').replace('：', ':').toLowerCase()) ?? []
  return id && hash ? { id: Number(id), hash } : undefined
}
