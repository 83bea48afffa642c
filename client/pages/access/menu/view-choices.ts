import type { Menu } from '#shared/access/menu'
import { viewNames } from '#shared/views'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { entryTitle } from './entry-title'

/** The pages that an entry can open, by what the menu calls them; the key stands beside it. */
export function viewChoicesOf(tree: readonly Menu[]) {
  const titles = new Map(rowsOf(tree).map((menu) => [menu.component, entryTitle(menu)]))
  return viewNames.map((value) => {
    const title = titles.get(value)
    return { value, label: title === undefined ? value : `${title} · ${value}` }
  })
}
