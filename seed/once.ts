import type { Dialect, Writer } from '#server/platform/store/index'

/** Does an insert that no earlier start has done, and keeps in mind under `key` that it is done. */
export type Once = (key: string, insert: () => PromiseLike<unknown>) => Promise<void>

/** What an operator has made under the same key meanwhile stays; what was deleted is not brought back. */
export async function applier({ t }: Dialect, db: Writer): Promise<Once> {
  const rows = await db.select().from(t.seeds)
  const applied = new Set(rows.map(({ seedKey }) => seedKey))
  return async (seedKey, insert) => {
    if (applied.has(seedKey)) return
    await insert()
    await db.insert(t.seeds).values({ seedKey, appliedAt: Date.now() })
  }
}
