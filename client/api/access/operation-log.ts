import type { DayRange } from '#shared/format/time'
import type { Operation, OperationDetail, OperationQuery } from '#shared/access/operation'
import type { Page } from '#shared/list/page'
import { request } from '../http'
import { resourceApi } from '../resource'

/** The query in the address, with days as times. */
export type OperationSearch = Omit<OperationQuery, keyof DayRange> & DayRange

const { path, list, get, remove } = resourceApi<Operation, OperationDetail, never, OperationSearch>({
  path: '/sys-opera-log',
  id: 'id',
})

export const operationApi = {
  path,
  list,
  get,
  remove,
  /** The total number of entries. */
  count: async () => (await request<Page<Operation>>('GET', path, { query: { pageSize: 1 } })).count,
  /** Deletes all entries except the traces of such deletions; returns their number. */
  clean: () => request<number>('DELETE', '/operlog/clean'),
}
