import type { Dialect, Writer } from '#server/platform/store/index'

/** Runs an insert unless an earlier start has, and stores its `key`. `now`: the time of what it inserts. */
export type Once = ((key: string, insert: () => PromiseLike<unknown>) => Promise<void>) & { readonly now: number }

/** Rows that an operator has created meanwhile stay; deleted rows do not return. */
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
