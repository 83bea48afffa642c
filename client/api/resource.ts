import type { Page } from '#shared/list/page'
import type { Resource } from '#shared/resource'
import { read, request } from './http'

/** The fields to change, with what they were changed from. The server refuses what somebody else has changed meanwhile. */
export type Change<Input> = Partial<Input> & { updatedAt?: string; seen?: Record<string, unknown> }

/** A change of `fields` by somebody who sees `record`, as a form or a row shows it. */
export function changeOf<Fields extends object>(record: object, fields: Fields): Change<Fields> {
  const { updatedAt, ...values }: Record<string, unknown> = { ...record }
  const seen = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]))
  return { ...fields, ...(typeof updatedAt === 'string' && { updatedAt }), seen }
}

const isEmpty = ({ updatedAt: _updatedAt, seen: _seen, ...fields }: Change<object>) => Object.keys(fields).length === 0

/** Sends a change, unless there is none. */
export const changeAt = <Input>(path: string, change: Change<Input>, ids: object = {}) =>
  isEmpty(change) ? Promise.resolve(undefined) : request<unknown>('PUT', path, { body: { ...ids, ...change } })

/** Id of a record that is not made yet. */
export const NEW_RECORD = 0

/** The calls every managed resource answers. Item is a row of the list, Detail one record, Input what may be set. */
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
  /** Sends nothing when nothing was changed. 409 with `ChangedMeanwhile` when somebody else has changed the same. */
  update: (recordId: number, change: Change<Input>) => changeAt(`${path}/${recordId}`, change),
  setStatus: (record: Item, status: unknown) =>
    changeAt(`${path}/${String(record[id as keyof Item])}`, changeOf(record, { status })),
  /** Returns the ids that are gone. */
  remove: (ids: readonly number[]) => request<number[]>('DELETE', path, { body: { ids } }),
  /** Brings back what was removed; returns the ids. 409 when what it needs is gone or taken meanwhile. */
  restore: (ids: readonly number[]) => request<number[]>('POST', `${path}/restore`, { body: { ids } }),
})
