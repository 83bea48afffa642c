/** The field of a correction that is about a photo. */
export const PHOTO = 'photo'

/** A photo within its record; also its field in the audit trail. */
export const photoKey = ({ itemKey, sha256 }: { itemKey?: string | null | undefined; sha256: string }) =>
  `${PHOTO}:${itemKey ?? ''}:${sha256}`

/** The photo that a field of the audit trail is about; undefined for any other field. */
export function photoOf(field: string | null): { itemKey: string | null; sha256: string } | undefined {
  const [word, itemKey, sha256] = (field ?? '').split(':')
  return word === PHOTO && sha256 !== undefined ? { itemKey: itemKey || null, sha256 } : undefined
}

/** So much of a hash tells photos apart. */
export const shortHash = (sha256: string) => sha256.slice(0, 8)
