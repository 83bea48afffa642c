import { hash } from 'node:crypto'
import { PATIENCE_MS } from '../../chunks/yield-to-event-loop'
import { batchQueue } from '../batch-queue'
import { retryConflicts } from '../retry-conflicts'
import type { Namespace, SharedState, StateEntries, StateKey } from '../shared-state'
import type { Client, Connection } from './client'

/** Held by the process that changes the state. */
export const STATE_LOCK = 0x43414c42
/** Expired entries, and those beyond their namespace's limit, are removed after this many writes or this time. */
const CLEARING_EVERY = 500
const CLEARING_MS = 10 * 60_000

type Change = { keys: readonly StateKey<unknown>[]; now: number; work: (entries: StateEntries) => unknown }
type Row = { shelf: string; key: string; value: string; ends_at: number }
type RowKey = Pick<Row, 'shelf' | 'key'>

/**
 * The state of all processes on a PostgreSQL database, in an unlogged table. Waiting changes share one transaction and
 * one connection: a flood of them leaves the other connections free. A change that waits for `patienceMs` is refused
 * (S93).
 */
export function postgresState(client: Pick<Client, 'query' | 'transaction'>, patienceMs = PATIENCE_MS): SharedState {
  const retry = retryConflicts()
  const namespaces = new Map<string, Namespace<unknown>>()
  let untilClearing = 1
  let clearedAt = 0

  const queue = batchQueue<Change>({ patienceMs }, async (batch) => {
    const changes = batch.map((job) => job.work)
    const results = await retry(() => client.transaction('read committed', (tx) => applied(tx, changes)))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  })

  /** Applies changes one after the other, and writes their entries. */
  async function applied(tx: Connection, changes: readonly Change[]): Promise<unknown[]> {
    await tx.query('select pg_advisory_xact_lock($1)', [STATE_LOCK])
    const rows = await rowsOf(
      tx,
      changes.flatMap(({ keys }) => keys),
    )
    const { entries, written, deleted } = entriesOf(rows, namespaces)
    const results = changes.map(({ work }) => work(entries))
    if (written.size > 0) await tx.query(upsert, [JSON.stringify([...written.values()])])
    if (deleted.size > 0) await tx.query(remove, [JSON.stringify([...deleted.values()])])
    untilClearing -= written.size
    const isTime = untilClearing <= 0 || performance.now() - clearedAt > CLEARING_MS
    if (isTime) await clear(tx, Math.max(...changes.map(({ now }) => now)))
    return results
  }

  async function clear(tx: Connection, now: number) {
    untilClearing = CLEARING_EVERY
    clearedAt = performance.now()
    await tx.query('delete from caliper_board where ends_at <= $1', [now])
    for (const { name, maxEntries } of namespaces.values()) await tx.query(trim, [name, maxEntries])
  }

  return {
    get: async (key) => entriesOf(await retry(() => rowsOf(client, [key]))).entries.get(key),
    change: (keys, now, work) => queue.run({ keys, now, work }),
  }
}

const input = (columns: string) => `json_to_recordset($1::json) as given (${columns})`
const select = `select shelf, key, value from caliper_board join ${input('shelf text, key text')} using (shelf, key)`
const upsert = `insert into caliper_board (shelf, key, value, ends_at)
  select shelf, key, value, ends_at from ${input('shelf text, key text, value text, ends_at bigint')}
  on conflict (shelf, key) do update
    set value = excluded.value, ends_at = excluded.ends_at, turn = nextval('caliper_board_turn')`
const remove = `delete from caliper_board using ${input('shelf text, key text')}
  where caliper_board.shelf = given.shelf and caliper_board.key = given.key`
const trim = `delete from caliper_board where shelf = $1
  and turn <= (select turn from caliper_board where shelf = $1 order by turn desc offset $2 limit 1)`

/** Keys come from user input and addresses: any text is accepted, and nobody can read it in the table. */
const rowKeyOf = ({ namespace, key }: StateKey<unknown>): RowKey => ({
  shelf: namespace.name,
  key: hash('sha256', key, 'base64url'),
})
const idOf = ({ shelf, key }: RowKey) => `${shelf} ${key}`

async function rowsOf(on: Connection, keys: readonly StateKey<unknown>[]): Promise<Omit<Row, 'ends_at'>[]> {
  const rowKeys = new Map(keys.map(rowKeyOf).map((rowKey) => [idOf(rowKey), rowKey]))
  const { rows } = await on.query<Omit<Row, 'ends_at'>>(select, [JSON.stringify([...rowKeys.values()])])
  return rows
}

/** Rows in the form for changes. @param namespaces gets those that something is written to */
function entriesOf(rows: readonly Omit<Row, 'ends_at'>[], namespaces = new Map<string, Namespace<unknown>>()) {
  const values = new Map<string, unknown>(rows.map((row) => [idOf(row), JSON.parse(row.value)]))
  const written = new Map<string, Row>()
  const deleted = new Map<string, RowKey>()
  const entries: StateEntries = {
    get: <Value>(key: StateKey<Value>) => values.get(idOf(rowKeyOf(key))) as Value | undefined, // as `set` has set it
    set(key, value, endsAt) {
      const rowKey = rowKeyOf(key)
      const id = idOf(rowKey)
      namespaces.set(key.namespace.name, key.namespace)
      values.set(id, value)
      deleted.delete(id)
      written.delete(id) // to the end: the last set entry is kept longest
      written.set(id, { ...rowKey, value: JSON.stringify(value), ends_at: endsAt })
    },
    delete(key) {
      const rowKey = rowKeyOf(key)
      const id = idOf(rowKey)
      values.delete(id)
      written.delete(id)
      deleted.set(id, rowKey)
    },
  }
  return { entries, written, deleted }
}
