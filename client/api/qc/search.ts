import type { SearchAnswer, SearchQuery } from '#shared/qc/search'
import { read } from '../http'

/** What the operator may list and has called so. The caller shows a failure. */
export const search = (query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> => read('/search', signal, query)
