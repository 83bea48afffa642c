import type { Cell } from './cell'

/** The first size of the buffer, in bytes. */
const START = 64 * 1024
/** Up to this length text is written sooner than a call that writes it begins. */
const SHORT = 48

export type Page = ReturnType<typeof createPage>

/** A piece of a sheet: text as UTF-8, and what stands further up in it once more. */
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
    /** Where the next byte goes. */
    end: () => end,
    write(text: string) {
      makeRoom(3 * text.length)
      end = writtenShort(bytes, text, end) ?? end + bytes.write(text, end)
    },
    /** Writes what stands between two places. */
    repeat(from: number, to: number) {
      makeRoom(to - from)
      bytes.copyWithin(end, from, to)
      end += to - from
    },
    /** Puts the digits of `number` from its place `from` on over those that stand where it begins, at `at`. */
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

/** @returns the place behind a text that is short and ASCII; undefined where it is not */
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
 * Writes the cells of rows one below the other. One that says the same as the cell above it is neither worked out nor
 * encoded again, but copied from there.
 * @param write writes a cell, which may be nothing at all
 * @param copied is told which cells were copied, and where each of the row begins
 */
export function rowsOn(
  page: Page,
  write: (cell: Cell, index: number) => void,
  copied?: (from: number, to: number, startOf: (index: number) => number) => void,
) {
  let above: readonly Cell[] = []
  let start = page.end()
  /** Where the cells of a row end, counted from its start. */
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
