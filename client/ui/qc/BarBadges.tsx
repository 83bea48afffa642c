import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { draftCount } from '../../stores/qc/draft-count'
import { Allow } from '../Allow'
import { part } from '../part'
import { bellPart, qcPart } from './qc-part'
import { useLatePart } from './LatePart'

const DraftCount = part(() => import('./draft/DraftCount'))
const DraftButton = qcPart(() => import('./draft/DraftButton'))
const BellButton = bellPart(() => import('./signal/BellButton'))

/**
 * What of quality control stands in the bar on top: the records that wait on this device, which are sent from here, and
 * the signals that nobody has dealt with. Both come without being asked for.
 */
export const BarBadges = () => (
  <>
    <Allow tags={['qc:record:add']}>
      <Drafts />
    </Allow>
    <Allow tags={['qc:signal:list']}>
      <Bell />
    </Allow>
  </>
)

/** What sends drafts is large: it comes with the first of them, and stays to tell what has become of the last. */
function Drafts() {
  const { unsent } = useSnapshot(draftCount)
  const [isAny, setIsAny] = useState(unsent > 0)
  if (unsent > 0 && !isAny) setIsAny(true)
  return isAny ? <Sending /> : <Counting />
}

const Counting = () => useLatePart(DraftCount) && <DraftCount />

const Sending = () => useLatePart(DraftButton, 0) && <DraftButton />

const Bell = () => useLatePart(BellButton) && <BellButton />
