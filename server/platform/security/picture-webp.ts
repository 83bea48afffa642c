import { isAt, joined, type Bytes, type Reading } from './picture-bytes'

type Edges = { width: number; height: number }

/** How to read the size from chunks that say it, at the place of their data. */
const sizes: Record<string, (bytes: Bytes, view: DataView, data: number) => Edges | undefined> = {
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
const images = ['VP8 ', 'VP8L']
/** Colours and transparency. */
const besides = ['ICCP', 'ALPH']
const moving = ['ANIM', 'ANMF']

/** Bits of an extended header that announce Exif and XMP. */
const METADATA_FLAGS = 0x0c
/** Head of the file, head of its first chunk, and the least that says a size there. */
const MIN_BYTES = 30

/** One RIFF container that fills the file, of whole chunks: one still image, and all that say a size say the same. */
export function readWebp(bytes: Bytes, view: DataView): Reading | undefined {
  if (bytes.length < MIN_BYTES || !isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP')) return undefined
  if (view.getUint32(4, true) + 8 !== bytes.length) return undefined
  const parts = [bytes.subarray(0, 12)]
  const said: Edges[] = []
  let hasImage = false
  for (let index = 12; index < bytes.length;) {
    if (index + 8 > bytes.length) return undefined
    const name = Buffer.from(bytes.subarray(index, index + 4)).toString('latin1')
    const length = view.getUint32(index + 4, true)
    const end = index + 8 + length + (length % 2)
    if (end > bytes.length || moving.includes(name)) return undefined
    const sizeOf = sizes[name]
    const edges = length >= 10 ? sizeOf?.(bytes, view, index + 8) : undefined
    if (sizeOf && !edges) return undefined
    if (edges) said.push(edges)
    if (images.includes(name)) {
      if (hasImage) return undefined
      hasImage = true
    }
    if (sizeOf || besides.includes(name)) parts.push(bytes.subarray(index, end))
    index = end
  }
  const [edges] = said
  if (!edges || !hasImage) return undefined
  if (said.some(({ width, height }) => width !== edges.width || height !== edges.height)) return undefined
  return { ...edges, content: withoutMetadata(parts) }
}

function withoutMetadata(parts: Bytes[]): Bytes {
  const content = joined(parts)
  new DataView(content.buffer).setUint32(4, content.length - 8, true)
  if (isAt(content, 12, 'VP8X')) content[20]! &= ~METADATA_FLAGS
  return content
}
