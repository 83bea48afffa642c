import type { Cell } from './cell'

/** The first size of the buffer, in bytes. */
const START = 64 * 1024
/** Up to this length, writing text here is faster than the call of a native function. */
const SHORT = 48

export type Page = ReturnType<typeof createPage>

/** A piece of a sheet: text as UTF-8, with copies of earlier parts. */
export function createPage() {
  let bytes = Buffer.allocUnsafe(START)
  let end = 0

  function makeRoom(more: number) {
    if (end + more <= bytes.length) return
    const wider = Buffer.allocUnsafe(2 * (end + more))
    bytes.copy(wider, 0, 0, end)
    bytes = wider
  }

  return {
    /** The place of the next byte. */
    end: () => end,
    write(text: string) {
      makeRoom(3 * text.length)
      end = writtenShort(bytes, text, end) ?? end + bytes.write(text, end)
    },
    /** Writes the bytes between two places again. */
    repeat(from: number, to: number) {
      makeRoom(to - from)
      bytes.copyWithin(end, from, to)
      end += to - from
    },
    /** Overwrites the number that begins at `at` with the digits of `number` from its index `from` on. */
    renumber(number: string, from: number, at: number) {
      for (let i = from; i < number.length; i++) bytes[at + i] = number.charCodeAt(i)
    },
    /** The written bytes; the next piece overwrites them. */
    take(): Uint8Array {
      const piece = bytes.subarray(0, end)
      end = 0
      return piece
    },
  }
}

/** @returns the place behind a short ASCII text; undefined for other text */
function writtenShort(bytes: Buffer, text: string, at: number): number | undefined {
  if (text.length > SHORT) return undefined
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return undefined
    bytes[at + i] = code
  }
  return at + text.length
}

/**
 * Writes the cells of rows one below the other. A cell equal to the one above is neither computed nor encoded again,
 * but copied.
 * @param write writes a cell, possibly nothing
 * @param copied is called with the copied cells, and the starts of the cells in the row
 */
export function rowsOn(
  page: Page,
  write: (cell: Cell, index: number) => void,
  copied?: (from: number, to: number, startOf: (index: number) => number) => void,
) {
  let above: readonly Cell[] = []
  let start = page.end()
  /** The ends of the cells of a row, counted from its start. */
  const ends: number[] = []
  const startOf = (index: number) => start + (index === 0 ? 0 : ends[index - 1]!)
  return (row: readonly Cell[]): void => {
    const before = start
    start = page.end()
    let begin = 0 // of a cell in the row above
    for (let from = 0; from < row.length;) {
      let to = from
      while (to < row.length && to < above.length && row[to] === above[to]) to++
      if (to > from) {
        const shift = page.end() - start - begin
        const end = ends[to - 1]!
        page.repeat(before + begin, before + end)
        if (shift !== 0) for (let index = from; index < to; index++) ends[index]! += shift
        copied?.(from, to, startOf)
        begin = end
      } else {
        begin = ends[from] ?? 0
        write(row[from], from)
        ends[from] = page.end() - start
        to++
      }
      from = to
    }
    above = row
  }
}
