import { codes } from '#shared/envelope'
import type { AnyTextKey } from '#shared/i18n/text'
import { Refusal } from '../http/refusal'

/** A row of a sheet; `row` is its number in the sheet, with the header as row 1. */
export type SheetRow<Value> = { row: number; value: Value }

/** A fault of one row of a sheet, at the faulty field if there is one. */
export type RowFault = {
  row: number
  field: string | undefined
  key: AnyTextKey
  values: Record<string, string | number> | undefined
}

/** Runs one check of a row. Its refusal becomes a fault, and the row's other checks still run. */
export type Attempt = <Result>(check: () => Result | Promise<Result>) => Promise<Result | undefined>

/**
 * Runs `work` for one row after the other. Its refusal, or that of an attempted check, becomes a fault of that row;
 * other exceptions are thrown. It also runs in transactions, so `work` uses data read before, not a query per row.
 */
export async function eachRow<Value>(
  rows: readonly SheetRow<Value>[],
  work: (row: SheetRow<Value>, attempt: Attempt) => Promise<unknown>,
): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const row of rows) {
    const attempt: Attempt = async (check) => {
      try {
        return await check()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        faults.push({ row: row.row, field: error.field, key: error.key, values: error.values })
        return undefined
      }
    }
    await attempt(() => work(row, attempt))
  }
  return faults
}

/** Rows of both lists in the order of the sheet. */
export const inOrder = <Value>(rows: readonly SheetRow<Value>[], others: readonly SheetRow<Value>[]) =>
  others.length === 0 ? rows : [...rows, ...others].toSorted((a, b) => a.row - b.row)

/** @throws Refusal if `row`, an earlier row of the same sheet, is given: it has the same unique value */
export function refuseSame(row: number | undefined, field: string): void {
  if (row !== undefined) throw new Refusal(codes.conflict, 'import.sameAs', { row }).at(field)
}
