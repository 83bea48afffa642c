import { queryOptions } from '@tanstack/react-query'
import { getOverview } from '../../api/access/operator'

/** What the first page shows; begun before that is drawn. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => getOverview(signal),
})
