type Bytes = Uint8Array<ArrayBuffer>
type Size = { width: number; height: number }

/**
 * The result of a reader. Edges are in pixels, from the picture's header. `content` is the file with only the parts for
 * pixels and colours: no place, camera or text. The orientation, which turns pictures of cameras, is removed too;
 * `exif` has it, if there was one.
 */
type Reading = Size & { content: Bytes; exif?: Bytes | undefined }
type Reader = (bytes: Bytes, view: DataView) => Reading | undefined

/** Kinds of pictures for upload: none of them can contain a script. */
const kinds = {
  png: { mediaType: 'image/png', read: readPng },
  jpg: { mediaType: 'image/jpeg', read: readJpeg },
  webp: { mediaType: 'image/webp', read: readWebp },
} as const satisfies Record<string, { mediaType: string; read: Reader }>
type Kind = keyof typeof kinds

/** A picture and its kind, detected from its content. */
export type Picture = Reading & { ending: Kind; mediaType: (typeof kinds)[Kind]['mediaType'] }

/**
 * Detects the kind of a file from its own bytes, never from its name or its sender. `undefined` for anything but a
 * complete JPEG, PNG or still WebP. `content` ends with the picture, so that it contains no data behind it.
 */
export function pictureOf(bytes: Bytes): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const ending of Object.keys(kinds) as Kind[]) {
    const { mediaType, read } = kinds[ending]
    const reading = read(bytes, view)
    if (reading) return { ending, mediaType, ...reading }
  }
  return undefined
}

/** True if `text`, with one character per byte, is at a place. */
const isAt = (bytes: Bytes, index: number, text: string) =>
  index + text.length <= bytes.length && [...text].every((char, at) => bytes[index + at] === char.charCodeAt(0))

/** Chunks or segments: a photo has some hundreds. Reading hundreds of thousands would take long. */
const MAX_PARTS = 10_000

const joined = (parts: Bytes[]): Bytes => new Uint8Array(Buffer.concat(parts))

/** Pixels and colours. Without the chunks of an animation, its first picture remains. */
const PNG_CHUNKS = 'IHDR PLTE tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs IDAT IEND'.split(' ')

/** Chunks of length, name, data and checksum: the first is IHDR, the last IEND, and they fill the file. */
function readPng(bytes: Bytes, view: DataView): Reading | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined
  const parts = [bytes.subarray(0, 8)]
  let hasData = false
  let exif: Bytes | undefined
  for (let index = 8, left = MAX_PARTS; index + 12 <= bytes.length && left > 0; left--) {
    const end = index + 12 + view.getUint32(index)
    if (PNG_CHUNKS.some((name) => isAt(bytes, index + 4, name))) parts.push(bytes.subarray(index, end))
    if (isAt(bytes, index + 4, 'IDAT')) hasData = true
    if (isAt(bytes, index + 4, 'eXIf')) exif ??= bytes.subarray(index + 8, Math.max(index + 8, end - 4))
    if (isAt(bytes, index + 4, 'IEND')) {
      if (!hasData || end !== bytes.length) return undefined
      return { width: view.getUint32(16), height: view.getUint32(20), content: joined(parts), exif }
    }
    index = end
  }
  return undefined
}

const START_OF_SCAN = 0xda
const END_OF_PICTURE = 0xd9
const COMMENT = 0xfe
const EXIF = 0xe1
/** C0 to CF, except tables (C4, CC) and an extension (C8). */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** E0 to EF; their data begin with the name of a program. */
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Application segments that the colours need. */
const colourSegments: [marker: number, name: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]
/** FF inside a scan: itself, or a restart. */
const isWithinScan = (marker: number | undefined) => marker === 0 || (marker! >= 0xd0 && marker! <= 0xd7)

/**
 * Segments of marker and length, scans after some of them, and the end. The size is at the start of a frame. Cameras
 * write previews and films behind the end: they are left out.
 */
