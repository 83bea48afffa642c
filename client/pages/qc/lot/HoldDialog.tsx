import type { Lot } from '#shared/qc/lot'
import { HoldForm } from '../../../ui/qc/HoldForm'
import type { RowDialogProps } from '../../../ui/record/list-page'

/** Puts a lot of the list on hold. */
export default function HoldDialog({ row: { lotId, lotNo }, onSaved, onClose }: RowDialogProps<Lot>) {
  return <HoldForm lotId={lotId} lotNo={lotNo} onDone={onSaved} onClose={onClose} />
}
