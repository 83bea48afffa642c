import { queryOptions } from '@tanstack/react-query'
import { getSystemSettings } from '../../../api/access/system-settings'

export const settingsQuery = queryOptions({ queryKey: ['systemSettings'], queryFn: getSystemSettings })