function readJpeg(bytes: Bytes, view: DataView): Reading | undefined {
  if (!isAt(bytes, 0, '\xff\xd8\xff')) return undefined
  const parts = [bytes.subarray(0, 2)]
  let size: Size | undefined
  let hasScan = false
  let exif: Bytes | undefined
  for (let index = 2, left = MAX_PARTS; index + 4 <= bytes.length && left > 0; left--) {
    const marker = bytes[index + 1]!
    const length = view.getUint16(index + 2)
    if (bytes[index] !== 0xff || length < 2) return undefined
    if (isStartOfFrame(marker)) {
      if (size || index + 9 > bytes.length) return undefined
      size = { height: view.getUint16(index + 5), width: view.getUint16(index + 7) }
    }
    const end = marker === START_OF_SCAN ? endOfScan(bytes, index + 2 + length) : index + 2 + length
    if (marker === EXIF && isAt(bytes, index + 4, 'Exif\0\0')) exif ??= bytes.subarray(index + 4, end)
    if (isForPicture(bytes, index, marker)) parts.push(bytes.subarray(index, end))
    index = end
    hasScan ||= marker === START_OF_SCAN
    if (bytes[index] === 0xff && bytes[index + 1] === END_OF_PICTURE) {
      if (!size || !hasScan) return undefined
      return { ...size, content: joined([...parts, bytes.subarray(index, index + 2)]), exif }
    }
  }
  return undefined
}

function isForPicture(bytes: Bytes, index: number, marker: number) {
  if (!isApplication(marker)) return marker !== COMMENT
  return colourSegments.some(([number, name]) => marker === number && isAt(bytes, index + 4, name))
}

/** Place of the next marker after the scan that begins at `from`. */
function endOfScan(bytes: Bytes, from: number): number {
  let index = bytes.indexOf(0xff, from)
  while (index >= 0 && isWithinScan(bytes[index + 1])) index = bytes.indexOf(0xff, index + 2)
  return index < 0 ? bytes.length : index
}

/** Readers of the size from chunks that have it, at the place of their data. */
const webpSizes: Record<string, (bytes: Bytes, view: DataView, data: number) => Size | undefined> = {
  VP8X: (_, view, data) => ({
    width: (view.getUint32(data + 4, true) & 0xffffff) + 1,
    height: (view.getUint32(data + 6, true) >>> 8) + 1,
  }),
  'VP8 '(bytes, view, data) {
    if (!isAt(bytes, data + 3, '\x9d\x01\x2a')) return undefined
    return { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff }
  },
  VP8L(bytes, view, data) {
    if (bytes[data] !== 0x2f) return undefined
    const packed = view.getUint32(data + 1, true)
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
  },
}
const WEBP_IMAGES = ['VP8 ', 'VP8L']
/** Colours and transparency. */
const WEBP_COLOURS = ['ICCP', 'ALPH']
const WEBP_ANIMATION = ['ANIM', 'ANMF']

/** Bits of an extended header that announce Exif and XMP. */
const METADATA_FLAGS = 0x0c
/** Head of the file, head of its first chunk, and the minimum of data for a size. */
const MIN_WEBP_BYTES = 30

/** One RIFF container that fills the file, of whole chunks: one still image, and the same size in all chunks. */
function readWebp(bytes: Bytes, view: DataView): Reading | undefined {
  if (bytes.length < MIN_WEBP_BYTES || !isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP')) return undefined
  if (view.getUint32(4, true) + 8 !== bytes.length) return undefined
  const parts = [bytes.subarray(0, 12)]
  const sizes: Size[] = []
  let hasImage = false
  let exif: Bytes | undefined
  for (let index = 12; index < bytes.length;) {
    if (index + 8 > bytes.length) return undefined
    const name = Buffer.from(bytes.subarray(index, index + 4)).toString('latin1')
    const length = view.getUint32(index + 4, true)
    const end = index + 8 + length + (length % 2)
    if (end > bytes.length || WEBP_ANIMATION.includes(name)) return undefined
    const sizeOf = webpSizes[name]
    const size = length >= 10 ? sizeOf?.(bytes, view, index + 8) : undefined
    if (sizeOf && !size) return undefined
    if (size) sizes.push(size)
    if (name === 'EXIF') exif ??= bytes.subarray(index + 8, index + 8 + length)
    if (WEBP_IMAGES.includes(name)) {
      if (hasImage) return undefined
      hasImage = true
    }
    if (sizeOf || WEBP_COLOURS.includes(name)) parts.push(bytes.subarray(index, end))
    index = end
  }
  const [size] = sizes
  if (!size || !hasImage) return undefined
  if (sizes.some(({ width, height }) => width !== size.width || height !== size.height)) return undefined
  return { ...size, content: withoutMetadata(parts), exif }
}

function withoutMetadata(parts: Bytes[]): Bytes {
  const content = joined(parts)
  new DataView(content.buffer).setUint32(4, content.length - 8, true)
  if (isAt(content, 12, 'VP8X')) content[20]! &= ~METADATA_FLAGS
  return content
}
