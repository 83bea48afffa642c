import { navigate } from 'wouter/use-browser-location'
import { RECORDS_PATH, TEMPLATES_PATH } from '#shared/qc/paths'
import { menu } from '../../stores/menu'
import { session } from '../../stores/session'
import { toggleDark } from '../../stores/settings'
import { addressOf } from '../../stores/tabs'
import { pageOf } from '../../views'
import { HOME_PATH } from '../routing/fixed-routes'
import { toggleFullscreen } from '../fullscreen'
import { findRoute, routeTable } from '../routing/routes'
import { closeCurrentTab, goToTab, goToUsedTab, refreshCurrentTab } from '../tabs/commands'
import { openOverlay } from './overlay'
import type { Command } from './shortcuts'

const deeds: Readonly<Record<Command, () => unknown>> = {
  search: () => openOverlay('search'),
  'list-search': () => focusListSearch() || openOverlay('search'),
  keys: () => openOverlay('keys'),
  new: () => pressNew(),
  edit: () => buttonOf('e', focusedRow())?.click(),
  delete: () => buttonOf('d', focusedRow())?.click(),
  undo: () => [...document.querySelectorAll<HTMLElement>('.toast-action')].at(-1)?.click(),
  previous: () => buttonOf('[', shownPage())?.click(),
  next: () => buttonOf(']', shownPage())?.click(),
  refresh: () => refreshCurrentTab(),
  'close-tab': () => closeCurrentTab(),
  'older-tab': () => goToUsedTab(-1),
  'newer-tab': () => goToUsedTab(1),
  'tab-1': () => goToTab(0),
  'tab-2': () => goToTab(1),
  'tab-3': () => goToTab(2),
  'tab-4': () => goToTab(3),
  'tab-5': () => goToTab(4),
  'tab-6': () => goToTab(5),
  'tab-7': () => goToTab(6),
  'tab-8': () => goToTab(7),
  'tab-9': () => goToTab(8),
  'full-screen': () => toggleFullscreen(),
  dark: () => toggleDark(),
  'go-home': () => goTo('go-home'),
  'go-records': () => goTo('go-records'),
  'go-analysis': () => goTo('go-analysis'),
  'go-templates': () => goTo('go-templates'),
}

/** Does what a key asked for; nothing where that does not apply. */
export const runCommand = (command: Command): void => void deeds[command]()

const places = {
  'go-home': HOME_PATH,
  'go-records': RECORDS_PATH,
  'go-analysis': '/caliper/analy',
  'go-templates': TEMPLATES_PATH,
} as const

/** False for a place that this operator has no page at. */
export function mayGoTo(command: keyof typeof places): boolean {
  const route = findRoute(routeTable(menu.items, session.roles), places[command])
  return route !== undefined && pageOf(route.view) !== undefined
}

function goTo(command: keyof typeof places) {
  if (mayGoTo(command) && location.pathname !== places[command]) navigate(addressOf(places[command]))
}

/** Of the pages that are kept, the one in sight. */
const shownPage = () => document.querySelector('#main .page-pane:not([aria-hidden])')

/** The row of a list, or its card on a phone, that the keyboard is in. */
const focusedRow = () => document.activeElement?.closest('#main :is(tr, .row-card)')

/** The button that says by `aria-keyshortcuts` that this is its key. */
const buttonOf = (key: string, within: Element | null | undefined) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts='${key}']`)

/** What makes a new record on the page in sight; null where nothing does. */
export const newButton = (): HTMLElement | null => buttonOf('n', shownPage()) ?? null

/** The focus comes back to the button when the dialog closes, or to the row it was in. */
function pressNew() {
  const button = newButton()
  if (!focusedRow()) button?.focus()
  button?.click()
}

function focusListSearch(): boolean {
  const field = shownPage()?.querySelector<HTMLInputElement>('[data-list-search]')
  field?.select()
  return field !== null && field !== undefined
}
