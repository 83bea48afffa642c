import { hash } from 'node:crypto'
import { PATIENCE_MS } from '../../chunks/yield-to-event-loop'
import type { SharedState, HeldState, Namespace, StateKey } from '../shared-state'
import { TooManyWriters } from '../fault'
import type { Client, Connection } from './client'
import { refuseLate } from '../refuse-late'
import { takingTurns } from '../queue'

/** Held by the process that changes the board. */
export const BOARD_LOCK = 0x43414c42
/** Changes that wait share one transaction, and one connection: a flood of them leaves the others to everybody else. */
const MAX_GROUP = 256
/** Behind so many nobody is answered in time. */
const MAX_WAITING = 2000
/** What has ended, and what is too much, is cleared away each time that so many were put, or after so long. */
const CLEARING_EVERY = 500
const CLEARING_MS = 10 * 60_000

type Change = {
  spots: readonly StateKey<unknown>[]
  now: number
  work: (held: HeldState) => unknown
  since: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}
type Row = { shelf: string; key: string; value: string; ends_at: number }

/** The board of all processes on a PostgreSQL database, in a table that is not written to the log. Who waits for others for `patienceMs` is refused (S93). */
export function postgresBoard(client: Pick<Client, 'query' | 'transaction'>, patienceMs = PATIENCE_MS): SharedState {
  const patiently = takingTurns()
  const waiting: Change[] = []
  let draining: Promise<void> | undefined
  const filled = new Map<string, Namespace<unknown>>()
  let untilClearing = 1
  let clearedAt = 0

  async function drain() {
    const leave = refuseLate(waiting, patienceMs)
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP)
      try {
        const results = await patiently(() => client.transaction('read committed', (tx) => done(tx, group)))
        for (const [index, change] of group.entries()) change.resolve(results[index])
      } catch (error) {
        for (const change of group) change.reject(error)
      }
    }
    leave()
    draining = undefined
  }

  /** Does changes one after the other, and writes what has come of them. */
  async function done(tx: Connection, group: readonly Change[]): Promise<unknown[]> {
    await tx.query('select pg_advisory_xact_lock($1)', [BOARD_LOCK])
    const { held, written, dropped, shelves } = heldOf(
      await read(
        tx,
        group.flatMap((change) => change.spots),
      ),
    )
    const results = group.map(({ work }) => work(held))
    if (written.size > 0) await tx.query(putting, [JSON.stringify([...written.values()])])
    if (dropped.size > 0) await tx.query(dropping, [JSON.stringify([...dropped.values()])])
    for (const shelf of shelves) filled.set(shelf.name, shelf)
    untilClearing -= written.size
    const isTime = untilClearing <= 0 || performance.now() - clearedAt > CLEARING_MS
    if (isTime) await clear(tx, Math.max(...group.map(({ now }) => now)))
    return results
  }

  async function clear(tx: Connection, now: number) {
    untilClearing = CLEARING_EVERY
    clearedAt = performance.now()
    await tx.query('delete from caliper_board where ends_at <= $1', [now])
    for (const { name, most } of filled.values()) await tx.query(trimming, [name, most])
  }

  return {
    async look<Value>(spot: StateKey<Value>) {
      return heldOf(await patiently(() => read(client, [spot]))).held.get(spot)
    },
    change<Result>(spots: readonly StateKey<unknown>[], now: number, work: (held: HeldState) => Result) {
      return new Promise<Result>((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) return reject(new TooManyWriters())
        const since = performance.now()
        waiting.push({ spots, now, work, since, resolve: resolve as Change['resolve'], reject }) // with what `work` answers
        draining ??= drain()
      })
    },
  }
}

const given = (columns: string) => `json_to_recordset($1::json) as given (${columns})`
const reading = `select shelf, key, value from caliper_board join ${given('shelf text, key text')} using (shelf, key)`
const putting = `insert into caliper_board (shelf, key, value, ends_at)
  select shelf, key, value, ends_at from ${given('shelf text, key text, value text, ends_at bigint')}
  on conflict (shelf, key) do update
    set value = excluded.value, ends_at = excluded.ends_at, turn = nextval('caliper_board_turn')`
const dropping = `delete from caliper_board using ${given('shelf text, key text')}
  where caliper_board.shelf = given.shelf and caliper_board.key = given.key`
const trimming = `delete from caliper_board where shelf = $1
  and turn <= (select turn from caliper_board where shelf = $1 order by turn desc offset $2 limit 1)`

/** Keys are what somebody typed, and where they did: no text is refused, and nobody reads it there. */
const nameOf = ({ shelf, key }: StateKey<unknown>) => ({ shelf: shelf.name, key: hash('sha256', key, 'base64url') })
const idOf = ({ shelf, key }: { shelf: string; key: string }) => `${shelf} ${key}`

async function read(
  tx: Connection,
  spots: readonly StateKey<unknown>[],
): Promise<Pick<Row, 'shelf' | 'key' | 'value'>[]> {
  const named = new Map(spots.map((spot) => [idOf(nameOf(spot)), nameOf(spot)]))
  const { rows } = await tx.query<Pick<Row, 'shelf' | 'key' | 'value'>>(reading, [JSON.stringify([...named.values()])])
  return rows
}

/** What was read, as changes see and leave it. */
function heldOf(rows: readonly Pick<Row, 'shelf' | 'key' | 'value'>[]) {
  const values = new Map<string, unknown>(rows.map((row) => [idOf(row), JSON.parse(row.value)]))
  const written = new Map<string, Row>()
  const dropped = new Map<string, { shelf: string; key: string }>()
  const shelves = new Set<Namespace<unknown>>()
  const held: HeldState = {
    get: <Value>(spot: StateKey<Value>) => values.get(idOf(nameOf(spot))) as Value | undefined, // as `put` has put it
    put(spot, value, endsAt) {
      const id = idOf(nameOf(spot))
      shelves.add(spot.shelf)
      values.set(id, value)
      dropped.delete(id)
      written.delete(id) // to the end: what is put last is kept longest
      written.set(id, { ...nameOf(spot), value: JSON.stringify(value), ends_at: endsAt })
    },
    drop(spot) {
      const id = idOf(nameOf(spot))
      values.delete(id)
      written.delete(id)
      dropped.set(id, nameOf(spot))
    },
  }
  return { held, written, dropped, shelves }
}
