import { Column, is } from 'drizzle-orm'

/** The common part of drizzle's compiled queries: the columns they select, and the mapper of their rows. */
export type Selecting = {
  fields?: readonly { path: readonly string[]; field: unknown }[] | undefined
  customResultMapper?: ((rows: unknown[][]) => unknown) | undefined
}
/** A field of an object, and what its value is decoded by where it is not what the driver answers. */
type Field = { name: string; decoder: Column | undefined }

/**
 * Has rows of plain columns made into objects by what is known when a query is compiled. Drizzle asks of each cell of
 * each row what it is of, which takes longer than reading many rows does.
 */
export function mapsFlatRows<Statement>(statement: Statement & Selecting): Statement {
  const fields = statement.fields?.map(fieldOf)
  if (fields?.every((field) => field !== undefined)) {
    statement.customResultMapper = (rows) => rows.map((row) => objectOf(fields, row))
  }
  return statement
}

function fieldOf({ path, field }: NonNullable<Selecting['fields']>[number]): Field | undefined {
  const [name, ...further] = path
  if (name === undefined || further.length > 0 || !is(field, Column)) return undefined // of several tables, or SQL
  const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return { name, decoder: isPlain ? undefined : field }
}

function objectOf(fields: readonly Field[], row: readonly unknown[]) {
  const object: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index++) {
    const { name, decoder } = fields[index]!
    const value = row[index]
    object[name] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value
  }
  return object
}
