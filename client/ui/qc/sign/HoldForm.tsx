import type { Lot } from '#shared/qc/lot'
import { lotApi } from '../../../api/qc/lot'
import { FormFooter } from '../../form/FormFooter'
import { Dialog } from '../../overlay/Dialog'
import { toast } from '../../overlay/toast'
import type { RowDialogProps } from '../../record/list-page'
import { useText } from '../../useText'
import { ReasonField } from './ReasonField'
import { useReason } from './useReason'

/** Puts an open lot on hold, with a reason. */
export default function HoldForm({ row, onSaved, onClose }: RowDialogProps<Pick<Lot, 'lotId' | 'lotNo'>>) {
  const t = useText()
  const { lotId, lotNo } = row
  const { isBusy, isChanged, formProps, fieldProps } = useReason(async (reason) => {
    await lotApi.hold(lotId, reason)
    toast.show(t('qcLot.held', { lotNo }), { tone: 'success' })
    onSaved()
    onClose()
  })
  return (
    <Dialog title={t('qcLot.holdTitle', { lotNo })} open onClose={onClose} isChanged={isChanged}>
      <form {...formProps}>
        <ReasonField label={t('record.reason')} {...fieldProps} />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t('qcLot.holdIt')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
