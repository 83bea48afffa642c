import type Database from 'better-sqlite3'
import { is, Param, Placeholder } from 'drizzle-orm'
import type { Selecting } from '../flat-rows'

/** The parts of drizzle's compiled queries that are used here. They are internal, so its version is pinned. */
export type Statement<Rows> = Selecting & {
  execute(values?: Record<string, unknown>): Rows
  stmt: Database.Statement<unknown[], unknown[]>
  query: { params: readonly unknown[] }
}

/**
 * Runs a compiled query. The places of bound values are computed once: drizzle checks each value at each call, which
 * takes as long as SQLite needs for a small statement.
 */
export function bound<Rows>(statement: Statement<Rows>): (values?: Record<string, unknown>) => Rows {
  const { stmt, query, fields, customResultMapper } = statement
  if (fields && !customResultMapper) return (values) => statement.execute(values) // of several tables
  const binders = query.params.map(binderOf)
  const paramsOf = (values: Record<string, unknown>) => binders.map((bind) => bind(values))
  if (!customResultMapper) return (values = {}) => stmt.run(...paramsOf(values)) as Rows // the result is not used
  stmt.raw(true)
  return (values = {}) => customResultMapper(stmt.all(...paramsOf(values))) as Rows
}

function binderOf(param: unknown): (values: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return ({ [param.name]: value }) => value
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { name } = param.value
  return ({ [name]: value }) => param.encoder.mapToDriverValue(value)
}
