import type { Dialect, Writer } from '#server/platform/store/index'

/** Runs an insert and stores its `key`, unless an earlier start did so. `now`: the time of the inserted rows. */
export type Once = ((key: string, insert: () => PromiseLike<unknown>) => Promise<void>) & { readonly now: number }

/** Rows created by an operator since then stay; deleted rows do not return. */
export async function applier({ t }: Dialect, db: Writer, now = Date.now()): Promise<Once> {
  const rows = await db.select().from(t.seeds)
  const applied = new Set(rows.map(({ seedKey }) => seedKey))
  const once = async (seedKey: string, insert: () => PromiseLike<unknown>) => {
    if (applied.has(seedKey)) return
    await insert()
    await db.insert(t.seeds).values({ seedKey, appliedAt: now })
  }
  return Object.assign(once, { now })
}
