import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { draftCount } from '../../stores/qc/draft-count'
import { Allow } from '../Allow'
import { part } from '../part'
import { bellPart, qcPart } from './qc-part'
import { useLatePart } from './LatePart'

const DraftCount = part(async () => ({ default: (await import('./every-page')).DraftCount }))
const DraftButton = qcPart(() => import('./draft/DraftButton'))
const BellButton = bellPart(async () => ({ default: (await import('./every-page')).BellButton }))

/**
 * The parts of quality control in the top bar: the records waiting on this device, which are sent from here, and the
 * open signals. Both update by themselves.
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

/** The sending code is large. It is loaded with the first draft, and stays to report the result of the last one. */
function Drafts() {
  const { unsent } = useSnapshot(draftCount)
  const [isAny, setIsAny] = useState(unsent > 0)
  if (unsent > 0 && !isAny) setIsAny(true)
  return isAny ? <Sending /> : <Counting />
}

const Counting = () => useLatePart(DraftCount) && <DraftCount />

const Sending = () => useLatePart(DraftButton, 0) && <DraftButton />

const Bell = () => useLatePart(BellButton) && <BellButton />
