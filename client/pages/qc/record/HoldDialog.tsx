import type { RecordDetail } from '#shared/qc/record/schema'
import { HoldForm } from '../../../ui/qc/HoldForm'

type HoldDialogProps = { record: RecordDetail; onDone: () => void; onClose: () => void }

/** Puts the lot of an NG record on hold. */
export default function HoldDialog({ record: { lotId, lotNo }, onDone, onClose }: HoldDialogProps) {
  if (lotId === null) return null
  return <HoldForm lotId={lotId} lotNo={lotNo ?? ''} onDone={onDone} onClose={onClose} />
}
