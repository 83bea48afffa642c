import { session } from '../../../../stores/session'

/** Filters and order of a list under a name. */
export type SavedView = {
  name: string
  /** The query of the address, without `?`. */
  search: string
  /** What the list opens with. */
  isDefault: boolean
}

const keyOf = () => `views:${session.userId}:qc-record`

/** What the storage of this browser does not take lasts as long as the window. */
let unstored: readonly SavedView[] | undefined

/** The operator's views, kept in this browser: another window may have changed them since they were last read. */
export function savedViews(): readonly SavedView[] {
  if (unstored) return unstored
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return [] // damaged, or storage is switched off
  }
}

/** Changes the views that there are now, those of other windows among them. Returns them as they are then. */
export function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): readonly SavedView[] {
  const views = change(savedViews())
  try {
    localStorage.setItem(keyOf(), JSON.stringify(views))
    unstored = undefined
  } catch {
    unstored = views
  }
  return views
}

/** Tells when another window has changed the views. Returns how to stop. */
export function onViewsChanged(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === keyOf() && listener()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

const isView = (kept: unknown): kept is SavedView =>
  typeof kept === 'object' &&
  kept !== null &&
  'name' in kept &&
  typeof kept.name === 'string' &&
  'search' in kept &&
  typeof kept.search === 'string' &&
  'isDefault' in kept &&
  typeof kept.isDefault === 'boolean'

/** What makes a view of an address: all but the page. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('pageIndex')
  params.delete('page')
  params.sort()
  return params.toString()
}
