import type { Field, Resource } from '#shared/resource'
import type { SheetColumn } from '../../platform/sheets/cell'
import { statusWords, wordFor } from '../../platform/sheets/words'

type Values<Row> = { [Name in keyof Row & string]?: SheetColumn<Row>['value'] }

/** The columns of an exported sheet, from the declared fields of a resource; `values` replaces the values of some. */
export const sheetColumns = <Row extends object>({ fields }: Resource, values: Values<Row> = {}): SheetColumn<Row>[] =>
  Object.entries(fields)
    .filter(([, { sheet }]) => sheet !== false)
    .map(([name, field]) => ({
      id: field.columnId ?? name,
      title: field.text,
      value: values[name as keyof Row & string] ?? ((row, locale) => cellOf(field, row[name as keyof Row], locale)),
    }))

function cellOf({ as = 'text' }: Field, value: unknown, locale: Parameters<SheetColumn<object>['value']>[1]) {
  if (value === null || value === undefined) return value
  if (as === 'status') return wordFor(locale, statusWords, String(value))
  if (as === 'instant') return new Date(String(value))
  if (typeof as === 'object') return wordFor(locale, as, String(value))
  return typeof value === 'number' ? value : String(value)
}
