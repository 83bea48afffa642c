import { permissionTags } from '#shared/permissions'
import type { Choice } from '#shared/schemas/page'

const areas = Map.groupBy(permissionTags, (tag) => tag.slice(0, tag.lastIndexOf(':')))

/** The tags of the catalogue as a tree by what they are about. Their numbers hold in this window alone. */
export const permissionChoices: Choice[] = [...areas].map(([area, tags], place) => ({
  id: -1 - place,
  label: area,
  children: tags.map((tag) => ({ id: permissionTags.indexOf(tag), label: tag })),
}))

export const isArea = ({ id }: Choice): boolean => id < 0

/** Undefined for none, and for one that the catalogue does not have. */
export function numberOf(tag: string): number | undefined {
  const place = permissionTags.findIndex((known) => known === tag)
  return place < 0 ? undefined : place
}

export const tagAt = (id: number | undefined): string => (id === undefined ? '' : (permissionTags[id] ?? ''))
