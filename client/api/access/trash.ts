import type { DayRange } from '#shared/format/time'
import type { TrashEntry, TrashPage, TrashQuery } from '#shared/access/trash'
import { read, request } from '../http'
import { resourceApi } from '../resource'

/** The query in the address, with days as times. */
export type TrashSearch = Omit<TrashQuery, keyof DayRange> & DayRange

const { path, remove } = resourceApi<TrashEntry, TrashEntry, never, TrashSearch>({ path: '/trash', id: 'trashId' })

export const trashApi = {
  list: (query: TrashSearch, signal?: AbortSignal) => read<TrashPage>(path, signal, query),
  /** Deletes records permanently. */
  remove,
  /** Restores records of one kind, by the path and the ids of their entries. */
  restoreAt: (path: string, ids: readonly number[]) => request<number[]>('POST', path, { body: { ids } }),
}
