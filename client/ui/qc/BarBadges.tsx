import { useSnapshot } from 'valtio'
import { draftCount } from '../../stores/qc/draft-count'
import { Allow } from '../Allow'
import { qcPart } from './qc-part'
import { useArriving } from './Arriving'

const DraftButton = qcPart(() => import('./draft/DraftButton'))
const BellButton = qcPart(() => import('./signal/BellButton'))

/**
 * What of quality control stands in the bar on top: the records that wait on this device, which are sent from here, and
 * the signals that nobody has dealt with. Both come without being asked for: the first record may be begun without
 * network.
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

function Drafts() {
  const { unsent } = useSnapshot(draftCount)
  return useArriving(DraftButton, unsent > 0 ? 0 : undefined) && <DraftButton />
}

const Bell = () => useArriving(BellButton) && <BellButton />
