import { INBOX_PATH, RECORDS_PATH, TEMPLATES_PATH } from '#shared/qc/paths'
import { menu } from '../../stores/menu'
import { session } from '../../stores/session'
import { toggleDark } from '../../stores/settings'
import { addressOf } from '../../stores/tabs'
import { pageOf } from '../../views'
import { HOME_PATH } from '../routing/fixed-paths'
import { toggleFullscreen } from '../fullscreen'
import { findRoute, routeTable } from '../routing/routes'
import { closeCurrentTab, goToTab, goToUsedTab, refreshCurrentTab } from '../tabs/commands'
import { goTo, pathInSight } from '../tabs/go-to'
import { openOverlay } from './overlay'
import type { Command, PlaceCommand } from './shortcuts'

const actions: Readonly<Record<Exclude<Command, number | PlaceCommand>, () => unknown>> = {
  search: () => openOverlay('search'),
  'list-search': () => focusListSearch() || openOverlay('search'),
  keys: () => openOverlay('keys'),
  new: pressNew,
  edit: () => buttonOf('e', focusedRow())?.click(),
  delete: () => buttonOf('d', focusedRow())?.click(),
  views: () => pressOnPage('v'),
  undo: () => [...document.querySelectorAll<HTMLElement>('.toast-action')].at(-1)?.click(),
  previous: () => pressOnPage('['),
  next: () => pressOnPage(']'),
  'next-item': () => pressOnPage('j'),
  'previous-item': () => pressOnPage('k'),
  approve: () => pressOnPage('a'),
  reject: () => pressOnPage('x'),
  comment: () => pressOnPage('c'),
  open: () => pressOnPage('o'),
  'approve-many': () => pressOnPage('b'),
  refresh: refreshCurrentTab,
  'close-tab': closeCurrentTab,
  'older-tab': () => goToUsedTab(-1),
  'newer-tab': () => goToUsedTab(1),
  'full-screen': toggleFullscreen,
  dark: toggleDark,
}

const places: Readonly<Record<PlaceCommand, string>> = {
  'go-home': HOME_PATH,
  'go-inbox': INBOX_PATH,
  'go-records': RECORDS_PATH,
  'go-analysis': '/caliper/analy',
  'go-templates': TEMPLATES_PATH,
}

const isPlace = (command: Command): command is PlaceCommand => command in places

/** Runs a command; nothing if it does not apply. */
export function runCommand(command: Command): void {
  if (typeof command === 'number') goToTab(command - 1)
  else if (isPlace(command)) goToPlace(command)
  else void actions[command]()
}

/** False if this operator has no page at the place. */
export function mayGoTo(command: PlaceCommand): boolean {
  const route = findRoute(routeTable(menu.items, session.roles), places[command])
  return route !== undefined && pageOf(route.view) !== undefined
}

function goToPlace(command: PlaceCommand) {
  if (mayGoTo(command) && pathInSight() !== places[command]) goTo(addressOf(places[command]))
}

/** The visible one of the kept pages. */
const shownPage = () => document.querySelector('#main .page-pane:not([aria-hidden])')

/** The row of a list, or its card on a phone, with the keyboard focus. */
const focusedRow = () => document.activeElement?.closest('#main :is(tr, .row-card)')

/** The button with this key in its `aria-keyshortcuts`. */
const buttonOf = (key: string, within: Element | null | undefined) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts='${key}']`)

const pressOnPage = (key: string) => buttonOf(key, shownPage())?.click()

/** The button that prints or exports the visible page; null if there is none. */
export const commandButton = (command: 'print' | 'export'): HTMLElement | null =>
  shownPage()?.querySelector<HTMLElement>(`[data-command='${command}']`) ?? null

/** The button that creates a record on the visible page; null if there is none. */
export const newButton = (): HTMLElement | null => buttonOf('n', shownPage()) ?? null

/** The focus returns to the button when the dialog closes, or to the row it was in. */
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
