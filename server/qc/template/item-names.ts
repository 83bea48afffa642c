import { desc, eq } from 'drizzle-orm'
import type { Store } from '../../platform/store'
import { literal, oneRow } from '../../platform/list/statement'

const newest = oneRow((store) => {
  const { itemKey, itemId, name, nameEn, unit, decimals } = store.t.templateItems
  return store.db
    .select({ itemKey, name, nameEn, unit, decimals })
    .from(store.t.templateItems)
    .where(eq(itemKey, store.bind('itemKey')))
    .orderBy(desc(itemId))
    .limit(literal(1))
})

/** What characteristics are called by now, and how their figures are written, by their keys. */
export async function namesOfItems(store: Store, itemKeys: readonly string[]) {
  const found = await Promise.all([...new Set(itemKeys)].map((itemKey) => newest(store, { itemKey })))
  return new Map(found.flatMap((item) => (item ? [[item.itemKey, item]] : [])))
}
