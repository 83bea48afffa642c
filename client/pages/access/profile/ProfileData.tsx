import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#shared/access/profile'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { part } from '../../../ui/part'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { profileQuery } from './profile-query'

const ProfileFields = part(() => import('./ProfileFields'))

/** The form of the operator's data, once that is here. */
export function ProfileData() {
  // What is being edited must not change under the operator's hands.
  const [user, setUser] = useState<Profile['user']>()
  const { data, error, refetch } = useQuery(profileQuery)
  if (data && user === undefined) setUser(data.user)

  if (user) return <ProfileFields user={user} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height="260px" />
}
