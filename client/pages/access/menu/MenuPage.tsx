import { menuTypes } from '#shared/constants'
import { mayLieBelow } from '#shared/access/menu-rules'
import type { Menu } from '#shared/access/menu'
import { menu } from '#shared/access/menu-resource'
import { menuApi } from '../../../api/access/menu-entries'
import { settings } from '../../../stores/settings'
import { filterBar, searchFilter, choiceFilter } from '../../../ui/record/filter-bar'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { treePage } from '../../../ui/record/declared'
import { inList, removeRecords } from '../../../ui/record/record-actions'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { TreePage } from '../../../ui/tree/TreePage'
import { tr } from '../../../ui/useText'
import { menuColumns, type MenuFilters } from './columns'
import { entryTitle } from './entry-title'

const menus = treePage<Menu, MenuFilters>(menu, {
  api: menuApi,
  label: entryTitle,
  columns: menuColumns,
  Filters: filterBar<MenuFilters>(
    searchFilter('title', 'menu.entryTitle'),
    choiceFilter('menuType', 'menu.type', 'menu.anyType', menuTypes, (type, t) => t(`menu.type.${type}`)),
    choiceFilter('visible', 'menu.visible', 'menu.anyVisible', ['0', '1'], (visible, t) =>
      t(visible === '0' ? 'menu.shown' : 'menu.hidden'),
    ),
  ),
  Form: dialogPart(() => import('./MenuForm')),
  matches: ({ title, titleEn, menuType, visible }, query) =>
    holds(title + '\n' + titleEn, query.title) &&
    (query.menuType ?? menuType) === menuType &&
    (query.visible === undefined || (query.visible === '0') === (visible === '0')),
  hasChildForm: true,
  beginsFolded: ({ menuType }) => menuType === 'C',
  canHaveChildren: ({ menuType }) => menuType !== 'F',
  onMove: ({ parentId, order, seen }) => menuApi.order({ parentId, order, seen }),
  canMove: ({ menuType }, parent) => mayLieBelow(menuType, parent?.menuType),
  remove: removeWhole,
})

/** The menu: directories, pages, and the actions on them. */
export default function MenuPage() {
  return <TreePage of={menus} />
}

/**
 * Deletes entries with all entries below them; a restore also restores these. The question names the roles that lose
 * access.
 */
function removeWhole(rows: readonly Menu[], onDone: () => void) {
  const all = rowsOf(rows)
  const ids = all.map(({ menuId }) => menuId)
  const holders = [
    ...new Set(all.flatMap(({ roleNames, roleNamesEn }) => (settings.locale === 'en' ? roleNamesEn : roleNames))),
  ]
  return removeRecords({
    names: all.map(entryTitle),
    title: tr('menu.delete', { count: all.length }),
    remove: () => menuApi.remove(ids),
    restore: () => menuApi.restore(ids),
    ...(holders.length > 0 && { warning: tr('menu.heldBy', { names: inList(holders) }) }),
    onDone,
  })
}

const holds = (text: string, part = '') => text.toLowerCase().includes(part.toLowerCase())
