import { delMany, entries, get, keys, set, type UseStore } from 'idb-keyval'
import type { RecentItem } from '#shared/qc/record/recent'
import type { DraftTemplate } from './draft'
import { deviceStore } from './draft-storage'
import { READ_BY_KEY } from '../kept-operator'
import { session } from '../session'
import { readText, writeText } from '../storage'

/** The maximum number of stored templates; the least recently used is removed first. */
const MAX_KEPT = 50

type CachedTemplate = {
  userId: number
  template: DraftTemplate
  /** The codes on its labels. */
  codes: string[]
  /** In milliseconds. */
  usedAt: number
}

const store = () => deviceStore('seen')
/** Separate from the templates: the library has one kind of data per store. */
const reasonStore = () => deviceStore('reasons')

export type Reason = { value: string; label: string }

/** Stores the reasons for missing values from the dictionary. */
export const cacheReasons = async (reasons: readonly Reason[]): Promise<void> =>
  keep(
    session.userId,
    reasons.map(({ value, label }) => ({ value, label })),
    reasonStore(),
  )

export const cachedReasons = async (): Promise<Reason[]> =>
  (await get<Reason[]>(session.userId, reasonStore()).catch(() => undefined)) ?? []

const recentStore = () => deviceStore('recent')
const recentKey = (templateId: number, equipmentId: number | null) =>
  `${session.userId}/${templateId}/${equipmentId ?? 0}`

/** Stores the recent points beside records of a template. */
export const cacheRecent = async (
  templateId: number,
  equipmentId: number | null,
  items: readonly RecentItem[],
): Promise<void> => keep(recentKey(templateId, equipmentId), items, recentStore())

export const cachedRecent = async (templateId: number, equipmentId: number | null): Promise<RecentItem[]> =>
  (await get<RecentItem[]>(recentKey(templateId, equipmentId), recentStore()).catch(() => undefined)) ?? []

/** The templates that the operator has viewed and may need offline. Empty if the browser has no storage. */
async function allCached(): Promise<[key: string, seen: CachedTemplate][]> {
  const all = await entries<string, CachedTemplate>(store()).catch(() => [])
  return all.filter(([, { userId }]) => userId === session.userId).toSorted(([, a], [, b]) => b.usedAt - a.usedAt)
}

/** The stored templates, most recently used first. */
export async function cachedTemplates(): Promise<DraftTemplate[]> {
  return (await allCached()).map(([, { template }]) => template)
}

/** The template of a label's code. */
export async function templateOfCode(code: string): Promise<DraftTemplate | undefined> {
  return (await allCached()).find(([, { codes }]) => codes.includes(code))?.[1].template
}

/** Stores a template on the device, so that a record of it can begin offline. */
export async function cacheTemplate(template: DraftTemplate, code?: string): Promise<void> {
  const key = `${session.userId}/${template.templateId}`
  const all = await allCached()
  const codes = all.find(([entryKey]) => entryKey === key)?.[1].codes ?? []
  const seen: CachedTemplate = {
    userId: session.userId,
    template,
    codes: code && !codes.includes(code) ? [...codes, code] : codes,
    usedAt: Date.now(),
  }
  const old = all.filter(([entryKey]) => entryKey !== key).slice(MAX_KEPT - 1)
  await keep(key, seen, store())
  await delMany(
    old.map(([entryKey]) => entryKey),
    store(),
  ).catch(() => {})
}

async function keep(key: IDBValidKey, value: unknown, place: UseStore): Promise<void> {
  if (readText(READ_BY_KEY) !== String(session.userId)) await forgetRead()
  await set(key, value, place).catch(() => {})
}

/**
 * Removes from the device what others than an operator have read there; all of it for 0, at signing out. What was entered
 * stays (S21).
 */
export async function forgetRead(userId = session.userId): Promise<void> {
  const own = String(userId)
  writeText(READ_BY_KEY, own === '0' ? null : own)
  async function forget(from: UseStore) {
    const all = await keys(from)
    await delMany(
      all.filter((key) => String(key).split('/')[0] !== own),
      from,
    )
  }
  await Promise.allSettled([store(), reasonStore(), recentStore()].map(forget)) // without storage there is nothing to remove
}
