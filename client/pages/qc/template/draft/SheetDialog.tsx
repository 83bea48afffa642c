import type { ComponentProps } from 'react'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { Button } from '../../../../ui/Button'
import { useText } from '../../../../ui/useText'
import { Sheet } from './Sheet'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

type SheetDialogProps = ComponentProps<typeof Sheet> & { onClose: () => void }

/** The sheet of a line on top of the page, if there is no room beside it. */
export default function SheetDialog({ onClose, ...sheet }: SheetDialogProps) {
  const t = useText()
  return (
    <Dialog title={t('qcTemplate.item')} open onClose={onClose} isChanged={false} size="medium">
      <Sheet {...sheet} />
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('qcTemplate.lineDone')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
