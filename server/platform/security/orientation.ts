import { crc32 } from 'node:zlib'
import type { Picture } from './picture'

type Bytes = Uint8Array<ArrayBuffer>

/** The Exif tag of the camera's orientation. */
const ORIENTATION = 0x0112
const SHORT = 3
const UPRIGHT = 1
const LAST = 8
/** From this value on, the picture is turned by 90 degrees. */
const FIRST_ON_ITS_SIDE = 5

/**
 * A picture as it is shown: of its metadata only the orientation is written back, and its edges are those of the turned
 * picture.
 */
export function keepingOrientation({ exif, ...picture }: Picture): Omit<Picture, 'exif'> {
  const orientation = exif ? orientationIn(exif) : UPRIGHT
  if (orientation === UPRIGHT) return picture
  const content = writers[picture.ending](picture.content, tiffWith(orientation))
  if (content === undefined || orientation < FIRST_ON_ITS_SIDE)
    return { ...picture, content: content ?? picture.content }
  return { ...picture, content, width: picture.height, height: picture.width }
}

/** Reads the first directory of a TIFF, the format of Exif; upright if it has no readable orientation. */
function orientationIn(exif: Bytes): number {
  const tiff = latin1(exif.subarray(0, 6)) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = latin1(tiff.subarray(0, 2))
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return UPRIGHT
  const isLittle = order === 'II'
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const start = view.getUint32(4, isLittle)
  if (start + 2 > tiff.length) return UPRIGHT
  const end = Math.min(tiff.length - 12, start + 2 + 12 * (view.getUint16(start, isLittle) - 1))
  for (let index = start + 2; index <= end; index += 12) {
    if (view.getUint16(index, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(index + 8, isLittle)
    return view.getUint16(index + 2, isLittle) === SHORT && value >= UPRIGHT && value <= LAST ? value : UPRIGHT
  }
  return UPRIGHT
}

/** A TIFF of one directory with one entry, little-endian. */
function tiffWith(orientation: number): Bytes {
  const tiff = new Uint8Array(26)
  const view = new DataView(tiff.buffer)
  tiff.set([0x49, 0x49, 42, 0]) // II, and the number of the format
  view.setUint32(4, 8, true) // where the directory begins
  view.setUint16(8, 1, true)
  view.setUint16(10, ORIENTATION, true)
  view.setUint16(12, SHORT, true)
  view.setUint32(14, 1, true)
  view.setUint16(18, orientation, true)
  return tiff
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const joined = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))

/** Bytes of the head of a PNG: its signature, and the chunk IHDR. */
const PNG_HEAD = 33
/** The bit of an extended WebP that announces Exif. */
const WEBP_EXIF = 0x08

/** Writers of Exif into a file without any; undefined if there is no place for it. */
const writers: Record<Picture['ending'], (content: Bytes, tiff: Bytes) => Bytes | undefined> = {
  jpg(content, tiff) {
    const head = new Uint8Array([0xff, 0xe1, 0, 8 + tiff.length, ...Buffer.from('Exif\0\0')])
    return joined(content.subarray(0, 2), head, tiff, content.subarray(2))
  },
  png(content, tiff) {
    const named = joined(Buffer.from('eXIf'), tiff)
    const chunk = joined(new Uint8Array(4), named, new Uint8Array(4))
    const view = new DataView(chunk.buffer)
    view.setUint32(0, tiff.length)
    view.setUint32(chunk.length - 4, crc32(named))
    return joined(content.subarray(0, PNG_HEAD), chunk, content.subarray(PNG_HEAD))
  },
  webp(content, tiff) {
    if (latin1(content.subarray(12, 16)) !== 'VP8X') return undefined // a simple one has no metadata
    const whole = joined(content, Buffer.from('EXIF'), new Uint8Array([tiff.length, 0, 0, 0]), tiff)
    new DataView(whole.buffer).setUint32(4, whole.length - 8, true)
    whole[20]! |= WEBP_EXIF
    return whole
  },
}
