import type { Page } from '#shared/list/page'
import type { Resource } from '#shared/resource'
import { read, request } from './http'

/**
 * The fields to change, with their previous values. The server refuses fields that another operator has changed
 * meanwhile.
 */
export type Change<Input> = Partial<Input> & { updatedAt?: string; seen?: Record<string, unknown> }

/** A change of `fields` by an operator who sees `record` in a form or a row. */
export function changeOf<Fields extends object>(record: object, fields: Fields): Change<Fields> {
  const { updatedAt, ...values }: Record<string, unknown> = { ...record }
  const seen = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]))
  return { ...fields, ...(typeof updatedAt === 'string' && { updatedAt }), seen }
}

const isEmpty = ({ updatedAt: _updatedAt, seen: _seen, ...fields }: Change<object>) => Object.keys(fields).length === 0

/** Sends a change, unless it is empty. */
export const changeAt = <Input>(path: string, change: Change<Input>, ids: object = {}) =>
  isEmpty(change) ? Promise.resolve(undefined) : request<unknown>('PUT', path, { body: { ...ids, ...change } })

/** Id of a new record. */
export const NEW_RECORD = 0

/**
 * The calls of every managed resource. Item is a row of the list, Detail one record, Input the fields that can be set.
 */
export const resourceApi = <Item extends object, Detail, Input, Query extends object>({
  path,
  id,
}: Pick<Resource, 'path' | 'id'>) => ({
  /** The path below `/api/v1`; exports and imports use paths below it. */
  path,
  // A failed read is shown in place of its content; a failed write is reported.
  list: (query: Query, signal?: AbortSignal) => read<Page<Item>>(path, signal, query),
  get: (recordId: number) => read<Detail>(`${path}/${recordId}`),
  /** Returns the new record's id. */
  create: (input: Input) => request<number>('POST', path, { body: input }),
  /** Sends nothing without changes. 409 with `ChangedMeanwhile` if another operator has changed the same fields. */
  update: (recordId: number, change: Change<Input>) => changeAt(`${path}/${recordId}`, change),
  setStatus: (record: Item, status: unknown) =>
    changeAt(`${path}/${String(record[id as keyof Item])}`, changeOf(record, { status })),
  /** Returns the ids of the deleted records. */
  remove: (ids: readonly number[]) => request<number[]>('DELETE', path, { body: { ids } }),
  /** Restores deleted records; returns their ids. 409 if a value they need is gone or taken meanwhile. */
  restore: (ids: readonly number[]) => request<number[]>('POST', `${path}/restore`, { body: { ids } }),
})
