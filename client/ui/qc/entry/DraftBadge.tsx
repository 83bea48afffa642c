import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { draftCount } from '../../../stores/draft-count'
import { qcPart } from '../qc-part'

const DraftButton = qcPart(() => import('./DraftButton'))

/** A gap in the network must not keep it away for good. */
const RETRY_MS = 10_000

/**
 * Sends what waits on this device, and shows how much that is. Little is fetched before the first page stands; the rest
 * comes without being asked for: the first record may be begun without network.
 */
export default function DraftBadge() {
  const { unsent } = useSnapshot(draftCount)
  const [isReady, setIsReady] = useState(DraftButton.loaded() !== undefined)
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
