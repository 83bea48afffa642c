import { crc32, deflateSync } from 'node:zlib'

/** Bytes from text of one character a byte, from Base64, or as they are, one after the other. */
export const bytesOf = (...parts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

const base64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** What Chromium makes of a blue canvas of 24 by 16 pixels: lossy, without colour profile. */
export const jpeg = base64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////' +
    '////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////' +
    '////////////wAARCAAQABgDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAV' +
    'AQEBAAAAAAAAAAAAAAAAAAAAAv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AACkgAP/2Q==',
)
export const lossy = base64('VlA4IDIAAAAQAwCdASoYABAAP3Gixlk0rCejsAgCkC4JQBUkUAATrgAA/Mr6kYYv4/18AU5EPD8AAA==')
const lossless = base64('VlA4TBEAAAAvF8ADAAdQyGL0v/+BiOh/AAA=')

/** The chunk that says what an extended WebP of 24 by 16 pixels consists of. */
export const extension = (flags: string) => bytesOf('VP8X\x0a\0\0\0', flags, '\0\0\0', '\x17\0\0', '\x0f\0\0')
const extended = bytesOf(extension('\0'), lossy)

export const webp = riff(lossy)
export const losslessWebp = riff(lossless)
export const extendedWebp = riff(extended)

/** A WebP file around `chunks`. */
export function riff(chunks: Uint8Array, size = chunks.length + 4) {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, size, true)
  return bytesOf('RIFF', length, 'WEBP', chunks)
}

/** A PNG file of one colour; `claimed` is what its header says of its edges. */
export function png(width: number, height: number, claimed: [width: number, height: number] = [width, height]) {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, claimed[0])
  view.setUint32(4, claimed[1])
  header.set([8, 0, 0, 0, 0], 8) // 8 bits of grey
  const rows = deflateSync(new Uint8Array((width + 1) * height))
  return bytesOf('\x89PNG\r\n\x1a\n', chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND'))
}

/** A PNG chunk. */
export function chunk(name: string, data: Uint8Array = new Uint8Array()) {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, data.length)
  const named = bytesOf(name, data)
  const sum = new Uint8Array(4)
  new DataView(sum.buffer).setUint32(0, crc32(named))
  return bytesOf(length, named, sum)
}

/** A chunk of a WebP. */
export function riffChunk(name: string, data: Uint8Array) {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, data.length, true)
  return bytesOf(name, length, data, data.length % 2 === 0 ? '' : '\0')
}

/** A segment of a JPEG. */
export function segment(marker: number, data: string) {
  const head = new Uint8Array([0xff, marker, 0, 0])
  new DataView(head.buffer).setUint16(2, data.length + 2)
  return bytesOf(head, data)
}
