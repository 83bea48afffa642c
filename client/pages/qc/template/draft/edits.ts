import { changed, duplicateOf, type DraftItem, type ItemChange } from './draft-item'
import { dropped, putBack, stepped, type Step } from './grid/item-order'

export type Items = readonly DraftItem[]
export type SetItems = (change: (items: Items) => Items) => void

export type Edits = ReturnType<typeof editsOf>

/** What can be done to the lines of a draft. The functions stay the same as long as `set` does. */
export const editsOf = (set: SetItems) => ({
  change: (rowId: number, change: ItemChange) =>
    set((items) => items.map((item) => (item.rowId === rowId ? changed(item, change) : item))),
  /** Below another line, or at the end. */
  add: (added: readonly DraftItem[], below?: number) =>
    set((items) => {
      const at = items.findIndex(({ rowId }) => rowId === below)
      return at === -1 ? [...items, ...added] : items.toSpliced(at + 1, 0, ...added)
    }),
  duplicate: (rowId: number) =>
    set((items) => {
      const at = items.findIndex((item) => item.rowId === rowId)
      const item = items[at]
      return item ? items.toSpliced(at + 1, 0, duplicateOf(item, items)) : items
    }),
  remove: (rowId: number) => set((items) => items.filter((item) => item.rowId !== rowId)),
  /** Undoes the same. @param before the lines as they were then */
  putBack: (item: DraftItem, before: Items) => set((items) => putBack(items, item, before)),
  step: (rowId: number, step: Step) => set((items) => stepped(items, rowId, step)),
  drop: (rowId: number, target: number, side: 'before' | 'after') =>
    set((items) => dropped(items, rowId, target, side)),
  /** Of some lines that follow each other. */
  rename: (rowIds: readonly number[], groupName: string) =>
    set((items) => items.map((item) => (rowIds.includes(item.rowId) ? { ...item, groupName } : item))),
  replaceAll: (next: Items) => set(() => next),
})
