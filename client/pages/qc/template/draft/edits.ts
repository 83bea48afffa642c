import { changed, duplicateOf, type DraftItem, type ItemChange } from './draft-item'

export type Items = readonly DraftItem[]
export type SetItems = (change: (items: Items) => Items) => void
export type Step = 'up' | 'down'
export type DropPlace = { target: number; side: 'before' | 'after' }

export type Edits = ReturnType<typeof editsOf>

/** The edits of a draft's lines. The functions stay the same as long as `set` does. */
export const editsOf = (set: SetItems) => ({
  change: (rowId: number, change: ItemChange) =>
    set((items) => items.map((item) => (item.rowId === rowId ? changed(item, change) : item))),
  /** Below another line, or at the end. */
  add: (added: Items, below?: number) =>
    set((items) => {
      const index = indexOf(items, below)
      return index === -1 ? [...items, ...added] : items.toSpliced(index + 1, 0, ...added)
    }),
  duplicate: (rowId: number) =>
    set((items) => {
      const index = indexOf(items, rowId)
      const item = items[index]
      return item ? items.toSpliced(index + 1, 0, duplicateOf(item, items)) : items
    }),
  remove: (rowId: number) => set((items) => items.filter((item) => item.rowId !== rowId)),
  /** Undoes the removal of a line. @param before the lines before the removal */
  restore: (item: DraftItem, before: Items) => set((items) => restored(items, item, before)),
  step: (rowId: number, step: Step) => set((items) => stepped(items, rowId, step)),
  drop: (rowId: number, place: DropPlace) => set((items) => dropped(items, rowId, place)),
  /** Renames the group of consecutive lines. */
  rename: (rowIds: readonly number[], groupName: string) =>
    set((items) => items.map((item) => (rowIds.includes(item.rowId) ? { ...item, groupName } : item))),
  replaceAll: (next: Items) => set(() => next),
})

const indexOf = (items: Items, rowId: number | undefined) => items.findIndex((item) => item.rowId === rowId)

/**
 * Moves a line by one. At the edge of its group it first joins the next group, like a line of an outline.
 * @returns the same list if the line cannot be moved further
 */
function stepped(items: Items, rowId: number, step: Step): Items {
  const index = indexOf(items, rowId)
  const nextIndex = step === 'up' ? index - 1 : index + 1
  const [item, neighbour] = [items[index], items[nextIndex]]
  if (!item || !neighbour) return items
  if (neighbour.groupName !== item.groupName) return items.with(index, { ...item, groupName: neighbour.groupName })
  return items.with(index, neighbour).with(nextIndex, item)
}

/** Moves a line before or after another one, and into its group. */
function dropped(items: Items, rowId: number, { target, side }: DropPlace): Items {
  const item = items[indexOf(items, rowId)]
  const neighbour = items[indexOf(items, target)]
  if (!item || !neighbour || item === neighbour) return items
  const rest = items.filter((line) => line !== item)
  const index = rest.indexOf(neighbour) + (side === 'after' ? 1 : 0)
  return rest.toSpliced(index, 0, { ...item, groupName: neighbour.groupName })
}

/** Restores a removed line below its former predecessor, or the nearest remaining one. */
function restored(items: Items, item: DraftItem, before: Items): Items {
  const above = before.slice(0, before.indexOf(item)).findLast(({ rowId }) => indexOf(items, rowId) !== -1)
  return items.toSpliced(above ? indexOf(items, above.rowId) + 1 : 0, 0, item)
}
