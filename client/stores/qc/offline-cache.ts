import { clear, delMany, entries, get, set } from 'idb-keyval'
import { subscribeKey } from 'valtio/utils'
import type { RecentItem } from '#shared/qc/record/recent'
import type { DraftTemplate } from './draft'
import { deviceStore } from './draft-storage'
import { session } from '../session'

/** The maximum number of stored templates; the least recently used is removed first. */
const MAX_KEPT = 50

type CachedTemplate = {
  userId: number
  template: DraftTemplate
  /** The codes that labels of it bear. */
  codes: string[]
  /** Milliseconds. */
  usedAt: number
}

const store = () => deviceStore('seen')
/** Apart from the templates: the library keeps one kind of thing in a store. */
const reasonStore = () => deviceStore('reasons')

export type Reason = { value: string; label: string }

/** Why values may be missing, as the dictionary said it last. */
export const cacheReasons = async (reasons: readonly Reason[]): Promise<void> =>
  set(
    session.userId,
    reasons.map(({ value, label }) => ({ value, label })),
    reasonStore(),
  ).catch(() => {})

export const cachedReasons = async (): Promise<Reason[]> =>
  (await get<Reason[]>(session.userId, reasonStore()).catch(() => undefined)) ?? []

const recentStore = () => deviceStore('recent')
const recentKey = (templateId: number, equipmentId: number | null) =>
  `${session.userId}/${templateId}/${equipmentId ?? 0}`

/** The points that records of a template stand beside, as they were read last. */
export const cacheRecent = async (
  templateId: number,
  equipmentId: number | null,
  items: readonly RecentItem[],
): Promise<void> => set(recentKey(templateId, equipmentId), items, recentStore()).catch(() => {})

export const cachedRecent = async (templateId: number, equipmentId: number | null): Promise<RecentItem[]> =>
  (await get<RecentItem[]>(recentKey(templateId, equipmentId), recentStore()).catch(() => undefined)) ?? []

/** The templates that the operator has viewed and may need offline. Empty if the browser has no storage. */
async function allCached(): Promise<[key: string, seen: CachedTemplate][]> {
  const all = await entries<string, CachedTemplate>(store()).catch(() => [])
  return all.filter(([, { userId }]) => userId === session.userId).toSorted(([, a], [, b]) => b.usedAt - a.usedAt)
}

/** Templates, the one used last first. */
export async function cachedTemplates(): Promise<DraftTemplate[]> {
  return (await allCached()).map(([, { template }]) => template)
}

/** The template that a code was a label of. */
export async function templateOfCode(code: string): Promise<DraftTemplate | undefined> {
  return (await allCached()).find(([, { codes }]) => codes.includes(code))?.[1].template
}

/** Keeps a template on the device, so that a record of it can be begun without network. */
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
  await set(key, seen, store()).catch(() => {})
  await delMany(
    old.map(([entryKey]) => entryKey),
    store(),
  ).catch(() => {})
}

// Signing out leaves on the device what was entered, and nothing that was only read (S21).
subscribeKey(session, 'userId', (userId) => userId === 0 && void forgetAll())

async function forgetAll() {
  await Promise.allSettled([clear(store()), clear(reasonStore()), clear(recentStore())]) // where nothing is kept, there is nothing to forget
}
