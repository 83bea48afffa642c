import { queryOptions } from '@tanstack/react-query'
import { getProfile } from '../../../api/access/profile'

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => getProfile(signal) })
