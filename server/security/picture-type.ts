/** Kinds of pictures that may be uploaded: none of them can hold a script. */
const mediaTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
type Kind = keyof typeof mediaTypes

/** What a file is by its content. Edges in pixels, as its header says. */
export type Picture = { ending: Kind; mediaType: (typeof mediaTypes)[Kind]; width: number; height: number }

type Edges = { width: number; height: number }
type Bytes = Uint8Array<ArrayBuffer>

const readers: [Kind, (bytes: Bytes, view: DataView) => Edges | undefined][] = [
  ['png', pngEdges],
  ['jpg', jpegEdges],
  ['webp', webpEdges],
]

/**
 * Reads what a file is from its own bytes, never from its name or its sender's word. `undefined` for anything but a
 * whole JPEG, PNG or WebP from the first byte to the last, so that nothing else can ride along behind a picture.
 */
export function pictureOf(bytes: Bytes): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [ending, edgesOf] of readers) {
    const edges = edgesOf(bytes, view)
    if (edges) return { ending, mediaType: mediaTypes[ending], ...edges }
  }
  return undefined
}

const isAt = (bytes: Bytes, place: number, text: string) =>
  place + text.length <= bytes.length && [...text].every((char, at) => bytes[place + at] === char.charCodeAt(0))

/** Chunks of length, name, data and checksum: the first is IHDR, the last IEND, and they fill the file. */
function pngEdges(bytes: Bytes, view: DataView): Edges | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined
  let hasData = false
  for (let place = 8; place + 12 <= bytes.length;) {
    const end = place + 12 + view.getUint32(place)
    if (isAt(bytes, place + 4, 'IDAT')) hasData = true
    if (isAt(bytes, place + 4, 'IEND')) {
      return hasData && end === bytes.length ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined
    }
    place = end
  }
  return undefined
}

/** Segments of marker and length, scans after some of them, and the end; the size stands where a frame starts. */
function jpegEdges(bytes: Bytes, view: DataView): Edges | undefined {
  if (!isAt(bytes, 0, '\xff\xd8\xff')) return undefined
  let edges: Edges | undefined
  for (let place = 2; place + 4 <= bytes.length;) {
    const marker = bytes[place + 1]!
    const length = view.getUint16(place + 2)
    if (bytes[place] !== 0xff || length < 2) return undefined
    if (isStartOfFrame(marker)) {
      if (edges || place + 9 > bytes.length) return undefined
      edges = { height: view.getUint16(place + 5), width: view.getUint16(place + 7) }
    }
    place += 2 + length
    if (marker !== START_OF_SCAN) continue
    place = endOfScan(bytes, place)
    if (bytes[place + 1] === END_OF_PICTURE) return place + 2 === bytes.length ? edges : undefined
  }
  return undefined
}

const START_OF_SCAN = 0xda
const END_OF_PICTURE = 0xd9
/** C0 to CF, but for tables (C4, CC) and an extension (C8). */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** What FF means inside a scan: itself, or a restart. */
const isWithinScan = (marker: number | undefined) => marker === 0 || (marker! >= 0xd0 && marker! <= 0xd7)

/** Place of the next marker after the scan that begins at `from`. */
function endOfScan(bytes: Bytes, from: number): number {
  let place = bytes.indexOf(0xff, from)
  while (place >= 0 && isWithinScan(bytes[place + 1])) place = bytes.indexOf(0xff, place + 2)
  return place < 0 ? bytes.length : place
}

/** One RIFF container that fills the file; the first chunk says the size, in one of three ways. */
function webpEdges(bytes: Bytes, view: DataView): Edges | undefined {
  if (bytes.length < 30 || !isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP')) return undefined
  if (view.getUint32(4, true) + 8 !== bytes.length) return undefined
  if (isAt(bytes, 12, 'VP8 ') && isAt(bytes, 23, '\x9d\x01\x2a')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (isAt(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const packed = view.getUint32(21, true)
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
  }
  if (isAt(bytes, 12, 'VP8X')) {
    return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  }
  return undefined
}
