import { navigate } from 'wouter/use-browser-location'
import type { HitKind } from '#shared/qc/search-kinds'
import type { RecentItem } from './recent-items'

/** One line of the result list. */
export type Option = {
  /** A unique id. */
  id: string
  group: 'recent' | 'pages' | 'actions' | HitKind
  icon: string
  /** Titles of its ancestors. */
  above: readonly string[]
  title: string
  /** Its address, or a text that distinguishes it from others with its title; empty for an action. */
  path: string
  isExternal: boolean
  /** True for an exact match: Enter prefers it to the server's hits. */
  isSure: boolean
  /** `inWindow`: in a new window, if it is a page and not an action. */
  run: (inWindow: boolean) => void
  /** Stored as a recent item once it is opened. */
  recent?: RecentItem
}

export const openAddress = (address: string) => (inWindow: boolean) => {
  if (inWindow) openWindow(address)
  else if (address !== location.pathname + location.search) navigate(address)
}

export const openWindow = (address: string) => void window.open(address, '_blank', 'noopener')
