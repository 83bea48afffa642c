import { queryOptions } from '@tanstack/react-query'
import { getOverview } from '../../api/operator'

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => getOverview(signal),
})
