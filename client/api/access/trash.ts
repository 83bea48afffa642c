import type { DayRange } from '#shared/format/time'
import type { TrashEntry, TrashPage, TrashQuery } from '#shared/access/trash'
import { read, request } from '../http'
import { resourceApi } from '../resource'

/** As the address has it, whose times are days. */
export type TrashSearch = Omit<TrashQuery, keyof DayRange> & DayRange

const { path, remove } = resourceApi<TrashEntry, TrashEntry, never, TrashSearch>({ path: '/trash', id: 'trashId' })

export const trashApi = {
  list: (query: TrashSearch, signal?: AbortSignal) => read<TrashPage>(path, signal, query),
  /** Deletes records for good. */
  remove,
  /** Brings back records of one kind, by the path and the ids that their entries tell. */
  restoreAt: (path: string, ids: readonly number[]) => request<number[]>('POST', path, { body: { ids } }),
}
