import type Database from 'better-sqlite3'
import { Column, is, Param, Placeholder } from 'drizzle-orm'
import type { Selecting } from '../flat-rows'

/** The parts of drizzle's compiled queries that are used here. They are internal, so its version is pinned. */
export type Statement<Rows> = Selecting & {
  execute(values?: Record<string, unknown>): Rows
  stmt: Database.Statement<unknown[], unknown[]>
  query: { params: readonly unknown[] }
}

type Values = Record<string, unknown>
type Row = Record<string, unknown>

/** The name of the placeholder for a field of one of the bound `rows`. */
export const placeOf = (index: number, field: string): string => `rows ${index} ${field}`

/**
 * Runs a compiled query. The places of bound values are computed once: drizzle checks each value at each call, which
 * takes as long as SQLite needs for a small statement. They are bound as one array: with a call of a thousand arguments,
 * a tenth fewer records are written.
 */
export function bound<Rows>(statement: Statement<Rows>): (values?: Values) => Rows {
  const { stmt, query, fields, customResultMapper } = statement
  if (fields && !customResultMapper) return (values) => statement.execute(values) // of several tables
  const binders = query.params.map(binderOf)
  const paramsOf = (values: Values) => binders.map((bind) => bind(values))
  if (!customResultMapper) return (values = {}) => stmt.run(paramsOf(values)) as Rows // the result is not used
  stmt.raw(true)
  return (values = {}) => customResultMapper(stmt.all(paramsOf(values))) as Rows
}

function binderOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return valueOf(param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const read = valueOf(param.value.name)
  const isAsItIs = encoder.mapToDriverValue === Column.prototype.mapToDriverValue
  return isAsItIs ? read : (values) => encoder.mapToDriverValue(read(values))
}

/** Reads a value by its name, or as {@link placeOf} says; a field that a row leaves out is null. */
function valueOf(name: string): (values: Values) => unknown {
  const [, index, field] = /^rows (\d+) (.+)$/.exec(name) ?? []
  if (field === undefined) return ({ [name]: value }) => value
  const place = Number(index)
  return ({ rows }) => (rows as Row[])[place]![field] ?? null // given by `insertInBatches`
}
