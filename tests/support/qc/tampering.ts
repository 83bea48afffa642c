import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { sealOf, type AuditRow } from '#server/qc/audit/append'
import { verificationIn, verifyAudit } from '#server/qc/audit/verify/index'
import type { Store, Writer } from '#server/platform/store/index'
import type { Anchor } from '#shared/qc/audit/anchor'
import type { AuditVerification } from '#shared/qc/audit/schema'

/** Runs SQL in a transaction, past everything that the application would do. */
export async function run({ dialect }: Store, db: Writer, statement: SQL) {
  if (dialect === 'postgres') await (db as Writer & { execute(query: SQL): Promise<unknown> }).execute(statement)
  else (db as Writer & { run(query: SQL): unknown }).run(statement)
}

/** Rows that SQL finds. */
export async function rowsBy<Row>({ dialect }: Store, db: Writer, statement: SQL): Promise<Row[]> {
  if (dialect === 'sqlite') return (db as Writer & { all(query: SQL): Row[] }).all(statement)
  return (await (db as Writer & { execute(query: SQL): Promise<{ rows: Row[] }> }).execute(statement)).rows
}

export const closed = [
  'qc_audit',
  'qc_signature',
  'qc_comment',
  'qc_value',
  'qc_photo',
  'qc_value_base',
  'qc_template_item',
]

/**
 * Takes the triggers away, as whoever owns the database can.
 * @returns what puts them back, so that nobody sees it
 */
export async function disarm(store: Store, db: Writer): Promise<() => Promise<void>> {
  if (store.dialect === 'postgres') {
    const switched = async (how: 'disable' | 'enable') => {
      for (const table of closed) await run(store, db, sql.raw(`alter table ${table} ${how} trigger user`))
    }
    await switched('disable')
    return () => switched('enable')
  }
  const triggers = await rowsBy<{ name: string; sql: string }>(
    store,
    db,
    sql.raw("select name, sql from sqlite_master where type = 'trigger'"),
  )
  for (const { name } of triggers) await run(store, db, sql.raw(`drop trigger "${name}"`))
  return async () => {
    for (const trigger of triggers) await run(store, db, sql.raw(trigger.sql))
  }
}

class TakenBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('taken back')
    this.result = result
  }
}

/** What is seen in a transaction, all of which is taken back. */
export async function seenIn<Result>(store: Store, work: (db: Writer) => Promise<Result>): Promise<Result> {
  try {
    return await store.tx(async (db) => {
      throw new TakenBack(await work(db))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result
    throw error
  }
}

/** What a verification finds after `tampering` behind the triggers' back; all of it is taken back. */
export function foundAfter(
  store: Store,
  tampering: (db: Writer) => Promise<unknown>,
  { anchors = [] }: { anchors?: readonly Anchor[] } = {},
): Promise<AuditVerification> {
  return seenIn(store, async (db) => {
    const rearm = await disarm(store, db)
    await tampering(db)
    await rearm()
    const tampered: Store = { ...store, db, tx: (work) => work(db) }
    return verificationIn('en', await verifyAudit(tampered, { anchors }))
  })
}

/**
 * Changes entries, or leaves them out, and seals the whole trail anew: what somebody does who can write the database and
 * has read how.
 */
export async function rewrite(store: Store, db: Writer, change: (row: AuditRow) => AuditRow | undefined) {
  const { audits, auditHeads } = store.t
  let [lastId, lastHash] = [0, '']
  for (const row of await db.select().from(audits).orderBy(asc(audits.id))) {
    const changed = change(row)
    await db.delete(audits).where(eq(audits.id, row.id))
    if (!changed) continue
    const sealed = { ...changed, id: ++lastId, prevHash: lastHash }
    lastHash = sealOf(sealed)
    await db.insert(audits).values({ ...sealed, hash: lastHash })
  }
  await db.update(auditHeads).set({ lastId, lastHash })
}
