import type { Count, Subgroup } from '../charts/track'
import type { OracleCase } from './oracle-case'
import { oracleTables } from './tables'

/** A row of a list by the names in its first line. */
type Row = Readonly<Record<string, string>>

function rowsOf({ id, data }: OracleCase): Row[] {
  const text = oracleTables.get(data.file ?? '')
  if (text === undefined) throw new Error(`${id}: there is no list ${data.file}`)
  const [names = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

/** An empty field is a missing value. */
const numberIn = (field: string | undefined): number | null => (field ? Number(field) : null)

const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/** All values in order, gaps included. */
export function singlesOf(oracle: OracleCase): (number | null)[] {
  const { inline, inlineRule } = oracle.data
  if (inlineRule !== undefined) return generated(inlineRule)
  if (Array.isArray(inline)) return inline.map((value) => (value === null ? null : Number(value)))
  return rowsOf(oracle).map(({ value }) => numberIn(value))
}

/** All values without gaps. */
export const valuesOf = (oracle: OracleCase): number[] => present(singlesOf(oracle))

/** Values by stratum `by`, such as `experiment`. */
export function strataOf(oracle: OracleCase, by: string): Map<string, number[]> {
  const strata = Map.groupBy(rowsOf(oracle), (row) => row[by] ?? '')
  return new Map(Array.from(strata, ([name, rows]) => [name, present(rows.map(({ value }) => numberIn(value)))]))
}

export function subgroupsOf(oracle: OracleCase): Subgroup[] {
  const isSingle = oracle.data.format !== 'subgroups'
  if (isSingle) return singlesOf(oracle).map((value) => ({ values: value === null ? [] : [value] }))
  return [...strataOf(oracle, 'subgroup').values()].map((values) => ({ values }))
}

/** The counts of defectives in n, of defects in `units`, or of defects alone. */
export const countsOf = (oracle: OracleCase): Count[] =>
  rowsOf(oracle).map(({ defectives, defects, n, units }) => ({
    count: numberIn(defectives ?? defects),
    size: numberIn(n ?? units) ?? 1,
  }))

export const readingsOf = (oracle: OracleCase) =>
  rowsOf(oracle).map(({ part = '', operator = '', value }) => ({ part, operator, value: Number(value) }))

/** `1.2 followed by 500 x [1.1, 1.3]` */
function generated(rule: string): number[] {
  const [, first, times, list] = /^(\S+) followed by (\d+) x \[(.*)\]$/.exec(rule) ?? []
  if (list === undefined) throw new Error(`nobody knows how to build ${rule}`)
  const repeated = list.split(',').map(Number)
  return [Number(first), ...Array.from({ length: Number(times) }, () => repeated).flat()]
}
