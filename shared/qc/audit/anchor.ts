/** Number and hash of an entry of the audit trail, kept outside of the database. */
export type Anchor = { id: number; hash: string }

/** This many digits of a hash are enough: another text with the same beginning cannot be found. */
const LEAST_HASH = 16
const FORM = new RegExp(`^([1-9]\\d{0,15}):([0-9a-f]{${LEAST_HASH},64})$`)

/** `N:HASH`, as it is printed and scanned. */
export const anchorText = ({ id, hash }: Anchor): string => `${id}:${hash}`

/** Reads a typed, pasted or scanned anchor; undefined where the text is not one. */
export function readAnchor(text: string): Anchor | undefined {
  const [, id, hash] = FORM.exec(text.replaceAll(/\s/g, '').replace('：', ':').toLowerCase()) ?? []
  return id && hash ? { id: Number(id), hash } : undefined
}
