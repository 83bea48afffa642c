import { permissionTags } from '#shared/permissions'
import type { Menu } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { entryTitle } from './entry-title'

const areaOf = (tag: string) => tag.slice(0, tag.lastIndexOf(':'))
const areas = Map.groupBy(permissionTags, areaOf)

/**
 * The tags of the catalogue as a tree by what they are about, each by what the menu calls it; the key stands beside it.
 * Their numbers hold in this window alone.
 */
export function permissionChoicesOf(tree: readonly Menu[]): Choice[] {
  const entries = rowsOf(tree).filter(({ permission }) => permission !== '')
  const titles = new Map(entries.map((menu) => [menu.permission, entryTitle(menu)]))
  const pages = entries.filter(({ menuType }) => menuType === 'C')
  const areaTitles = new Map(pages.map((menu) => [areaOf(menu.permission), entryTitle(menu)]))
  return [...areas].map(([area, tags], index) => ({
    id: -1 - index,
    label: labelOf(area, areaTitles.get(area)),
    children: tags.map((tag) => ({ id: permissionTags.indexOf(tag), label: labelOf(tag, titles.get(tag)) })),
  }))
}

const labelOf = (key: string, title: string | undefined) => (title === undefined ? key : `${title} · ${key}`)

export const isArea = ({ id }: Choice): boolean => id < 0

/** Undefined for none, and for one that the catalogue does not have. */
export function numberOf(tag: string): number | undefined {
  const index = permissionTags.findIndex((known) => known === tag)
  return index < 0 ? undefined : index
}

export const tagAt = (id: number | undefined): string => (id === undefined ? '' : (permissionTags[id] ?? ''))
