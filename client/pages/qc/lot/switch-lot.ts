import type { Lot } from '#shared/qc/lot'
import { lotApi } from '../../../api/qc/lot'
import { isChanged, keepFocus } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'

/** Closes a lot or opens it again, at once and with a way back. */
export async function switchLot(lot: Lot, status: 'open' | 'closed', onDone: () => void): Promise<void> {
  if (!(await isChanged(lotApi.setStatus(lot, status), onDone))) return
  onDone()
  toast.show(tr(`qcLot.done.${status}`, { lotNo: lot.lotNo }), {
    action: {
      label: tr('action.undo'),
      onClick() {
        keepFocus()
        void switchLot({ ...lot, status }, status === 'open' ? 'closed' : 'open', onDone)
      },
    },
  })
}
