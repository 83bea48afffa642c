import { queryOptions } from '@tanstack/react-query'
import { getProfile } from '../../../api/access/profile'
import { getMessenger } from '../../../api/access/wecom'
import { Failure } from '../../../api/http'
import { getInfo } from '../../../api/access/operator'
import { setOperator } from '../../../stores/session'

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => getProfile(signal) })

export const messengerQuery = queryOptions({
  queryKey: ['messenger'],
  queryFn: ({ signal }) => getMessenger(signal),
})

/** Shows a changed profile in the frame around the pages. */
export async function reloadOperator(): Promise<void> {
  try {
    const user = await getInfo()
    if (user) setOperator(user)
  } catch (error) {
    if (!(error instanceof Failure)) throw error // the change itself is saved, and the next reload shows it
  }
}
