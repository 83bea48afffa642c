import { session } from '../../../../stores/session'

/** The filters and the order of a list, under a name. */
export type SavedView = {
  name: string
  /** The query of the address, without `?`. */
  search: string
  /** The list opens with this view. */
  isDefault: boolean
}

const keyOf = () => `views:${session.userId}:qc-record`

/** Views that the browser could not store. They last as long as the window. */
let unstored: readonly SavedView[] | undefined

/** The operator's views in this browser. Another window may have changed them since they were last read. */
export function savedViews(): readonly SavedView[] {
  if (unstored) return unstored
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return [] // damaged, or storage is off
  }
}

/** Changes the current views, including those of other windows, and returns the result. */
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

/** Calls the listener when another window has changed the views. Returns the function that stops it. */
export function onViewsChanged(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === keyOf() && listener()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function isView(stored: unknown): stored is SavedView {
  if (typeof stored !== 'object' || stored === null) return false
  const { name, search, isDefault }: Partial<Record<keyof SavedView, unknown>> = stored
  return typeof name === 'string' && typeof search === 'string' && typeof isDefault === 'boolean'
}

/** The part of an address that makes a view: everything but the page. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('pageIndex')
  params.delete('page')
  params.sort()
  return params.toString()
}
