import { codes } from '#shared/envelope'
import type { AnyTextKey } from '#shared/i18n/text'
import { Refusal } from '../http/refusal'

/** Rows of one file, the header not counted: so many are saved while other writers wait for the blink of an eye. */
export const MAX_ROWS = 2000
export const MAX_COLUMNS = 50
/** The largest unpacked file, in bytes: all of it is held in memory. */
export const MAX_UNPACKED = 20 * 1024 * 1024

/** Characters of one cell: programs call a file with a longer text damaged. */
export const MAX_CELL = 32_767
/** Characters of all cells. One text may stand in very many of them, and each is looked at. */
const MAX_TEXT = 10 * 1024 * 1024

/** Why a cell cannot be read. */
export type CellFault = { key: AnyTextKey; values: Record<string, string> }

/** A row as it stands in a file, numbered as spreadsheet programs do. `faults` are by column. */
export type RawRow = { row: number; cells: string[]; faults?: Map<number, CellFault> }

/** A cell that shows an error of the spreadsheet program. */
export const errorCell = (value: string): CellFault => ({ key: 'import.errorCell', values: { value } })

export const notSheet = () => new Refusal(codes.badRequest, 'import.notSheet').at('file')
export const tooLarge = () => new Refusal(codes.badRequest, 'import.tooLarge').at('file')

/** Takes in rows as they are found, leaving out blank ones. @throws Refusal beyond a limit */
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
