/** The field of a correction that adds or removes a photo. */
export const PHOTO = 'photo'

/** The key of a photo within its record; also its field in the audit trail. */
export const photoKey = ({ itemKey, sha256 }: { itemKey?: string | null | undefined; sha256: string }) =>
  `${PHOTO}:${itemKey ?? ''}:${sha256}`

/** The photo of a field of the audit trail; undefined for any other field. */
export function photoOf(field: string | null): { itemKey: string | null; sha256: string } | undefined {
  const [word, itemKey, sha256] = (field ?? '').split(':')
  return word === PHOTO && sha256 !== undefined ? { itemKey: itemKey || null, sha256 } : undefined
}

/** The part of a hash that is enough to distinguish photos. */
export const shortHash = (sha256: string) => sha256.slice(0, 8)
