import { queryOptions } from '@tanstack/react-query'
import { getMessenger } from '../../../api/access/wecom'

export const messengerQuery = queryOptions({
  queryKey: ['messenger'],
  queryFn: ({ signal }) => getMessenger(signal),
})
