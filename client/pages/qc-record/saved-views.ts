import { session } from '../../stores/session'

/** Filters and order of a list under a name. */
export type SavedView = {
  name: string
  /** The query of the address, without `?`. */
  search: string
  /** What the list opens with. */
  isDefault: boolean
}

const keyOf = () => `views:${session.userId}:qc-record`

/** The operator's views, kept in this browser. */
export function savedViews(): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return [] // damaged, or storage is switched off
  }
}

export function keepViews(views: readonly SavedView[]): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(views))
  } catch {
    // full or switched off: they last as long as the page
  }
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
