import { navigate } from 'wouter/use-browser-location'
import type { MenuItem } from '#shared/access/menu'
import type { Locale, PlainTextKey } from '#shared/i18n/text'
import { addressOf, findTab, tabs, type Tab } from '../../stores/tabs'
import type { T } from '../../stores/texts'
import { titleText } from '../../stores/titles'
import { isDark, settings, toggleDark } from '../../stores/settings'
import type { IconName } from '../../ui/Icon'
import { tr } from '../../ui/useText'
import { findRoute, type RouteTable } from '../routing/routes'
import { signOut } from '../AvatarMenu'
import { hasFullscreen, isFullscreen, toggleFullscreen } from '../fullscreen'
import { openOverlay } from '../keyboard/overlay'
import { newButton } from '../keyboard/run-command'
import { chooseLanguage } from '../settings/choose-language'
import { openSettings } from '../settings/open-settings'
import { entriesOf, type Entry } from './entries'
import { finderOf } from './find'
import { spellingOf } from './spellings'

/** One line of the search's list. */
export type Option = {
  group: 'recent' | 'pages' | 'actions'
  icon: string
  /** Titles on the way to it. */
  above: readonly string[]
  title: string
  /** Its address; empty for what is done and not gone to. */
  path: string
  isExternal: boolean
  /** `inWindow`: in a window of its own, where it is a place and not an action. */
  run: (inWindow: boolean) => void
}

/** So many places are offered before anything is typed: those used last, then the first of the menu. */
const MAX_OFFERED = 5
/** Nobody reads further; a longer search is quicker. */
const MAX_PAGES = 50

type Source = { items: readonly MenuItem[]; table: RouteTable; t: T; locale: Locale }

/** What an operator can search, as it is when the search is opened. */
export function optionsOf(source: Source) {
  const { entries, find } = searchOf(source)
  const recent = recentTabs().map((tab) => tabOption(tab, source))
  const actions = actionsNow()
  const isElsewhere = ({ path }: Entry) => path !== location.pathname && !recent.some((option) => option.path === path)
  const likely = entries.filter(isElsewhere).slice(0, MAX_OFFERED - recent.length)
  return {
    /** What may be meant by `text`; for none, what is likely to be wanted. */
    matching(text: string): Option[] {
      const needle = text.trim().toLowerCase()
      const pages = needle ? find(needle, MAX_PAGES) : likely
      const pagePaths = new Set(pages.map(({ path }) => path))
      const isMeant = (option: Option) => option.title.toLowerCase().includes(needle) && !pagePaths.has(option.path)
      const called = actions.filter((action) => isCalled(action, needle))
      return [...recent.filter(isMeant), ...pages.map(pageOption), ...called.map(actionOption)]
    },
    /** An entry with its initials, to show how it is done. */
    example: entries.find(({ keys, titles }) => keys !== '' && titles.length > 1) ?? entries.find(({ keys }) => keys),
  }
}

/** The list of a large menu takes longer to make than to search. */
let latest: (Source & { entries: Entry[]; find: ReturnType<typeof finderOf> }) | undefined

function searchOf(source: Source) {
  const { items, table, locale } = source
  if (latest?.items !== items || latest.table !== table || latest.locale !== locale) {
    const entries = entriesOf(items, table.fixed, source)
    latest = { ...source, entries, find: finderOf(entries) }
  }
  return latest
}

const recentTabs = (): Tab[] =>
  tabs.used
    .toReversed()
    .filter((path) => path !== location.pathname)
    .flatMap((path) => findTab(path) ?? [])
    .slice(0, MAX_OFFERED)

function tabOption({ path, fullPath, title }: Tab, { table, t, locale }: Source): Option {
  const look = { icon: findRoute(table, path)?.icon ?? '', above: [], title: titleText(title, t, locale) }
  return { group: 'recent', ...look, path, isExternal: false, run: goTo(fullPath) }
}

const pageOption = ({ path, isExternal, icon, titles }: Entry): Option => {
  const look = { icon, above: titles.slice(0, -1), title: titles.at(-1) ?? '', path }
  return { group: 'pages', ...look, isExternal, run: isExternal ? () => openWindow(path) : goTo(addressOf(path)) }
}

const actionOption = ({ label, icon, run }: Action): Option => {
  const look = { icon, above: [], title: label, path: '', isExternal: false }
  return { group: 'actions', ...look, run: () => void run() }
}

const goTo = (address: string) => (inWindow: boolean) => {
  if (inWindow) openWindow(address)
  else if (address !== location.pathname + location.search) navigate(address)
}

const openWindow = (address: string) => void window.open(address, '_blank', 'noopener')

/** Something that can be done from anywhere. */
type Action = { label: string; keys: string; icon: IconName; run: () => unknown }

const action = (key: PlainTextKey, icon: IconName, run: () => unknown): Action => ({
  label: tr(key),
  keys: spellingOf(key),
  icon,
  run,
})

/** What can be done now, in the operator's language. */
function actionsNow(): Action[] {
  const create = newButton()
  return [
    ...(create ? [{ label: create.textContent, keys: '', icon: 'plus' as const, run: () => create.click() }] : []),
    isDark() ? action('shell.toLight', 'sun', toggleDark) : action('shell.toDark', 'moon', toggleDark),
    ...(hasFullscreen()
      ? [
          isFullscreen()
            ? action('shell.leaveFullScreen', 'fullscreen-exit', toggleFullscreen)
            : action('shell.fullScreen', 'fullscreen', toggleFullscreen),
        ]
      : []),
    action('settings.title', 'system-tools', openSettings),
    action('shell.otherLanguage', 'language', () => chooseLanguage(settings.locale === 'zh' ? 'en' : 'zh')),
    action('keys.title', 'info', () => openOverlay('keys')),
    action('shell.signOut', 'logout', signOut),
  ]
}

/** Whether an action is called something like this. */
function isCalled({ label, keys }: Action, text: string): boolean {
  const needle = text.trim().toLowerCase()
  const typed = needle.replace(/[\s']/g, '') || needle
  return label.toLowerCase().includes(needle) || keys.includes(typed)
}
