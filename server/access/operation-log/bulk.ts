import type { OperationAction } from '#shared/constants'
import type { Dialect, Writer } from '../../platform/store'
import { jsonOf, MAX_JSON, writeOperation, type RequestContext } from './write'
import { withNames } from './names'

/** One of several records changed at once, and its name. */
export type Changed = { record: number; name: string; before?: unknown; after?: unknown }

/** The number of ids that fit into one entry. */
const MAX_RECORDS = 500

/**
 * Writes an action on several records into the operation log with all their fields, in as many entries as needed. The
 * name of a record is written as a value, never as the name of a field, because people choose it.
 */
export async function writeOperations(
  store: Dialect,
  db: Writer,
  context: RequestContext,
  action: OperationAction,
  changed: readonly Changed[],
): Promise<void> {
  const [befores, afters] = [
    await withNames(
      store,
      db,
      context.resource,
      changed.map(({ before }) => before),
    ),
    await withNames(
      store,
      db,
      context.resource,
      changed.map(({ after }) => after),
    ),
  ]
  const entries = changed.map((change, index) => ({ ...change, before: befores[index], after: afters[index] }))
  for (const part of partsOf(entries)) {
    const side = (which: 'before' | 'after') =>
      part.some((change) => change[which] !== undefined) && { [which]: valuesOf(part, which) }
    await writeOperation(store, db, context, {
      action,
      record: part.map(({ record }) => record).join(),
      name: part.map(({ name }) => name).join(', '),
      ...side('before'),
      ...side('after'),
    })
  }
}

/** The fields of one record, or a list of several. */
const valuesOf = (part: readonly Changed[], which: 'before' | 'after'): unknown =>
  part.length === 1 ? part[0]![which] : part.map((change) => valueOf(change, which))

const valueOf = ({ record, name, ...sides }: Changed, which: 'before' | 'after') => ({
  record,
  name,
  values: sides[which],
})

function* partsOf(changed: readonly Changed[]): Generator<readonly Changed[]> {
  let part: Changed[] = []
  const length = { before: 0, after: 0 }
  for (const change of changed) {
    const [before, after] = [lengthOf(change, 'before'), lengthOf(change, 'after')]
    const isFull = Math.max(length.before + before, length.after + after) > MAX_JSON || part.length === MAX_RECORDS
    if (isFull && part.length > 0) {
      yield part
      part = []
      length.before = length.after = 0
    }
    part.push(change)
    length.before += before
    length.after += after
  }
  if (part.length > 0) yield part
}

/** Including the separator. */
const lengthOf = (change: Changed, which: 'before' | 'after') => jsonOf(valueOf(change, which)).length + 2

/** The fields in an entry, as written by {@link writeOperations} or other code. */
export function fieldsOf(json: string): Record<string, unknown> | null {
  if (json === '') return null
  const value: unknown = JSON.parse(json)
  if (isListed(value))
    return Object.fromEntries(value.map(({ record, name, values }) => [`${name} (${record})`, values]))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
}

type Listed = ReturnType<typeof valueOf>

const isListed = (value: unknown): value is Listed[] =>
  Array.isArray(value) &&
  value.every((item: unknown) => typeof item === 'object' && item !== null && 'record' in item && 'name' in item)
