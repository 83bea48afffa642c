import type { TemplateItem } from '#shared/qc/template/schema'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { setBounded } from '../../platform/cache/lru'
import { itemOf, itemRowsOf } from '../template/items'

/** Versions kept in memory: what is published never changes. */
const MAX_CACHED = 500

const caches = new WeakMap<Tables, Map<number, TemplateItem[]>>()

/**
 * The items of versions that records are bound to, by the id of the version. What was read outside of a transaction is
 * kept; what a transaction reads may be taken back with it.
 */
export async function boundItems(
  store: Dialect,
  db: Reader,
  versionIds: Iterable<number>,
): Promise<ReadonlyMap<number, TemplateItem[]>> {
  const cache = caches.getOrInsertComputed(store.t, () => new Map())
  const items = new Map<number, TemplateItem[]>()
  const missing: number[] = []
  for (const versionId of new Set(versionIds)) {
    const cached = cache.get(versionId)
    if (cached) items.set(versionId, cached)
    else missing.push(versionId)
  }
  if (missing.length === 0) return items
  const rows = Map.groupBy(await itemRowsOf(store, db, missing), ({ versionId }) => versionId)
  for (const versionId of missing) {
    const read = (rows.get(versionId) ?? []).map(itemOf)
    items.set(versionId, read)
    if (store.isCommitted(db)) setBounded(cache, versionId, read, MAX_CACHED)
  }
  return items
}

/** The items of one version. */
export const itemsBound = async (store: Dialect, db: Reader, versionId: number): Promise<TemplateItem[]> =>
  (await boundItems(store, db, [versionId])).get(versionId)!
