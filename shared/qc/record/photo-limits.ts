/** Accepted types with their file extensions. None of them can contain a script. */
const photoTypes = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const
export type PhotoType = keyof typeof photoTypes
export const photoTypeNames = Object.keys(photoTypes) as PhotoType[]

/**
 * The upper bound of the setting, per record. A page requests all photos at once; this many requests of a user may
 * wait.
 */
export const MOST_PHOTOS = 50
/** The upper bound of the setting, in bytes: the size limit of a form. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024
/** A viewer decodes 4 bytes per pixel. */
export const MAX_PHOTO_PIXELS = 16_000_000
/** Pixels. */
export const MAX_PHOTO_EDGE = 8192

/** The name of a photo on the screen, on paper, in a sheet, and as a file. */
export const photoName = (recordNo: string, { photoId, mediaType }: { photoId: number; mediaType: PhotoType }) =>
  `${recordNo}-${photoId}.${photoTypes[mediaType]}`
