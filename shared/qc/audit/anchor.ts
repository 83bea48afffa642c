/** Number and hash of an entry of the audit trail, kept outside of the database. */
export type Anchor = { id: number; hash: string }

/** This many digits of a hash are enough: no other text with the same beginning can be found. */
const LEAST_HASH = 16
const FORM = new RegExp(`^([1-9]\\d{0,15}):([0-9a-f]{${LEAST_HASH},64})$`)

/** `N:HASH`, for printing and scanning. */
export const anchorText = ({ id, hash }: Anchor): string => `${id}:${hash}`

/** Reads a typed, pasted or scanned anchor. Undefined if the text is not an anchor. */
export function readAnchor(text: string): Anchor | undefined {
  const [, id, hash] = FORM.exec(text.replaceAll(/\s/g, '').replace('：', ':').toLowerCase()) ?? []
  return id && hash ? { id: Number(id), hash } : undefined
}
