import { codes } from '#shared/envelope'
import type { AnyTextKey } from '#shared/i18n/text'
import { Refusal } from '../http/refusal'

/** Rows per file without the header: their save blocks other writers only for a moment. */
export const MAX_ROWS = 2000
export const MAX_COLUMNS = 50
/** Bytes of the largest unpacked file: all of it is held in memory. */
export const MAX_UNPACKED = 20 * 1024 * 1024

/** Characters per cell: programs call a file with a longer text damaged. */
export const MAX_CELL = 32_767
/** Characters of all cells. One text may be in very many cells, and each is checked. */
const MAX_TEXT = 10 * 1024 * 1024

/** The reason why a cell cannot be read. */
export type CellFault = { key: AnyTextKey; values: Record<string, string> }

/** A row of a file, with the number shown by spreadsheet programs. `faults` are by column. */
export type RawRow = { row: number; cells: string[]; faults?: Map<number, CellFault> }

/** What a file contains. A workbook has the name of the sheet that was read, and those of its other visible sheets. */
export type SheetFile = { rows: RawRow[]; sheet?: string; unread?: string[] }

/** A cell with an error of the spreadsheet program. */
export const errorCell = (value: string): CellFault => ({ key: 'import.errorCell', values: { value } })

export const notSheet = () => new Refusal(codes.badRequest, 'import.notSheet').at('file')
export const tooLarge = () => new Refusal(codes.badRequest, 'import.tooLarge').at('file')

/** Collects rows, without blank ones. @throws Refusal beyond a limit */
export function createRows() {
  const rows: RawRow[] = []
  let length = 0
  return {
    rows,
    add(row: number, cells: string[], faults?: Map<number, CellFault>) {
      const last = cells.findLastIndex((cell) => cell?.trim()) // a cell that a sheet leaves out is a hole
      if (last < 0) return
      if (last >= MAX_COLUMNS)
        throw new Refusal(codes.badRequest, 'import.tooManyColumns', { columns: MAX_COLUMNS }).at('file')
      if (rows.length > MAX_ROWS)
        throw new Refusal(codes.badRequest, 'import.tooManyRows', { rows: MAX_ROWS }).at('file')
      for (const cell of cells) {
        if ((cell?.length ?? 0) > MAX_CELL) throw tooLarge()
        length += cell?.length ?? 0
      }
      if (length > MAX_TEXT) throw tooLarge()
      const trimmed = Array.from({ length: last + 1 }, (_, i) => cells[i]?.trim() ?? '')
      rows.push({ row, cells: trimmed, ...(faults && faults.size > 0 && { faults }) })
    },
  }
}
