import type { TextKey, TextValues } from '#shared/i18n/text'
import { Refusal } from '../refusal'

/** A row of a sheet that was read; `row` as the sheet numbers it, whose header is row 1. */
export type SheetRow<Value> = { row: number; value: Value }

/** What is wrong with one row of a sheet, at the field that is to blame if there is one. */
export type RowFault = {
  row: number
  field: string | undefined
  key: TextKey
  values: Record<string, string | number> | undefined
}

/** Other requests get their turn after so many rows. */
const ROWS_A_TURN = 20

export const rowFault = <Key extends TextKey>(
  { row }: SheetRow<unknown>,
  field: string | undefined,
  key: Key,
  ...[values]: TextValues<Key>
): RowFault => ({ row, field, key, values })

/** Does `work` for one row after the other. What it refuses becomes a fault of that row; anything else is thrown. */
export async function eachRow<Value>(
  rows: readonly SheetRow<Value>[],
  work: (row: SheetRow<Value>) => Promise<unknown>,
): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_A_TURN === ROWS_A_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
    try {
      await work(row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push({ row: row.row, field: error.field, key: error.key, values: error.values })
    }
  }
  return faults
}
