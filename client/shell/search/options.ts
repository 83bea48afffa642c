import type { MenuItem } from '#shared/access/menu'
import type { Locale } from '#shared/i18n/text'
import { addressOf, findTab, tabs, type Tab } from '../../stores/tabs'
import type { T } from '../../stores/texts'
import { titleText } from '../../stores/titles'
import { findRoute, type RouteTable } from '../routing/routes'
import { actionsNow, type Action, type Startable } from './actions'
import { entriesOf, type Entry } from './entries'
import { finderOf } from './find'
import { openAddress, openWindow, type Option } from './option'
import { recentItems, type RecentItem } from './recent-items'

/** The maximum number of places offered for an empty search: recent ones first, then the first of the menu. */
const MAX_OFFERED = 5
/** The maximum number of pages; a longer search text is faster. */
const MAX_PAGES = 50
/** The maximum number of templates offered for new records, once part of a name is typed. */
const MAX_LATE = 6

type Source = {
  items: readonly MenuItem[]
  table: RouteTable
  t: T
  locale: Locale
  /** The templates for new records; none until loaded. */
  templates: readonly Startable[]
}

/** The typed text, and its scope: `>` in front for actions only, `#` for records only. */
export type Wanted = { text: string; only?: 'actions' | 'record' }

export function wantedOf(typed: string): Wanted {
  const [, sign, text] = typed.trim().match(/^([>＞#＃]?)\s*(.*)$/s)!
  if (sign === '') return { text: text! }
  return { text: text!, only: sign === '>' || sign === '＞' ? 'actions' : 'record' }
}

/** The local search index, as of the opening of the search. */
export function optionsOf(source: Source) {
  const { entries, find } = searchOf(source)
  const recent = recentOptions(source)
  const actions = actionsNow(source.table, source.templates)
  const isElsewhere = ({ path }: Entry) => path !== location.pathname && !recent.some((option) => option.id === path)
  const likely = entries.filter(isElsewhere).slice(0, Math.max(0, MAX_OFFERED - recent.length))

  function pagesFor(needle: string): Option[] {
    const pages = needle ? find(needle, MAX_PAGES) : likely
    const exact = needle ? find.exactCount(needle) : pages.length
    return pages.map((entry, at) => pageOption(entry, at < exact))
  }

  return {
    /** The options for a text; for an empty one, the likely options. */
    matching({ text, only }: Wanted): Option[] {
      const needle = text.toLowerCase()
      if (only === 'record') return []
      const matches = actions.filter((action) => isCalled(action, needle))
      const late = matches.filter(({ isLate }) => isLate).slice(0, needle || only ? MAX_LATE : 0)
      const offered = [...matches.filter(({ isLate }) => !isLate), ...late].map(actionOption)
      if (only === 'actions') return offered
      const pages = pagesFor(needle)
      const pagePaths = new Set(pages.map(({ path }) => path))
      const isMeant = (option: Option) => option.title.toLowerCase().includes(needle) && !pagePaths.has(option.path)
      return [...recent.filter(isMeant), ...pages, ...offered]
    },
    /** An entry with initials, as an example for the operator. */
    example: entries.find(({ keys, titles }) => keys !== '' && titles.length > 1) ?? entries.find(({ keys }) => keys),
  }
}

/** Building the list of a large menu takes longer than a search. */
let latest: (Omit<Source, 'templates'> & { entries: Entry[]; find: ReturnType<typeof finderOf> }) | undefined

function searchOf({ items, table, locale, t }: Source) {
  if (latest?.items !== items || latest.table !== table || latest.locale !== locale) {
    const entries = entriesOf(items, table.fixed, { t, locale })
    latest = { items, table, locale, t, entries, find: finderOf(entries) }
  }
  return latest
}

/** The tabs used last, then the items opened by the search; without the visible page, and without forbidden targets. */
function recentOptions(source: Source): Option[] {
  const ofTabs = tabs.used
    .toReversed()
    .flatMap((path) => findTab(path) ?? [])
    .map((tab) => tabOption(tab, source))
  const items = recentItems()
    .filter(({ path }) => findRoute(source.table, path.split('?')[0]!)?.name)
    .map((item) => itemOption(item, source.locale))
  const seen = new Set([location.pathname, location.pathname + location.search])
  return [...ofTabs, ...items].filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, MAX_OFFERED)
}

function tabOption({ path, fullPath, title }: Tab, { table, t, locale }: Source): Option {
  const look = { icon: findRoute(table, path)?.icon ?? '', above: [], title: titleText(title, t, locale) }
  return { id: path, group: 'recent', ...look, path, isExternal: false, isSure: true, run: openAddress(fullPath) }
}

function itemOption(item: RecentItem, locale: Locale): Option {
  const { path, title, titleEn, icon } = item
  const look = { icon, above: [], title: (locale === 'en' && titleEn) || title, path: path.split('?')[0]! }
  return { id: path, group: 'recent', ...look, isExternal: false, isSure: true, run: openAddress(path), recent: item }
}

const pageOption = ({ path, isExternal, icon, titles }: Entry, isSure: boolean): Option => {
  const look = { icon, above: titles.slice(0, -1), title: titles.at(-1) ?? '', path }
  const run = isExternal ? () => openWindow(path) : openAddress(addressOf(path))
  return { id: `page ${path}`, group: 'pages', ...look, isExternal, isSure, run }
}

const actionOption = ({ label, icon, run, isLate = false }: Action): Option => {
  const look = { icon, above: [], title: label, path: '', isExternal: false, isSure: !isLate }
  return { id: `action ${label}`, group: 'actions', ...look, run: () => void run() }
}

/** True if the name of an action matches the text. */
function isCalled({ label, keys }: Action, needle: string): boolean {
  const typed = needle.replace(/[\s']/g, '') || needle
  const name = label.toLowerCase()
  return keys.includes(typed) || needle.split(/\s+/).every((word) => name.includes(word))
}
