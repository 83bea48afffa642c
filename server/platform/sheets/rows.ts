import { codes } from '#shared/envelope'
import type { AnyTextKey } from '#shared/i18n/text'
import { Refusal } from '../http/refusal'

/** A row of a sheet that was read; `row` as the sheet numbers it, whose header is row 1. */
export type SheetRow<Value> = { row: number; value: Value }

/** A fault of one row of a sheet, at the field that is to blame if there is one. */
export type RowFault = {
  row: number
  field: string | undefined
  key: AnyTextKey
  values: Record<string, string | number> | undefined
}

/** Does one check of a row; what it refuses becomes a fault, and the row's other checks are done all the same. */
export type Attempt = <Result>(check: () => Result | Promise<Result>) => Promise<Result | undefined>

/**
 * Does `work` for one row after the other. What it refuses, or a check that it attempts, becomes a fault of that row;
 * anything else is thrown. It is done in a transaction too, so `work` goes by what was read before, not by a query a row.
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

/** Rows of both lists as the sheet has them. */
export const inOrder = <Value>(rows: readonly SheetRow<Value>[], others: readonly SheetRow<Value>[]) =>
  others.length === 0 ? rows : [...rows, ...others].toSorted((a, b) => a.row - b.row)

/** @throws Refusal when `row`, an earlier one of the same sheet, is given: it holds what no two may have */
export function refuseSame(row: number | undefined, field: string): void {
  if (row !== undefined) throw new Refusal(codes.conflict, 'import.sameAs', { row }).at(field)
}
