import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ListName } from '#shared/list/list-names'
import type { Page } from '#shared/list/page'
import type { Drawable } from '../part'
import { viewsOf } from '../view/list-views'
import { readQuery, type ListQuery } from './read-query'
import { rowsOf } from './useList'

/**
 * A page that requests the rows and views of its list before it is drawn.
 *
 * @param fixed filters that are not in the address, as the page sets them
 */
export const withPrefetch = <Row, Query extends object>(
  Page: ComponentType,
  { name, api }: { name: ListName; api: { list: (query: Query, signal: AbortSignal) => Promise<Page<Row>> } },
  fixed?: (query: Query & ListQuery) => Partial<Query>,
): Drawable =>
  Object.assign(Page, {
    prefetch(queries: QueryClient, search: string) {
      const query = readQuery(search) as Query & ListQuery
      const rows = rowsOf(name, api.list, { ...query, ...fixed?.(query) })
      return Promise.allSettled([queries.ensureQueryData(viewsOf(name)), queries.ensureQueryData(rows)])
    },
  })
