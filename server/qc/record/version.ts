import type { TemplateItem } from '#shared/qc/template/schema'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { itemOf, itemRowsOf } from '../template/items'

/** Versions kept in memory: what is published never changes. */
const MAX_KEPT = 500

const kept = new WeakMap<Tables, Map<number, TemplateItem[]>>()

/**
 * The items of versions that records are bound to, by the id of the version. What was read outside of a transaction is
 * kept; what a transaction reads may be taken back with it.
 */
export async function boundItems(
  store: Dialect,
  db: Reader,
  versionIds: Iterable<number>,
): Promise<ReadonlyMap<number, TemplateItem[]>> {
  const known = kept.get(store.t) ?? new Map<number, TemplateItem[]>()
  kept.set(store.t, known)
  const items = new Map<number, TemplateItem[]>()
  const missing: number[] = []
  for (const versionId of new Set(versionIds)) {
    const there = known.get(versionId)
    if (there) items.set(versionId, there)
    else missing.push(versionId)
  }
  if (missing.length === 0) return items
  const rows = Map.groupBy(await itemRowsOf(store, db, missing), ({ versionId }) => versionId)
  for (const versionId of missing) {
    const read = (rows.get(versionId) ?? []).map(itemOf)
    items.set(versionId, read)
    if (!store.isCommitted(db)) continue
    if (known.size >= MAX_KEPT) known.delete(known.keys().next().value!)
    known.set(versionId, read)
  }
  return items
}

/** The items of one version. */
export const itemsBound = async (store: Dialect, db: Reader, versionId: number): Promise<TemplateItem[]> =>
  (await boundItems(store, db, [versionId])).get(versionId)!
