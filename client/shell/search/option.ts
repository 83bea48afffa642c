import { navigate } from 'wouter/use-browser-location'
import type { HitKind } from '#shared/qc/search-kinds'
import type { RecentItem } from './recent-items'

/** One line of the search's list. */
export type Option = {
  /** No other line has it. */
  id: string
  group: 'recent' | 'pages' | 'actions' | HitKind
  icon: string
  /** Titles on the way to it. */
  above: readonly string[]
  title: string
  /** Its address, or what tells it from others of its title; empty for an action. */
  path: string
  isExternal: boolean
  /** It has the very letters that were typed: Enter means it before what the server finds. */
  isSure: boolean
  /** `inWindow`: in a window of its own, where it is a place and not an action. */
  run: (inWindow: boolean) => void
  /** The entry for the recent items, stored once the option is opened. */
  recent?: RecentItem
}

export const openAddress = (address: string) => (inWindow: boolean) => {
  if (inWindow) openWindow(address)
  else if (address !== location.pathname + location.search) navigate(address)
}

export const openWindow = (address: string) => void window.open(address, '_blank', 'noopener')
