import type { Page } from '#shared/schemas/page'
import { request } from './http'

/** Id of a record that is not made yet. */
export const NEW_RECORD = 0

/** The calls every managed resource answers. Item is a row of the list, Detail one record, Input what may be set. */
export const resourceApi = <Item, Detail, Input, Query extends object>(path: string) => ({
  /** Where it lies below `/api/v1`; what is exported and imported goes over paths below it. */
  path,
  // What is read shows its failure where it would have stood; what is written reports it.
  list: (query: Query, signal?: AbortSignal) =>
    request<Page<Item>>('GET', path, { query, failures: 'show', ...(signal && { signal }) }),
  get: (id: number) => request<Detail>('GET', `${path}/${id}`, { failures: 'show' }),
  /** Returns the new record's id. */
  create: (input: Input) => request<number>('POST', path, { body: input }),
  update: (id: number, input: Input) => request<number>('PUT', `${path}/${id}`, { body: input }),
  /** Returns the ids that are gone. */
  remove: (ids: readonly number[]) => request<number[]>('DELETE', path, { body: { ids } }),
  /** Brings back what was removed; returns the ids. 409 when what it needs is gone or taken meanwhile. */
  restore: (ids: readonly number[]) => request<number[]>('POST', `${path}/restore`, { body: { ids } }),
})
