/** Types that are taken, by what their names end in. None of them can hold a script. */
const photoTypes = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const
export type PhotoType = keyof typeof photoTypes
export const photoTypeNames = Object.keys(photoTypes) as PhotoType[]

/** No setting allows more of one record: a page asks for all of them at once, and so many requests of a user wait. */
export const MOST_PHOTOS = 50
/** No setting allows a longer file: as much as a form may bring. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024
/** Whoever looks at it decodes 4 bytes a pixel. */
export const MAX_PHOTO_PIXELS = 16_000_000
/** Pixels. */
export const MAX_PHOTO_EDGE = 8192

/** What a photo is called on the screen, on paper and in a sheet, and as a file. */
export const photoName = (recordNo: string, { photoId, mediaType }: { photoId: number; mediaType: PhotoType }) =>
  `${recordNo}-${photoId}.${photoTypes[mediaType]}`
