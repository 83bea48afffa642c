import type { Dialect, Writer } from '#server/platform/store/index'

/** Runs an insert unless an earlier start has, and stores its `key`. */
export type Once = (key: string, insert: () => PromiseLike<unknown>) => Promise<void>

/** Rows that an operator has created meanwhile stay; deleted rows do not return. */
export async function applier({ t }: Dialect, db: Writer): Promise<Once> {
  const rows = await db.select().from(t.seeds)
  const applied = new Set(rows.map(({ seedKey }) => seedKey))
  return async (seedKey, insert) => {
    if (applied.has(seedKey)) return
    await insert()
    await db.insert(t.seeds).values({ seedKey, appliedAt: Date.now() })
  }
}
