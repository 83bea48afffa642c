import { hasTexts, readFields, writeJson } from '../../stores/storage'
import { RECENT_ITEMS_KEY } from '../../stores/sign-out'
import { session } from '../../stores/session'

/** An item that an operator has opened by the search on this device. It is removed at sign-out. */
export type RecentItem = {
  /** Its address. */
  path: string
  title: string
  titleEn: string
  icon: string
}

const MAX_KEPT = 20

/** The latest first; none of another operator. */
export function recentItems(): RecentItem[] {
  const { owner, items } = readFields(RECENT_ITEMS_KEY)
  if (owner !== session.userId || !Array.isArray(items)) return []
  return items.filter((item): item is RecentItem => hasTexts(item, 'path', 'title', 'titleEn', 'icon'))
}

export function rememberItem(item: RecentItem): void {
  const others = recentItems().filter(({ path }) => path !== item.path)
  writeJson(RECENT_ITEMS_KEY, { owner: session.userId, items: [item, ...others].slice(0, MAX_KEPT) })
}
