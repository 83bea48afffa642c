import type { SearchAnswer, SearchQuery } from '#shared/qc/search'
import { read } from '../http'

/** The entries that the operator may list and whose name matches. The caller shows a failure. */
export const search = (query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> => read('/search', signal, query)
