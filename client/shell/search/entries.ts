import type { MenuItem } from '#shared/access/menu'
import type { Locale } from '#shared/i18n/text'
import type { AppRoute } from '../../stores/menu'
import type { T } from '../../stores/texts'
import { titleText, type Title } from '../../stores/titles'
import { isDirectory, isExternal, isShown, pathOf, titleOf } from '../routing/routes'
import { spellingOf } from './spellings'

/** A target of the search. */
export type Entry = {
  /** An address of the product; for an external entry that of another site. */
  path: string
  isExternal: boolean
  icon: string
  /** Titles from the root down, in the operator's language; the last is its own. */
  titles: readonly string[]
  /** The title in the other language. */
  otherTitle: string
  /** Pinyin of its Chinese title, then its initials; empty if there are none. */
  keys: string
}

type Reader = { t: T; locale: Locale }

/** All targets of an operator: the fixed pages, then the menu's. Hidden entries are left out with all below them. */
export function entriesOf(items: readonly MenuItem[], fixed: readonly AppRoute[], reader: Reader): Entry[] {
  const ofFixed = fixed
    .filter(({ hidden, path }) => !hidden && !path.includes(':'))
    .map(({ path, icon, trail }): Entry => {
      const title = trail.at(-1)!.title
      const keys = typeof title === 'string' ? spellingOf(title) : ''
      return { path, isExternal: false, icon, titles: [read(title, reader)], otherTitle: '', keys }
    })
  const paths = new Set<string>()
  return [...ofFixed, ...ofMenu(items, '', [], reader)].filter(({ path }) => !paths.has(path) && paths.add(path))
}

function ofMenu(items: readonly MenuItem[], parentPath: string, above: readonly string[], reader: Reader): Entry[] {
  return items.filter(isShown).flatMap((item) => {
    const { icon, titleKeys: keys = '', children = [] } = item
    const path = pathOf(item, parentPath)
    const titles = [...above, read(titleOf(item), reader)]
    const below = ofMenu(children, path, titles, reader)
    // A directory has no page, and a pattern is no address.
    if (isDirectory(item) || (path.includes(':') && !isExternal(path))) return below
    const otherTitle = reader.locale === 'zh' ? item.titleEn : item.title
    return [{ path, isExternal: isExternal(path), icon, titles, otherTitle, keys }, ...below]
  })
}

const read = (title: Title, { t, locale }: Reader) => titleText(title, t, locale)
