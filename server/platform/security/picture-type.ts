import { readJpeg } from './picture-jpeg'
import { readPng } from './picture-png'
import { readWebp } from './picture-webp'
import type { Bytes, Reading } from './picture-bytes'

/** Kinds of pictures that may be uploaded: none of them can hold a script. */
const mediaTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
type Kind = keyof typeof mediaTypes

/** What a file is by its content. */
export type Picture = Reading & { ending: Kind; mediaType: (typeof mediaTypes)[Kind] }

const readers: [Kind, (bytes: Bytes, view: DataView) => Reading | undefined][] = [
  ['png', readPng],
  ['jpg', readJpeg],
  ['webp', readWebp],
]

/**
 * Reads what a file is from its own bytes, never from its name or its sender's word. `undefined` for anything but a
 * whole JPEG, PNG or still WebP. `content` ends with the picture, so that nothing else can ride along behind it.
 */
export function pictureOf(bytes: Bytes): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [ending, read] of readers) {
    const reading = read(bytes, view)
    if (reading) return { ending, mediaType: mediaTypes[ending], ...reading }
  }
  return undefined
}
