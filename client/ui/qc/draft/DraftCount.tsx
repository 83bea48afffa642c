import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { countDrafts } from '../../../stores/qc/count-drafts'
import { session } from '../../../stores/session'

/** Draws nothing: keeps the number of drafts up to date while no other component reads them. */
export function DraftCount() {
  const { userId } = useSnapshot(session)
  useEffect(() => (userId === 0 ? undefined : countDrafts(userId)), [userId])
  return null
}
