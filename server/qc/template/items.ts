import { rowsByIds } from '../../platform/list/rows-by'
import { setBounded } from '../../platform/cache/lru'
import { randomBytes } from 'node:crypto'
import { eq, desc } from 'drizzle-orm'
import type { ItemContent } from '#shared/qc/template/rules'
import type { Choice, TemplateItem } from '#shared/qc/template/schema'
import type { Dialect, Reader, Writer, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { chunks } from '../../platform/chunks/chunk'
import { canonical, sha256 } from '../audit/append'
import { literal, oneRow } from '../../platform/list/statement'

export type ItemRow = Tables['templateItems']['$inferSelect']

/** What can be chosen. */
export const choicesOf = ({ choices }: Pick<ItemRow, 'choices'>) => JSON.parse(choices) as Choice[] // written by `insertItems` alone

/** An item as it travels. */
export const itemOf = ({ versionId: _version, choices, rules, ...row }: ItemRow): TemplateItem => ({
  ...row,
  choices: choicesOf({ choices }),
  rules: JSON.parse(rules) as number[],
})

/** The items of one version, in their order. */
export const itemsOf = async (store: Dialect, db: Reader, versionId: number): Promise<TemplateItem[]> =>
  (await itemRowsOf(store, db, [versionId])).map(itemOf)

/** The items of some versions, those of each in their order. */
export const itemRowsOf = (store: Dialect, db: Reader, versionIds: number[]): Promise<ItemRow[]> =>
  rowsByVersion(store, db, versionIds)

const rowsByVersion = rowsByIds('templateItems', 'versionId', { orderBy: ['seq'] })

/** What an item says, as an item of another template can say it too. */
export const contentOf = ({ itemId: _id, itemKey: _key, seq: _seq, ...content }: TemplateItem): ItemContent => content

/** An item to be put into a version; one without a key is a characteristic of its own and gets one. */
export type GivenItem = ItemContent & { itemKey?: string | undefined }

/** Puts items into a draft that has none. */
export async function insertItems(
  { t: { templateItems } }: Dialect,
  db: Writer,
  versionId: number,
  items: readonly GivenItem[],
): Promise<TemplateItem[]> {
  const rows = items.map(({ itemKey, choices, rules, ...item }, index) => ({
    ...item,
    itemId: undefined, // not that of the version it was taken from
    versionId,
    itemKey: itemKey ?? newItemKey(),
    seq: index + 1,
    choices: JSON.stringify(choices),
    rules: JSON.stringify(rules),
  }))
  const made: ItemRow[] = []
  for (const chunk of chunks(rows)) made.push(...(await db.insert(templateItems).values(chunk).returning()))
  return made.toSorted((a, b) => a.seq - b.seq).map(itemOf)
}

/**
 * Items with the keys that they may keep: those that the template has had in some version, each once. Any other would
 * pass a characteristic of another template for one of this.
 */
export async function withOwnKeys(
  { t: { templateItems, templateVersions } }: Dialect,
  db: Reader,
  templateId: number,
  items: readonly GivenItem[],
): Promise<GivenItem[]> {
  const rows = await db
    .selectDistinct({ itemKey: templateItems.itemKey })
    .from(templateItems)
    .innerJoin(templateVersions, eq(templateVersions.versionId, templateItems.versionId))
    .where(eq(templateVersions.templateId, templateId))
  const free = new Set(rows.map(({ itemKey }) => itemKey))
  return items.map((item) => ({ ...item, itemKey: free.delete(item.itemKey ?? '') ? item.itemKey : undefined }))
}

const newItemKey = () => randomBytes(9).toString('base64url')

/** What a version says, whatever ids its rows have: two versions that say the same have the same. */
export const contentSha256 = (items: readonly TemplateItem[]) =>
  sha256(canonical(items.map(({ itemId: _id, ...item }) => item)))

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

const newestItem = oneRow((store) => {
  const { itemKey, itemId, name, nameEn, unit, decimals } = store.t.templateItems
  return store.db
    .select({ itemKey, name, nameEn, unit, decimals })
    .from(store.t.templateItems)
    .where(eq(itemKey, store.bind('itemKey')))
    .orderBy(desc(itemId))
    .limit(literal(1))
})

/** The present names of characteristics, and how their figures are written, by their keys. */
export async function namesOfItems(store: Store, itemKeys: readonly string[]) {
  const items = await Promise.all([...new Set(itemKeys)].map((itemKey) => newestItem(store, { itemKey })))
  return new Map(items.flatMap((item) => (item ? [[item.itemKey, item]] : [])))
}
