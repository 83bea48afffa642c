import { isAt, joined, type Bytes, type Reading } from './picture-bytes'

/** Pixels and colours. Without the chunks of an animation its first picture is left. */
const kept = 'IHDR PLTE tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs IDAT IEND'.split(' ')

/** Chunks of length, name, data and checksum: the first is IHDR, the last IEND, and they fill the file. */
export function readPng(bytes: Bytes, view: DataView): Reading | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined
  const parts = [bytes.subarray(0, 8)]
  let hasData = false
  for (let index = 8; index + 12 <= bytes.length;) {
    const end = index + 12 + view.getUint32(index)
    if (kept.some((name) => isAt(bytes, index + 4, name))) parts.push(bytes.subarray(index, end))
    if (isAt(bytes, index + 4, 'IDAT')) hasData = true
    if (isAt(bytes, index + 4, 'IEND')) {
      if (!hasData || end !== bytes.length) return undefined
      return { width: view.getUint32(16), height: view.getUint32(20), content: joined(parts) }
    }
    index = end
  }
  return undefined
}
