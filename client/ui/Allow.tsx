import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { session } from '../stores/session'

/** True when the operator holds one of `tags`. */
export const useAllowed = (tags: readonly PermissionTag[]): boolean => isAllowed(useSnapshot(session).permissions, tags)

/** Shows its children only to operators holding one of `tags`. The server decides; this only tidies the screen. */
export const Allow = ({ tags, children }: { tags: readonly PermissionTag[]; children: ReactNode }) =>
  useAllowed(tags) && children
