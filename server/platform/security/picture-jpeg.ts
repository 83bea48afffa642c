import { isAt, joined, type Bytes, type Reading } from './picture-bytes'

const START_OF_SCAN = 0xda
const END_OF_PICTURE = 0xd9
const COMMENT = 0xfe
/** C0 to CF, but for tables (C4, CC) and an extension (C8). */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** E0 to EF, whose data begin with the name of who reads them. */
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Those without which the colours would be others. */
const kept: [marker: number, name: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]
/** What FF means inside a scan: itself, or a restart. */
const isWithinScan = (marker: number | undefined) => marker === 0 || (marker! >= 0xd0 && marker! <= 0xd7)

/**
 * Segments of marker and length, scans after some of them, and the end; the size stands where a frame starts. Cameras write
 * previews and films behind the end: they are left out.
 */
export function readJpeg(bytes: Bytes, view: DataView): Reading | undefined {
  if (!isAt(bytes, 0, '\xff\xd8\xff')) return undefined
  const parts = [bytes.subarray(0, 2)]
  let edges: { width: number; height: number } | undefined
  let hasScan = false
  for (let index = 2; index + 4 <= bytes.length;) {
    const marker = bytes[index + 1]!
    const length = view.getUint16(index + 2)
    if (bytes[index] !== 0xff || length < 2) return undefined
    if (isStartOfFrame(marker)) {
      if (edges || index + 9 > bytes.length) return undefined
      edges = { height: view.getUint16(index + 5), width: view.getUint16(index + 7) }
    }
    const end = marker === START_OF_SCAN ? endOfScan(bytes, index + 2 + length) : index + 2 + length
    if (isForPicture(bytes, index, marker)) parts.push(bytes.subarray(index, end))
    index = end
    hasScan ||= marker === START_OF_SCAN
    if (bytes[index] === 0xff && bytes[index + 1] === END_OF_PICTURE) {
      if (!edges || !hasScan) return undefined
      return { ...edges, content: joined([...parts, bytes.subarray(index, index + 2)]) }
    }
  }
  return undefined
}

function isForPicture(bytes: Bytes, index: number, marker: number) {
  if (!isApplication(marker)) return marker !== COMMENT
  return kept.some(([number, name]) => marker === number && isAt(bytes, index + 4, name))
}

/** Place of the next marker after the scan that begins at `from`. */
function endOfScan(bytes: Bytes, from: number): number {
  let index = bytes.indexOf(0xff, from)
  while (index >= 0 && isWithinScan(bytes[index + 1])) index = bytes.indexOf(0xff, index + 2)
  return index < 0 ? bytes.length : index
}
