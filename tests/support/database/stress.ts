import { sql, type SQL } from 'drizzle-orm'
import { openStore, type Reader } from '#server/platform/store/index'
import { storeFault } from '#server/platform/store/fault'

/** What came of a stress. `wrong`: answers to another question, traces of foreign or rolled back transactions, and what was done twice. */
type Stressed = { calls: number; refused: number; wrong: string[]; hung: number }

const COUNTERS = 8
const HUNG_MS = 60_000
const KILL_EVERY_MS = 40

class Given extends Error {}

/**
 * Callers who all at once read, count in serializable transactions, break a unique key and roll back, while connections
 * are killed. Whether each answer belongs to its question is seen by numbers that only the caller knows.
 */
export async function stress(
  url: string,
  { callers, callsEach }: { callers: number; callsEach: number },
): Promise<Stressed> {
  const store = await openStore({ dataDir: '', databaseUrl: url })
  const rowsOf = async <Row>(db: Reader, query: SQL) =>
    (await (db as unknown as { execute(query: SQL): Promise<{ rows: Row[] }> }).execute(query)).rows
  await rowsOf(store.db, sql`create table stress_counter (id int primary key, n int not null)`)
  await rowsOf(store.db, sql`create table stress_counted (mark text not null)`) // takes the same twice
  await rowsOf(store.db, sql`create table stress_mark (mark text primary key)`)
  await rowsOf(store.db, sql`insert into stress_counter select id, 0 from generate_series(1, ${COUNTERS}::int) as id`)
  await rowsOf(store.db, sql`insert into stress_mark values ('taken')`)
  const echo = store.prepared(
    store.db
      .select({ said: sql<string>`${sql.placeholder('said')}::text` })
      .from(sql`stress_mark`)
      .where(sql`mark = 'taken'`),
  )
  const result: Stressed = { calls: 0, refused: 0, wrong: [], hung: 0 }
  const counted = new Set<string>()

  const kinds: ((mine: string) => Promise<void>)[] = [
    async (mine) => expectSame(mine, (await echo({ said: mine }))[0]?.said),
    async (mine) => {
      const [row] = await rowsOf<{ said: string }>(store.db, sql`select ${mine}::text as said`)
      expectSame(mine, row?.said)
    },
    async (mine) => {
      const id = 1 + Math.floor(Math.random() * COUNTERS)
      await store.tx(async (db) => {
        const before = await transactionOf(db)
        const [row] = await rowsOf<{ n: number; said: string }>(
          db,
          sql`select n, ${mine}::text as said from stress_counter where id = ${id}`,
        )
        expectSame(mine, row?.said)
        await rowsOf(db, sql`update stress_counter set n = ${row!.n + 1} where id = ${id}`)
        await rowsOf(db, sql`insert into stress_counted values (${mine})`)
        expectSame(before, await transactionOf(db))
      })
      counted.add(mine)
    },
    async () => {
      const fault = await store
        .tx((db) => rowsOf(db, sql`insert into stress_mark values ('taken')`))
        .then(
          () => 'nothing',
          (error: unknown) => storeFault(error) ?? String(error),
        )
      if (fault !== 'duplicate' && fault !== 'busy') result.wrong.push(`a taken key was answered ${fault}`)
    },
    async (mine) => {
      const given = new Given()
      const thrown = await store
        .tx(async (db) => {
          await rowsOf(db, sql`insert into stress_mark values (${mine})`)
          throw given
        })
        .catch((error: unknown) => error)
      if (thrown !== given) throw thrown
    },
  ]
  const transactionOf = async (db: Reader) =>
    (await rowsOf<{ xid: string }>(db, sql`select pg_current_xact_id()::text as xid`))[0]!.xid
  function expectSame(asked: string, answered: string | undefined) {
    if (answered !== asked) result.wrong.push(`${asked} was answered ${answered}`)
  }

  const killers = { areOver: false }
  async function kill() {
    for (; !killers.areOver; await Bun.sleep(KILL_EVERY_MS)) {
      await rowsOf(
        store.db,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name = 'caliper'
          order by random() limit 1`,
      ).catch(() => {})
    }
  }
  async function call(caller: number) {
    for (let n = 0; n < callsEach; n++) {
      const work = kinds[Math.floor(Math.random() * kinds.length)]!(`${caller} ${n} ${crypto.randomUUID()}`)
      const seen = await Promise.race([
        work.then(
          () => 'done',
          (error: unknown) => storeFault(error) ?? String(error),
        ),
        Bun.sleep(HUNG_MS).then(() => 'hung'),
      ])
      result.calls += 1
      if (seen === 'busy') result.refused += 1
      else if (seen === 'hung') result.hung += 1
      else if (seen !== 'done') result.wrong.push(seen)
    }
  }
  const killing = kill()
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  killers.areOver = true
  await killing
  const [counters] = await rowsOf<{ n: number }>(store.db, sql`select sum(n) as n from stress_counter`)
  const [marks] = await rowsOf<{ n: number }>(store.db, sql`select count(*) as n from stress_mark`)
  // A call that was refused may be committed, where the connection was killed before the answer; but only once.
  const kept = (await rowsOf<{ mark: string }>(store.db, sql`select mark from stress_counted`)).map(({ mark }) => mark)
  const once = new Set(kept)
  if (counters!.n !== kept.length) result.wrong.push(`${counters!.n} counted by ${kept.length} transactions`)
  if (once.size < kept.length) result.wrong.push(`${kept.length - once.size} were counted twice`)
  const lost = [...counted].filter((mark) => !once.has(mark)).length
  if (lost > 0) result.wrong.push(`${lost} were answered and not counted`)
  if (marks!.n !== 1) result.wrong.push(`${marks!.n - 1} rows of transactions that were rolled back`)
  await store.close()
  return result
}
