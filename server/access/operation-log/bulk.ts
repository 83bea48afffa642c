import type { OperationAction } from '#shared/constants'
import type { Dialect, Writer } from '../../platform/store'
import { jsonOf, MAX_JSON, writeOperation, type RequestContext } from './write'
import { withNames } from './names'

/** One of several records that were changed at once, and what people call it. */
export type Changed = { record: number; name: string; before?: unknown; after?: unknown }

/** The ids of so many fit into one entry. */
const MAX_RECORDS = 500

/**
 * Writes an action on several records into the operation log: all their fields, in as many entries as they need. The name
 * of a record is written as a value, never as the name of a field: people choose it.
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

/** Of one record its fields, of several a list. */
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

/** With the separator to the next. */
const lengthOf = (change: Changed, which: 'before' | 'after') => jsonOf(valueOf(change, which)).length + 2

/** The fields that an entry names, as {@link writeOperations} or another wrote them. */
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
