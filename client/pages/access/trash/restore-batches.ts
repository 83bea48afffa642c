import { trashKinds } from '#shared/resources'
import type { TrashEntry } from '#shared/access/trash'

type Entry = Pick<TrashEntry, 'kind' | 'recordId' | 'name' | 'restorePath'>
/** Entries of one kind, restored by one call. */
export type RestoreBatch = { path: string; ids: number[]; entries: Entry[] }

/** The calls that restore entries, in order: referenced records come first. */
export function restoreBatches(entries: readonly Entry[]): RestoreBatch[] {
  const byKind = Map.groupBy(entries, ({ kind }) => kind)
  return trashKinds.flatMap((kind) => {
    const ofKind = byKind.get(kind) ?? []
    const [first] = ofKind
    return first ? [{ path: first.restorePath, ids: ofKind.map(({ recordId }) => recordId), entries: ofKind }] : []
  })
}
