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

/** The choices of an item. */
export const choicesOf = ({ choices }: Pick<ItemRow, 'choices'>) => JSON.parse(choices) as Choice[] // written by `insertItems` alone

/** The API form of an item. */
export const itemOf = ({ versionId: _version, choices, rules, ...row }: ItemRow): TemplateItem => ({
  ...row,
  choices: choicesOf({ choices }),
  rules: JSON.parse(rules) as number[],
})

/** The items of one version, in their order. */
export const itemsOf = async (store: Dialect, db: Reader, versionId: number): Promise<TemplateItem[]> =>
  (await itemRowsOf(store, db, [versionId])).map(itemOf)

/** The items of some versions, each in its order. */
export const itemRowsOf = (store: Dialect, db: Reader, versionIds: number[]): Promise<ItemRow[]> =>
  rowsByVersion(store, db, versionIds)

const rowsByVersion = rowsByIds('templateItems', 'versionId', { orderBy: ['seq'] })

/** The content of an item, which may be the same in another template. */
export const contentOf = ({ itemId: _id, itemKey: _key, seq: _seq, ...content }: TemplateItem): ItemContent => content

/** An item to add to a version. An item without a key is a new characteristic and gets one. */
export type GivenItem = ItemContent & { itemKey?: string | undefined }

/** Inserts items into an empty draft. */
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
 * Items with only the keys of this template's own versions, each once. Any other key would mix up characteristics of
 * two templates.
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

/** The hash of a version's content, without the ids of rows: equal contents have equal hashes. */
export const contentSha256 = (items: readonly TemplateItem[]) =>
  sha256(canonical(items.map(({ itemId: _id, ...item }) => item)))

/** Versions kept in memory: published ones never change. */
const MAX_CACHED = 500

const caches = new WeakMap<Tables, Map<number, TemplateItem[]>>()

/**
 * The items of versions with records, by the id of the version. Reads outside of a transaction are cached. Reads within
 * one are not, because it may be rolled back.
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

/** The present names of characteristics, and the format of their figures, by their keys. */
export async function namesOfItems(store: Store, itemKeys: readonly string[]) {
  const items = await Promise.all([...new Set(itemKeys)].map((itemKey) => newestItem(store, { itemKey })))
  return new Map(items.flatMap((item) => (item ? [[item.itemKey, item]] : [])))
}
