import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { draftCount } from '../../../stores/draft-count'
import { watchDrafts } from '../../../stores/qc-draft-sending'
import { session } from '../../../stores/session'
import { qcPart } from '../qc-part'

const DraftButton = qcPart(() => import('./DraftButton'))

/** A gap in the network must not keep it away for good. */
const RETRY_MS = 10_000

/**
 * Sends what waits on this device, and shows how much that is. Its face is fetched ahead: the first record may be begun
 * without network.
 */
export default function DraftBadge() {
  const { userId } = useSnapshot(session)
  const { unsent } = useSnapshot(draftCount)
  const [isReady, setIsReady] = useState(DraftButton.loaded() !== undefined)
  useEffect(() => (userId === 0 ? undefined : watchDrafts()), [userId])
  useEffect(() => {
    if (isReady) return
    const fetchIt = () =>
      void DraftButton.preload().then(
        () => setIsReady(true),
        () => {}, // tried again
      )
    const idle = setTimeout(fetchIt, unsent > 0 ? 0 : 2000)
    const again = setInterval(fetchIt, RETRY_MS)
    return () => {
      clearTimeout(idle)
      clearInterval(again)
    }
  }, [isReady, unsent])
  return isReady && <DraftButton />
}
