import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'

/** Rows of one file, the header not counted. */
export const MAX_ROWS = 10_000
export const MAX_COLUMNS = 50
/** What one file may unpack to, in bytes: all of it is held in memory. */
export const MAX_UNPACKED = 50 * 1024 * 1024

/** A row as it stands in a file, numbered as spreadsheet programs do. */
export type RawRow = { row: number; cells: string[] }

export const notSheet = () => new Refusal(codes.badRequest, 'import.notSheet').at('file')
export const tooLarge = () => new Refusal(codes.badRequest, 'import.tooLarge').at('file')

/** Takes in rows as they are found, leaving out blank ones. @throws Refusal beyond a limit */
export function createRows() {
  const rows: RawRow[] = []
  return {
    rows,
    add(row: number, cells: string[]) {
      const last = cells.findLastIndex((cell) => cell?.trim()) // a cell that a sheet leaves out is a hole
      if (last < 0) return
      if (last >= MAX_COLUMNS)
        throw new Refusal(codes.badRequest, 'import.tooManyColumns', { columns: MAX_COLUMNS }).at('file')
      if (rows.length > MAX_ROWS)
        throw new Refusal(codes.badRequest, 'import.tooManyRows', { rows: MAX_ROWS }).at('file')
      rows.push({ row, cells: Array.from({ length: last + 1 }, (_, i) => cells[i]?.trim() ?? '') })
    },
  }
}

/** Other requests get their turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
